import { Option, type Command } from 'commander';
import { PLAN_NAMES } from '../../contract/plans.ts';
import { LIMITER_KINDS } from '../../reference/limiter-kinds.ts';
import { RETRY_AFTER_FORMS } from '../../reference/options.ts';
import { count, list, place, within } from '../shared/values.ts';
import type { ServeFlags } from './serve.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Many more take minutes to make, and gigabytes of memory. */
const MOST_PETS = 100_000;

/** What each session chooses by itself, or has no use for. */
const OF_ONE_SERVICE = [
  'plan',
  'key',
  'keys',
  'pets',
  'window',
  'day',
  'limiter',
  'retryAfter',
  'seed',
  'defect',
  'variant',
  'grease',
  'list',
];

/** Adds `petvet serve` to the program. */
export function addServe(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('serve')
    .summary('start the reference server: a small service that satisfies every rule')
    .description(
      'Starts the reference server on this machine and runs until it is interrupted. With --sessions, it makes a server for each test of a client.',
    )
    .option('--port <number>', 'the port; 0 takes a free one', within(0, 65_535), 8080)
    .addOption(new Option('--plan <plan>', 'the plan of the keys').choices([...PLAN_NAMES]).default('business'))
    .option('--key <key>', 'a key that callers may use; give it twice for two callers (default: generated)', list, [])
    .addOption(
      new Option('--keys <file>', 'keys of several plans, in the file that `petvet load tiers` reads')
        .argParser(place)
        .conflicts('key'),
    )
    .option('--pets <number>', 'how many pets there are at the start (default: 120)', within(0, MOST_PETS))
    .option('--today <date>', 'the current date of the service (YYYY-MM-DD); of sessions that name none')
    .option('--window <seconds>', 'the length of the minute window, for tests', within(1, 86_400), 60)
    .option('--day <seconds>', 'the length of the day window, for tests', within(1, 86_400), 86_400)
    .addOption(new Option('--limiter <kind>', 'kind of rate limiter (default: fixed)').choices([...LIMITER_KINDS]))
    .addOption(
      new Option('--retry-after <form>', 'format of Retry-After (default: seconds)').choices([...RETRY_AFTER_FORMS]),
    )
    .option('--seed <number>', 'create the same pets as another server with this seed', count)
    .option('--defect <name>', 'start with this defect: one rule violated in one way; give it twice for two', list, [])
    .option('--variant <name>', 'start as this conforming variant; give it twice for two', list, [])
    .addOption(
      new Option(
        '--sessions',
        'serve sessions for tests of clients: each has a service of its own, and verdicts (docs/clients.md)',
      ).conflicts(OF_ONE_SERVICE),
    )
    .option('--grease <seed>', 'conform in several ways at once, drawn from what the specification leaves open', count)
    .option('--list', 'print the defects and the variants, and start nothing')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags) => {
      if (flags.list === true) {
        const { listAlterations } = await import('./list.ts');
        return listAlterations(terminal);
      }
      if (flags.sessions === true) {
        const { serveSessions } = await import('./sessions.ts');
        return finish(await serveSessions(flags, terminal));
      }
      const { runServe } = await import('./serve.ts');
      finish(await runServe(flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet serve                                  prints the address and the key to use with check
  petvet serve --key my-key --plan free
  petvet serve --list | grep LIST-2
  petvet serve --defect limit-1-gives-2         a service that violates LIST-2
  petvet serve --defect limit-1-gives-2 --defect html-404     several at once
  petvet serve --variant token-bucket
  petvet serve --grease 7                       several conforming ways at once, drawn from a seed
  petvet serve --sessions                       POST /sessions makes a service for one test of a client`;
