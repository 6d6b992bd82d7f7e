import { rmSync } from 'node:fs';
import { PLANS } from '../contract/plans.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { boundsOf, sayBounds } from '../probe/bounds.ts';
import type { ReferenceOptions } from '../reference/server.ts';
import { check, type CheckPlan } from './check.ts';
import { startShortened, type EmbeddedPlan, type EmbeddedTarget } from './embedded.ts';
import { leaveRoom } from './folder.ts';
import type { Verdicts } from './verdicts.ts';
import type { Target } from '../targets/target.ts';
import { SILENT } from './silent-watcher.ts';

/** What a rehearsal came to. */
export interface Rehearsed {
  /** Where its evidence is, until it is told. */
  readonly directory: string;
  readonly verdicts: Verdicts;
  /** The limit per minute that it had. */
  readonly perMinute: number;
  /** What a run sends at most, in a sentence or two. */
  readonly most: string;
}

/** What `--populate` comes to, as far as that is known before a run. */
const POPULATING = '--populate creates pets until there are 101, one request each; they stay.';

/**
 * Makes a run against the reference server instead of its target, in a folder that goes away.
 *
 * @param plan - `embeddedPlan` is that of the reference server where it is the target itself
 * @param configured - the target that the run is meant for; the reference server when undefined
 * @param tell - says what came of it, while its evidence is there
 */
export async function rehearse(
  { embeddedPlan, ...plan }: Omit<CheckPlan, 'target' | 'directory'> & { readonly embeddedPlan: EmbeddedPlan },
  configured: Target | undefined,
  writes: boolean,
  interrupt: AbortSignal,
  tell: (rehearsed: Rehearsed) => Promise<void>,
): Promise<void> {
  const directory = temporaryFolder('dry-run');
  const { perMinute, ...settings } = rehearsalOf(configured, embeddedPlan);
  const embedded = await startShortened({ today: plan.asOf, perMinute, ...settings });
  try {
    const target = standIn(embedded, configured, perMinute, writes);
    const verdicts = await check({ ...plan, target, directory }, SILENT, interrupt);
    const window = (configured ?? embedded.target).windows.minute;
    const bounds = sayBounds(boundsOf({ ...plan, perMinute, window }), plan.maxRequests !== undefined);
    const most = [bounds, ...(plan.populates === true ? [POPULATING] : [])].join(' ');
    await tell({ directory, verdicts, perMinute, most });
  } finally {
    await embedded.close();
    leaveRoom(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A rehearsal has the limit of the target, Free's where that is not known, and a minute that nobody has to wait for. */
function rehearsalOf(
  target: Target | undefined,
  embeddedPlan: EmbeddedPlan,
): ReferenceOptions & { readonly perMinute: number } {
  const perMinute = target?.plan.perMinute ?? PLANS[embeddedPlan].perMinute;
  return { perMinute, windowSeconds: perMinute > PLANS.free.perMinute ? 10 : 4 };
}

/** The rehearsal's own server, with the settings of the target that decide on what is sent. */
function standIn(
  { target: embedded }: EmbeddedTarget,
  configured: Target | undefined,
  perMinute: number,
  writes: boolean,
): Target {
  const { secondApiKey, ...rest } = embedded;
  const hasSecond = configured === undefined || configured.secondApiKey !== undefined;
  return {
    ...rest,
    loopback: configured?.loopback ?? true,
    ...(hasSecond && secondApiKey !== undefined && { secondApiKey }),
    writes,
    plan: { ...embedded.plan, perMinute },
  };
}
