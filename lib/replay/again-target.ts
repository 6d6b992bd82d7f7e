import { UsageError } from '../errors.ts';
import { REFERENCE, UNNAMED } from '../evidence/target-name.ts';
import { printable } from '../text/printable.ts';
import { argument } from '../text/shell-word.ts';
import { startShortened } from '../run/embedded.ts';
import type { RecordedRun } from './recorded-run.ts';
import { resolveAsOf } from '../targets/as-of.ts';
import { prefixOfRecorded } from '../targets/choice.ts';
import type { Environment } from '../targets/environment.ts';
import { resolveTarget, type TargetFlags } from '../targets/resolve.ts';
import type { Target } from '../targets/target.ts';

/** The service to ask again; a server that was started for it ends with `close`. */
export interface AgainTarget {
  readonly target: Target;
  /** What the user should know of it, a sentence. */
  readonly note?: string;
  close(): Promise<void>;
}

/**
 * The service to ask again: the one that flags name, else the one that the configuration has for the recorded name. Whoever
 * may write the report could name any address in it, so no key goes to an address that only the report names. A run
 * against the embedded reference server is made against a new one.
 *
 * @throws {UsageError} for anything wrong or missing, as `check` says it
 */
export async function resolveAgain(
  recorded: RecordedRun,
  flags: TargetFlags,
  environment: Environment,
  asOf: string,
): Promise<AgainTarget> {
  const { name, baseUrl, plan } = recorded.report.target;
  const isGiven = flags.target !== undefined || flags.baseUrl !== undefined;
  const isOwn = flags.target === undefined ? !isGiven && name === REFERENCE : flags.target === REFERENCE;
  if (isOwn) return embedded(flags, asOf);
  if (!isGiven && name === UNNAMED && environment['PETVET_BASE_URL'] === undefined) throw unnamedAddress(baseUrl);
  const choice = isGiven || name === UNNAMED ? {} : { target: name };
  const withoutName = !isGiven && name === UNNAMED ? { ...environment, PETVET_TARGET: undefined } : environment;
  const target = resolveTarget(
    { ...flags, ...choice, ...(name !== REFERENCE && { plan: flags.plan ?? plan }) },
    withoutName,
  );
  if (target === undefined) throw unnamedAddress(baseUrl);
  return { ...comparedWith(recorded, target, isGiven), close: () => Promise.resolve() };
}

/** A service that has moved is told of. The same one has the windows that were declared for that run, unless others are declared now. */
function comparedWith(
  { knowledge: { windows }, report }: RecordedRun,
  target: Target,
  isGiven: boolean,
): Pick<AgainTarget, 'target' | 'note'> {
  const { baseUrl } = report.target;
  const moved = `That run tested ${printable(baseUrl)}; the configuration now names ${target.baseUrl}.`;
  if (target.baseUrl !== baseUrl) return { target, ...(!isGiven && { note: moved }) };
  if (target.windows.testInstallation || !windows.testInstallation) return { target };
  const setting = `${prefixOfRecorded(target.name)}WINDOW_SECONDS`;
  const note = `That run had windows of ${windows.minute} s; so has this one, unless ${setting} is set.`;
  return { target: { ...target, windows }, note };
}

function unnamedAddress(baseUrl: string): UsageError {
  return new UsageError(
    `only the report names ${printable(baseUrl)}, and petvet sends a key only to an address that the configuration names`,
    `if that is the service, add --base-url ${argument(baseUrl)}, or set PETVET_BASE_URL`,
  );
}

async function embedded({ plan, writes }: TargetFlags, asOf: string): Promise<AgainTarget> {
  if (plan !== undefined)
    throw new UsageError('--plan cannot be used with a run against the reference server', 'leave it out');
  const started = await startShortened({ today: asOf });
  const target = { ...started.target, writes: writes ?? true };
  const note = `Testing petvet's own reference server, started anew at ${target.baseUrl}.`;
  return { target, note, close: () => started.close() };
}

/** The date of the service: as declared now, or as declared then; a run that declared none lived at its own day. */
export function asOfAgain({ report }: RecordedRun, asOf: string | undefined, today: string): string {
  const declared = report.asOf === report.run.startedAt.slice(0, 10) ? undefined : report.asOf;
  return resolveAsOf(asOf ?? declared, today);
}
