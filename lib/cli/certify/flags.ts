import { Option, type Command } from 'commander';
import { addTargetOptions, dayShareOption } from '../shared/flags.ts';
import type { CertifyFlags } from './values.ts';
import { count, duration, list, place, requestCount } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet certify` to the program. */
export function addCertify(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const command = program
    .command('certify')
    .summary('make a complete run, and sign its result')
    .description(
      'Makes a complete run. If no must rule is violated and every applicable one is verified, it writes certificate.intoto.jsonl ' +
        'beside the report. Anyone who has that file and the evidence can check it with `petvet verify`, without trusting its author.',
    )
    .addOption(
      new Option('--key <file>', 'the private key that signs: Ed25519, PKCS#8 in PEM form')
        .argParser(place)
        .conflicts(['newKey', 'keyless']),
    )
    .addOption(
      new Option('--new-key <file>', 'create such a key, readable only by you, and FILE.pub beside it')
        .argParser(place)
        .conflicts('keyless'),
    )
    .option('--keyless', 'in a pipeline: sign with its identity token, so that nobody has to keep a key')
    .option(
      '--fulcio <url>',
      'with --keyless: who issues the signing certificate (default: https://fulcio.sigstore.dev)',
    )
    .option('--rekor <url>', 'with --keyless: the log that records the signature (default: https://rekor.sigstore.dev)')
    .option('--no-rekor', 'with --keyless and --tsa: record it in no log')
    .option('--tsa <url>', 'with --keyless: a timestamp authority that says when it was signed')
    .option(
      '--from <dir>',
      'certify the run of a service or a client recorded in this report folder; nothing is sent',
      place,
    )
    .option(
      '--register <dir>',
      'with a key: sign the rules, keys, disputes and list of certificates of this register instead of a run',
      place,
    );
  addTargetOptions(command, '')
    .option('--writes', 'send POST, too: the pets that a run creates stay')
    .option('--burn', 'use up the rate limit even on production, or where it is high')
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .option('--seed <number>', 'draw the same values as an earlier run', count)
    .addOption(
      new Option(
        '--nonce <text>',
        'a text from the verifier: seed and names of the created pets follow from it',
      ).conflicts('seed'),
    )
    .option('--subject <name@sha256:hex>', 'what responds at the address: an image, an archive, a commit')
    .option('--start <command>', 'start the service with this command, and stop it afterwards')
    .option('--subject-file <file>', 'with --start: the file that is certified; petvet computes its digest', place)
    .option(
      '--attest <text>',
      'what you state and no run can show, such as the limits of Enterprise; may be given several times',
      list,
      [],
    )
    .option('--catalogue <version>', 'judge by this version of the rule catalogue, without later rules')
    .option('--populate', 'create pets until there are 101, which LIST-4 needs; they stay')
    .option('--max-requests <number>', 'send at most this many requests', requestCount)
    .addOption(dayShareOption())
    .option('--wait-until-up <time>', 'wait up to this long for a response (default with --start: 60s)', duration)
    .option('--report <dir>', 'where the report goes (default: a new folder under reports/)', place)
    .option('--verbose', 'print the verdict on every rule, and what was observed')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: CertifyFlags) => {
      const { runCertify } = await import('./certify.ts');
      finish(await runCertify(flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet certify --target staging --new-key ~/petvet-signing.pem
  petvet certify --target staging --key ~/petvet-signing.pem --nonce 5f0c9b1e
  petvet certify --target staging --keyless
  petvet certify --from reports/staging/DIR --keyless
  petvet certify --from reports/client/DIR --key ~/petvet-signing.pem
  petvet certify --target staging --key ~/petvet-signing.pem --subject registry.example/pets@sha256:HEX
  petvet certify --register register --key ~/petvet-owner.pem
  petvet certify --base-url http://127.0.0.1:8080/v1 --key ~/petvet-signing.pem --start 'node pets.mjs' --subject-file pets.mjs

Exit status: 0 certified, 1 a must rule violated, 2 petvet could not judge, 3 not complete, 130 interrupted. A certificate is written with 0 only.`;
