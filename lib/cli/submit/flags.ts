import type { Command } from 'commander';
import { place } from '../shared/values.ts';
import { addTrustedRoot } from '../shared/trusted-root.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { SubmitFlags } from './submit.ts';

/** Adds `petvet submit` to the program. */
export function addSubmit(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const command = program
    .command('submit')
    .argument('<certificate>', 'certificate.intoto.jsonl, with evidence.jsonl or client-evidence.jsonl beside it')
    .summary('put a certificate into a register, and check it there')
    .description(
      'Makes the folder NAME/VERSION of a register: product.yaml, the certificate, and its evidence as gzip. Then checks it as ' +
        '`petvet verify --all` does. Nothing is sent.',
    )
    .requiredOption('--register <dir>', 'the folder of the register', place)
    .option('--name <name>', 'the implementation')
    .option('--release <version>', 'its version')
    .option('--vendor <name>', 'who makes it')
    .option('--contact <address>', 'whom the register writes to')
    .option('--repository <url>', 'where its source or its documentation is')
    .option('--reproduce <text>', 'how others get the same service, or client, running')
    .option('--public-key <file>', 'the first time: the key that signs for it', place)
    .option('--certificate-identity <id>', 'the first time, of a keyless certificate: who signs for it, exactly')
    .option('--certificate-issuer <url>', 'the first time, of a keyless certificate: who identifies that signer');
  addTrustedRoot(command)
    .addHelpText('after', EXAMPLES)
    .action(async (certificate: string, flags: SubmitFlags) => {
      const { runSubmit } = await import('./submit.ts');
      finish(await runSubmit(certificate, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet submit certificate.intoto.jsonl --register register --name pets-go --release 1.4.0 --vendor Example --contact pets@example.org --repository https://git.example/pets --reproduce README.md

Exit status: 0 the register accepts it, 1 it does not, 2 something is missing, or it could not be checked.`;
