import { Option, type Command } from 'commander';
import { place, places } from '../shared/values.ts';
import { addTrustedRoot } from '../shared/trusted-root.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { VerifyFlags } from './values.ts';

/** Adds `petvet verify` to the program. */
export function addVerify(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const command = program
    .command('verify')
    .argument('[file]', 'certificate.intoto.jsonl')
    .summary('check a certificate, by judging its evidence again')
    .description(
      'Checks a certificate without trusting its author: its signature, that the evidence is what was certified, that the run was ' +
        'complete, and every verdict, by judging the evidence again. Sends nothing, except with --live, and to a TUF repository that --trusted-root names.',
    )
    .option(
      '--evidence <file>',
      'the evidence (default: evidence.jsonl, or client-evidence.jsonl, beside the certificate)',
      place,
    )
    .addOption(
      new Option('--public-key <file>', 'the key that must have signed it, in PEM form')
        .argParser(place)
        .conflicts(['certificateIdentity', 'certificateIssuer']),
    )
    .addOption(
      new Option('--any-signer', 'whoever signed it counts: anyone can make a key').conflicts([
        'publicKey',
        'certificateIdentity',
        'certificateIssuer',
      ]),
    )
    .option('--certificate-identity <id>', 'of a keyless certificate: who must have signed it, exactly')
    .option('--certificate-issuer <url>', 'of a keyless certificate: who must have identified its signer');
  addTrustedRoot(command)
    .option('--errata <file>', 'errata.yaml of a register: its errata apply to the certificate', place)
    .option('--nonce <text>', 'the text that the run must have followed')
    .option('--subject-file <file>', 'the file that must be the one that was certified', place)
    .option(
      '--live <url>',
      'also check that this service has the pets that the run created: at most five requests; the key comes from PETVET_API_KEY',
    )
    .option('--allow-plain-http', 'with --live: let the key go over plain http to a host that is not this machine')
    .addOption(
      new Option(
        '--all <dir>',
        'check a register instead: every NAME/VERSION with product.yaml, certificate and evidence',
      )
        .argParser(place)
        .conflicts(OF_ONE_CERTIFICATE),
    )
    .option('--owner-key <file>', 'with --all: the key that must have signed the register, in PEM form', place)
    .addOption(
      new Option(
        '--format <format>',
        'json: the checks as one line; svr: results for policy engines; with --all, also html or markdown: the table',
      ).choices(['json', 'svr', 'html', 'markdown']),
    )
    .option(
      '--out <file>',
      'FILE.svr.jsonl: write results for policy engines (in-toto SVR); with --all, others: the table, badges beside it; may be given several times',
      places,
    )
    .option('--key <file>', 'sign the results for policy engines with this private key', place)
    .option(
      '--submissions <url>',
      'with --all: where the register is published, so that badges lead to the evidence (default: its path, if the table is beside or in it)',
    )
    .option('--as-of <date>', 'with --all: say which certificates were fresh on this date (YYYY-MM-DD)')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string | undefined, flags: VerifyFlags) => {
      const { runVerify } = await import('./verify.ts');
      finish(await runVerify(file, flags, terminal));
    });
}

/** Of many certificates each has evidence, key and nonce of its own. */
const OF_ONE_CERTIFICATE =
  'evidence errata publicKey anySigner certificateIdentity certificateIssuer nonce subjectFile live'.split(' ');

const EXAMPLES = `
Examples:
  petvet verify certificate.intoto.jsonl --public-key petvet-signing.pem.pub
  petvet verify certificate.intoto.jsonl --evidence evidence.jsonl --any-signer --format json
  petvet verify certificate.intoto.jsonl --trusted-root trusted_root.json --certificate-identity ID --certificate-issuer URL
  petvet verify certificate.intoto.jsonl --public-key petvet-signing.pem.pub --live https://pets.example/v1
  petvet verify --all register --out register.html --out README.md
  petvet verify --all register --owner-key petvet-owner.pem.pub --out register.svr.jsonl --key petvet-signing.pem

Exit status: 0 valid (with --all: every submission), 1 not valid, 2 could not be checked, or nobody said whose signature counts.`;
