import { relative } from 'node:path';
import { UsageError } from '../../../errors.ts';
import { findK6 } from '../../../load/k6-program.ts';
import { budgetsOf, refuseMoreThanTheDay, runsOfTiers, type TierRun } from '../../../load/tiers.ts';
import { cacheFolder } from '../../../files/cache-folder.ts';
import { defaultFolder, historyName } from '../../../run/folder.ts';
import { resolveAsOf } from '../../../targets/as-of.ts';
import { readEnvironment } from '../../../targets/environment.ts';
import { EXIT } from '../../../gate/exit.ts';
import { keepHistory } from '../../shared/keep-history.ts';
import { refuseWindows } from '../figures.ts';
import { objectivesFrom } from '../objectives.ts';
import type { LoadFlags } from '../values.ts';
import { TiersDrive } from '../../../load/tiers-drive.ts';
import { openTiers, type TierTargets } from '../../../load/tier-targets.ts';
import { sayDecision } from '../../shared/printed-outcome.ts';
import { describeTiers } from './estimate.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { refuseGiven } from '../../shared/given-flags.ts';
import { renderTiersTerminal } from '../../../report/terminal-load.ts';

/** What `petvet load tiers` is told. */
export interface TiersFlags extends LoadFlags {
  readonly keys?: string;
}

/** Drives the key of each plan. @returns the worst exit status of the runs */
export async function runTiers(flags: TiersFlags, terminal: Terminal): Promise<number> {
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
    if (target === undefined) throw new UsageError('no plan was given', 'name one in the file of --keys');
    if (!target.loopback && flags.yes !== true)
      throw new UsageError(`${target.baseUrl} is not this machine, and this is a load`, 'add --yes to send it');
    const directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
    const going = {
      environment: terminal.environment,
      interrupt: terminal.interrupt,
      say: (text: string) => terminal.err(text),
    };
    const drive = new TiersDrive({ service, target, runs, program, directory, asOf, objectives, flags, ...going });
    const { document, exit } = await drive.run();
    terminal.out(renderTiersTerminal(document, terminal));
    terminal.out(`Report: ${relative(terminal.cwd, directory) || '.'} (tiers.html is for reading)`);
    await keepHistory(directory, { report: directory }, terminal);
    sayDecision(exit, terminal);
    return exit.exitStatus;
  } finally {
    await service.close();
  }
}

/** The runs, and what is said of them before anything is sent. */
function planned(
  service: TierTargets,
  flags: TiersFlags,
): { readonly runs: readonly TierRun[]; readonly described: string } {
  const [first] = service.tiers;
  if (first === undefined) throw new UsageError('no plan was given', 'name one in the file of --keys');
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

/** TiersFlags of other scenarios would be passed over in silence. */
function refuseForeign(flags: TiersFlags): void {
  refuseGiven(flags, ['plan'], notForTiers, 'the file of --keys names the plans');
  refuseGiven(flags, ['startAt', 'distributed', 'keep', 'createShare', 'dashboard'], notForTiers, 'leave it out');
}

function notForTiers(flag: string): string {
  return `${flag} is not for tiers`;
}
