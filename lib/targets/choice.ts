import { UsageError } from '../errors.ts';
import { prefixOf, UNNAMED } from '../evidence/target-name.ts';
import type { Environment } from './environment.ts';
import { nearName } from './near-name.ts';

/** Which target a run is for, and where its variables are: `PETVET_STAGING_` for staging, `PETVET_` without a name. */
export interface Choice {
  readonly name: string;
  readonly prefix: string;
}

/** The names of the targets that have a base address of their own, as `--target` takes them. */
export function namedTargets(environment: Environment): string[] {
  return Object.entries(environment)
    .filter(([, value]) => value !== undefined && value.trim() !== '')
    .flatMap(([variable]) => /^PETVET_([A-Z\d_]+)_BASE_URL$/.exec(variable)?.[1] ?? [])
    .map((name) => name.toLowerCase().replaceAll('_', '-'));
}

/** Whether a target has any of the settings without which there is none. */
export function isConfigured({ prefix }: Choice, environment: Environment): boolean {
  return ['BASE_URL', 'API_KEY', 'API_KEY_FILE'].some(
    (setting) => (environment[`${prefix}${setting}`]?.trim() ?? '') !== '',
  );
}

/**
 * Refuses a name of which nothing is configured: most likely it is mistyped, and the settings tell what was meant.
 *
 * @throws {UsageError} that names the targets there are
 */
export function refuseUnknownTarget(choice: Choice, environment: Environment): void {
  const { name } = choice;
  if (name === UNNAMED || isConfigured(choice, environment)) return;
  const known = namedTargets(environment);
  const near = nearName(name, known);
  const meant = near === undefined ? '' : `did you mean ${near}? `;
  throw new UsageError(
    `there is no target ${name}: neither .env nor the environment sets its base address`,
    known.length === 0
      ? `\`petvet init --target ${name}\` writes its settings`
      : `${meant}the targets are ${known.join(', ')}`,
  );
}

/**
 * Chooses the target: `--base-url`, then `--target`, then `PETVET_TARGET`, then the variables without a name.
 *
 * @returns undefined when nothing is configured at all
 * @throws UsageError for both flags at once, a name that cannot be one, or named targets of which none is chosen
 */
export function chooseTarget(
  flags: { readonly target?: string | undefined; readonly baseUrl?: string | undefined },
  environment: Environment,
): Choice | undefined {
  const unnamed: Choice = { name: UNNAMED, prefix: prefixOf(UNNAMED) };
  if (flags.baseUrl !== undefined) {
    if (flags.target === undefined) return unnamed;
    throw new UsageError(
      '--target and --base-url cannot both be given',
      'a named target has its base address in its settings',
    );
  }
  if (flags.target !== undefined) return unlessReference(targetOf(flags.target, '--target'), environment);
  const chosen = environment['PETVET_TARGET']?.trim() ?? '';
  if (chosen !== '') return unlessReference(targetOf(chosen, 'PETVET_TARGET'), environment);
  if (isConfigured(unnamed, environment)) return unnamed;
  const names = namedTargets(environment);
  if (names.length === 0) return undefined;
  // Falling back to the embedded server here would let a gate pass that never met the service.
  throw new UsageError(
    `no target is chosen, but ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} configured`,
    `choose one with --target ${names[0]} or PETVET_TARGET=${names[0]}; --target ${REFERENCE} is petvet's own server`,
  );
}

/** The name under which petvet's own server is tested where targets are configured. */
const REFERENCE = 'reference';

function unlessReference(choice: Choice, environment: Environment): Choice | undefined {
  return choice.name === REFERENCE && !isConfigured(choice, environment) ? undefined : choice;
}

/** What is wrong with the name of a target, in a clause that follows what gave it, and what to do; undefined where nothing is. */
export function nameFault(name: string): { readonly why: string; readonly hint: string } | undefined {
  if (!/^[a-z\d]+([-_][a-z\d]+)*$/i.test(name))
    return { why: 'must be a name of letters, digits, hyphens and underscores', hint: 'such as staging or staging-eu' };
  // PETVET_SECOND_API_KEY is the second caller's key of the target without a name, PETVET_X_SECOND_API_KEY that of x.
  if (/(^|[-_])second$/i.test(name))
    return {
      why: 'must not name a target "second": PETVET_SECOND_API_KEY would have two meanings',
      hint: 'choose another name',
    };
  return undefined;
}

/**
 * A target by its name, whether it is configured or not.
 *
 * @param from - what gave the name, for the error
 * @throws {UsageError} for a name that cannot be one
 */
export function targetOf(name: string, from: string): Choice {
  const fault = nameFault(name);
  if (fault !== undefined) throw new UsageError(`${from} ${fault.why}`, fault.hint);
  return { name: name.toLowerCase(), prefix: prefixOf(name) };
}

/** The same of a name that a report has, which may be none. */
export function prefixOfRecorded(name: string): string {
  return prefixOf(nameFault(name) === undefined ? name : UNNAMED);
}
