import { relative } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { findK6 } from '../load/k6-program.ts';
import { budgetsOf, refuseMoreThanTheDay, runsOfTiers, type TierRun } from '../load/tiers.ts';
import { renderTiersTerminal } from '../report/terminal-tiers.ts';
import { cacheFolder } from '../files/cache-folder.ts';
import { defaultFolder, historyName } from '../run/folder.ts';
import { resolveAsOf } from '../targets/as-of.ts';
import { readEnvironment } from '../targets/environment.ts';
import { EXIT } from './exit.ts';
import { outShielded } from './github.ts';
import { keepHistory } from './history.ts';
import { refuseWindows, type LoadFlags } from './load-figures.ts';
import { objectivesFrom } from './load-objectives.ts';
import { factor, objective } from './load-options.ts';
import { count, place } from './options.ts';
import { TiersDrive } from './drive-tiers.ts';
import { openTiers, type TierTargets } from './tier-targets.ts';
import { describeTiers } from './tiers-estimate.ts';
import type { Terminal } from './terminal.ts';

/** What `petvet load tiers` is told. */
interface Flags extends LoadFlags {
  readonly keys?: string;
}

/** Adds `petvet load tiers` to `petvet load`. */
export function addLoadTiers(load: Command, terminal: Terminal, finish: (status: number) => void): void {
  load
    .command('tiers')
    .summary('drive the key of each plan to its ceiling, beyond it, and beside another caller; one page of all')
    .description(
      'Runs ceiling, overshoot and isolation with the key of each plan that FILE names, one after the other, each in a window of\n' +
        'which nothing is used, and makes one page: tiers.html, with tiers.json and the report of each run beside it. Without a\n' +
        'target it is the reference server that petvet brings along; without FILE, too, its keys are made up.',
    )
    .option('--keys <file>', 'says of each plan where its key is, in YAML or JSON', place)
    .option('--target <name>', 'a target named in the environment or in .env; its own key is not used')
    .option('--base-url <url>', 'the base address, which ends with /v1')
    .option('--windows <number>', 'how many windows each ceiling fills', count, 3)
    .option('--objective <objective>', 'p95<=200 or errors<=1, of the ceilings; several', objective, [])
    .option('--objectives <file>', 'objectives of the ceilings from a file: OpenSLO v1, or thresholds of k6', place)
    .option(
      '--slowdown <factor>',
      'isolation: fails when the other caller is more than this many times slower than alone',
      factor,
    )
    .option('--anonymous', 'isolation: the other caller sends no key')
    .option('--connections <number>', 'connections at a time, at most', count, 20)
    .option('--yes', 'send it, on a host that is not this machine')
    .option('--dry-run', 'send nothing; say what would be sent')
    .option('--report <dir>', 'where the page and the reports go (default: a new folder under reports/)', place)
    .addHelpText('after', HELP)
    .action(async (_options: object, command: Command) =>
      // Before the name of a subcommand, these flags are the parent's.
      finish(await runTiers(command.optsWithGlobals<Flags>(), terminal)),
    );
}

const HELP = `
FILE names plans of the specification, each with where its key is, and figures where they are not the plan's own:
  free:       { env: FREE_API_KEY }             # an environment variable, or a line of .env
  pro:        { file: /run/secrets/pro-key }    # a file; beside FILE where the path is relative
  enterprise: { env: BIG_API_KEY, perMinute: 5000, perDay: 1000000 }
The other caller of isolation has the next plan's key, or the one that \`second: { env: … }\` gives.

Exit status: the worst of all runs: 130 interrupted, else 1 violated or short of what was asked for, else 2 not judged, else 0.`;

async function runTiers(flags: Flags, terminal: Terminal): Promise<number> {
  refuseForeign(flags);
  const objectives = objectivesFrom(flags);
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const environment = readEnvironment(terminal.cwd, terminal.environment);
  const places = { environment: terminal.environment, cache: cacheFolder(terminal.environment) };
  const program = flags.dryRun === true ? undefined : await findK6(places);
  const service = await openTiers(flags, environment, asOf);
  try {
    const { runs, described } = planned(service, flags);
    for (const file of service.readableByAll)
      terminal.err(
        `petvet: ${file} holds a key, and every user of this machine can read it: chmod 600 would keep it\n`,
      );
    if (program === undefined) {
      terminal.out(described);
      return EXIT.conforms;
    }
    terminal.err(described);
    const [target] = service.tiers.map((tier) => service.targetOf(tier));
    if (target === undefined) throw new UsageError('no plan is named', 'name one in the file of --keys');
    if (!target.loopback && flags.yes !== true)
      throw new UsageError(`${target.baseUrl} is not this machine, and this is a load`, 'add --yes to send it');
    const directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
    const drive = new TiersDrive({ service, target, runs, program, directory, asOf, objectives, flags, terminal });
    const { document, status } = await drive.run();
    outShielded(renderTiersTerminal(document, terminal), terminal);
    terminal.out(`Report: ${relative(terminal.cwd, directory) || '.'} (tiers.html is for reading)`);
    await keepHistory(directory, { report: directory }, terminal);
    return status;
  } finally {
    await service.close();
  }
}

/** The runs, and what is said of them before anything is sent. */
function planned(
  service: TierTargets,
  flags: Flags,
): { readonly runs: readonly TierRun[]; readonly described: string } {
  const [first] = service.tiers;
  if (first === undefined) throw new UsageError('no plan is named', 'name one in the file of --keys');
  const target = service.targetOf(first);
  refuseWindows(target, flags);
  if (flags.connections < 1) throw new UsageError('--connections 0 sends nothing', 'give 1 or more');
  const { windows, share, stepSeconds, connections } = flags;
  const windowSeconds = target.windows.minute;
  const figures = { windowSeconds, windows, share, stepSeconds, connections };
  const runs = runsOfTiers(service.tiers, figures, flags.anonymous === true);
  const budgets = budgetsOf(service.tiers, runs);
  if (!target.loopback) refuseMoreThanTheDay(budgets);
  return { runs, described: describeTiers(runs, budgets, target, service.isReference) };
}

/** Flags of other scenarios would be passed over in silence. */
function refuseForeign({ plan, startAt, distributed, keep, createShare, dashboard }: Flags): void {
  if (plan !== undefined) throw new UsageError('--plan is not for tiers', 'the file of --keys names the plans');
  const given = Object.entries({
    '--start-at': startAt,
    '--distributed': distributed,
    '--keep': keep,
    '--create-share': createShare,
    '--dashboard': dashboard,
  }).find(([, value]) => value !== undefined);
  if (given !== undefined) throw new UsageError(`${given[0]} is not for tiers`, 'leave it out');
}
