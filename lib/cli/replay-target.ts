import { UsageError } from '../errors.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import { resolveAsOf } from '../target/as-of.ts';
import type { Environment } from '../target/environment.ts';
import { resolveTarget, type TargetFlags } from '../target/resolve.ts';
import { UNNAMED, type Target } from '../target/target.ts';

/** The name of the reference server that lives and dies with one run. */
const EMBEDDED = 'reference';

/**
 * The target to ask again: the one that flags name, else the recorded one, with the key that the environment has for it.
 *
 * @throws {UsageError} for anything wrong or missing, as `check` says it, and for a server that is gone
 */
export function resolveAgain({ report }: RecordedRun, flags: TargetFlags, environment: Environment): Target {
  const { name, baseUrl, plan } = report.target;
  const recorded = name === EMBEDDED ? {} : { plan: flags.plan ?? plan };
  const target = resolveTarget({ ...flags, ...recorded, ...choiceOf(name, baseUrl, flags, environment) }, environment);
  if (target !== undefined) return target;
  throw new UsageError(
    'that run vetted the reference server that petvet brings along, and it is gone',
    'give the service to ask, with --target, or with --base-url and PETVET_API_KEY; `petvet serve` starts one',
  );
}

/** A target without a name may have moved since: then its variable says where. */
function choiceOf(
  name: string,
  baseUrl: string,
  flags: TargetFlags,
  environment: Environment,
): Pick<TargetFlags, 'target' | 'baseUrl'> {
  if (flags.target !== undefined || flags.baseUrl !== undefined || name === EMBEDDED) return {};
  if (name !== UNNAMED) return { target: name };
  const moved = environment['PETVET_BASE_URL']?.trim() ?? '';
  return { baseUrl: moved === '' ? baseUrl : moved };
}

/** The date of the service: as declared now, or as declared then; a run that declared none lived at its own day. */
export function asOfAgain({ report }: RecordedRun, asOf: string | undefined, today: string): string {
  const declared = report.asOf === report.run.startedAt.slice(0, 10) ? undefined : report.asOf;
  return resolveAsOf(asOf ?? declared, today);
}
