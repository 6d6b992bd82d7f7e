import { UsageError } from '../errors.ts';
import type { Environment } from './environment.ts';
import { UNNAMED } from './target.ts';

/** Which target a run is for, and where its variables are: `PETVET_STAGING_` for staging, `PETVET_` without a name. */
export interface Choice {
  readonly name: string;
  readonly prefix: string;
}

/** The names of the targets that have a base address of their own, in lower case. */
function namedTargets(environment: Environment): string[] {
  return Object.entries(environment)
    .filter(([, value]) => value !== undefined && value.trim() !== '')
    .flatMap(([variable]) => /^PETVET_([A-Z\d_]+)_BASE_URL$/.exec(variable)?.[1]?.toLowerCase() ?? []);
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
  const unnamed: Choice = { name: UNNAMED, prefix: 'PETVET_' };
  if (flags.baseUrl !== undefined) {
    if (flags.target === undefined) return unnamed;
    throw new UsageError(
      '--target and --base-url cannot both be given',
      'a named target has its base address in its settings',
    );
  }
  if (flags.target !== undefined) return named(flags.target, '--target');
  const chosen = environment['PETVET_TARGET']?.trim() ?? '';
  if (chosen !== '') return named(chosen, 'PETVET_TARGET');
  const has = (variable: string) => (environment[variable]?.trim() ?? '') !== '';
  if (['PETVET_BASE_URL', 'PETVET_API_KEY', 'PETVET_API_KEY_FILE'].some(has)) return unnamed;
  const names = namedTargets(environment);
  if (names.length === 0) return undefined;
  // Falling back to the embedded server here would let a gate pass that never met the service.
  throw new UsageError(
    `no target is chosen, but ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} configured`,
    `choose one with --target ${names[0]} or PETVET_TARGET=${names[0]}`,
  );
}

function named(name: string, from: string): Choice {
  if (!/^[a-z\d]+([-_][a-z\d]+)*$/i.test(name))
    throw new UsageError(
      `${from} must be a name of letters, digits, hyphens and underscores`,
      'such as staging or staging-eu',
    );
  // PETVET_SECOND_API_KEY is the second caller's key of the target without a name, PETVET_X_SECOND_API_KEY that of x.
  if (/(^|[-_])second$/i.test(name))
    throw new UsageError(
      `${from} must not name a target "second": PETVET_SECOND_API_KEY would have two meanings`,
      'choose another name',
    );
  return { name: name.toLowerCase(), prefix: `PETVET_${name.replaceAll('-', '_').toUpperCase()}_` };
}
