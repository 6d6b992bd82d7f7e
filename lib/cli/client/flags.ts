import { Option, type Command } from 'commander';
import type { ClientFlags } from './client.ts';
import { NAMED_SITUATIONS } from '../../client/situations.ts';
import { OUTCOME_FORMATS } from '../shared/printed-outcome.ts';
import { addGateOptions, keepOption, reportOption } from '../shared/flags.ts';
import { count, positive, within } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet client` to the program. */
export function addClient(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const described = program
    .command('client')
    .summary('run a client, and judge whether it sends what is documented and backs off after a 429')
    .description(
      'Runs a client of the interface against the reference server on this machine, in situations where something goes wrong, such as a 429 ' +
        'or a lost response. Gives a verdict on each CLIENT rule, and says what else the client did. A client that sends about ten requests, ' +
        'one of them a POST, is tested fully, in about a minute. It is run several times, and reads the base address and a key, made for the ' +
        'run, from its environment.',
    )
    .argument('<command...>', 'the command that runs the client, after --; {baseUrl} stands for the base address')
    .option(
      '--base-url-variable <name>',
      'the variable from which the client reads the base address',
      'PETVET_BASE_URL',
    )
    .option('--api-key-variable <name>', 'the variable from which the client reads the key', 'PETVET_API_KEY')
    .option('--port <number>', 'the port of the server; 0 takes a free one', within(0, 65_535), 0)
    .option('--timeout <seconds>', 'end each run of the client after this time', positive, 300)
    .option('--as-of <date>', 'test as of this date (YYYY-MM-DD), for example one after getPet is removed')
    .addOption(
      new Option('--situation <name...>', 'run it only in these situations')
        .choices([...NAMED_SITUATIONS])
        .default([], 'all'),
    )
    .option('--grease <seed>', 'run it also where the service conforms in unusual ways, drawn from this seed', count)
    .addOption(reportOption())
    .addOption(keepOption('runs'))
    .addOption(
      new Option('--format <format>', 'print only the outcome, as one word, or the report as one line of JSON').choices(
        [...OUTCOME_FORMATS],
      ),
    );
  addGateOptions(described, 'strict: a violated should rule fails the run, too', ', or a named situation was not met')
    .addHelpText('after', EXAMPLES)
    .action(async (command: readonly string[], flags: ClientFlags) => {
      const { runClient } = await import('./client.ts');
      finish(await runClient(command, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet client -- node adopt.mjs
  petvet client --base-url-variable PETS_URL --api-key-variable PETS_KEY -- npm run integration
  petvet client -- python3 sync.py --url {baseUrl}
  petvet client --situation refusals key-revoked -- node adopt.mjs
  petvet client --grease 7 -- node adopt.mjs                 does it break on what is left open?
  petvet client --baseline petvet-baseline.yaml -- node adopt.mjs     only what is not known fails

Exit status: 0 no must rule is violated, 1 one is violated or the client breaks with --grease, 2 petvet could not judge, 3 with
--require-complete if a must rule was not verified or a named situation not met, 130 interrupted.`;
