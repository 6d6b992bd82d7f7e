import { UsageError } from '../errors.ts';
import { prefixOf, REFERENCE, UNNAMED } from '../evidence/target-name.ts';
import type { Environment } from './environment.ts';
import { nameFault } from './name-fault.ts';
import { nearName } from './near-name.ts';
import { pipelineVariable } from './pipeline.ts';
import { SETTING_NAMES } from './settings.ts';

/** Which target a run is for, and where its variables are: `PETVET_STAGING_` for staging, `PETVET_` without a name. */
export interface Choice {
  readonly name: string;
  readonly prefix: string;
}

/** The names of the targets that have a base address of their own, as `--target` takes them. */
export function namedTargets(environment: Environment): string[] {
  return namesThere(environment, ['BASE_URL']);
}

/** The names of the targets of which one of these settings is there, with or without a value. */
function namesThere(environment: Environment, settings: readonly string[]): string[] {
  const names = Object.entries(environment).flatMap(([variable, value]) => {
    if (value === undefined || !variable.startsWith('PETVET_')) return [];
    const rest = variable.slice('PETVET_'.length);
    // PETVET_SECOND_API_KEY is a setting of the target without a name.
    if (SETTING_NAMES.includes(rest)) return [];
    // The longest: PETVET_EU_SECOND_API_KEY is of the target eu.
    const [setting] = settings.filter((end) => rest.endsWith(`_${end}`)).toSorted((a, b) => b.length - a.length);
    return setting === undefined || !/^[A-Z\d_]+$/.test(rest) ? [] : [rest.slice(0, -setting.length - 1)];
  });
  return [...new Set(names)]
    .map((name) => name.toLowerCase().replaceAll('_', '-'))
    .filter((name) => name !== REFERENCE);
}

/** The settings without which there is no target. */
const NEEDED = ['BASE_URL', 'API_KEY', 'API_KEY_FILE'];

/** Whether any of the settings is there without which there is no target; an empty one is there, too, and is told when it is read. */
export function isConfigured(
  { prefix }: Choice,
  environment: Environment,
  settings: readonly string[] = NEEDED,
): boolean {
  return settings.some((setting) => environment[`${prefix}${setting}`] !== undefined);
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

/** What the command line says of which target is meant. */
export interface ChoiceFlags {
  readonly target?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** The flags that were given and that make a gate of the run, as they are typed: such a run has a target that somebody named. */
  readonly gateFlags?: readonly string[] | undefined;
}

/**
 * Chooses the target: `--base-url`, then `--target`, then `PETVET_TARGET`, then the variables without a name.
 *
 * @returns undefined for petvet's own server: where it is named, or where nothing is configured at all, outside of any gate and pipeline
 * @throws UsageError for both flags at once, a name that cannot be one, an empty variable, named targets of which none is chosen,
 *   and for nothing configured where that must not look like a pass
 */
export function chooseTarget(flags: ChoiceFlags, environment: Environment): Choice | undefined {
  const choice = namedByUser(flags, environment);
  if (choice?.name === REFERENCE) {
    if (!isConfigured(choice, environment, SETTING_NAMES)) return undefined;
    throw new UsageError(
      `${choice.prefix}… configures a target with the name ${REFERENCE}, and that is petvet's own reference server`,
      'give the target another name',
    );
  }
  const chosen = choice ?? unnamedIn(environment);
  if (chosen === undefined) refuseUnasked(flags, environment);
  else refuseEmpty(chosen, flags, environment);
  return chosen;
}

function namedByUser({ target, baseUrl }: ChoiceFlags, environment: Environment): Choice | undefined {
  if (baseUrl !== undefined) {
    if (target === undefined) return WITHOUT_NAME;
    throw new UsageError(
      '--target and --base-url cannot both be given',
      'a named target has its base address in its settings',
    );
  }
  if (target !== undefined) return targetOf(target, '--target');
  const { PETVET_TARGET: name } = environment;
  if (name?.trim() === '') throw emptyVariables(['PETVET_TARGET']);
  return name === undefined ? undefined : targetOf(name.trim(), 'PETVET_TARGET');
}

const WITHOUT_NAME: Choice = { name: UNNAMED, prefix: prefixOf(UNNAMED) };

function unnamedIn(environment: Environment): Choice | undefined {
  if (isConfigured(WITHOUT_NAME, environment)) return WITHOUT_NAME;
  const names = namesThere(environment, SETTING_NAMES);
  if (names.length > 0)
    // Falling back to the embedded server here would let a gate pass that never met the service.
    throw new UsageError(
      `no target is chosen, but ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} configured`,
      `choose one with --target ${names[0]} or PETVET_TARGET=${names[0]}; --target ${REFERENCE} is petvet's own server`,
    );
  return isConfigured(WITHOUT_NAME, environment, SETTING_NAMES) ? WITHOUT_NAME : undefined;
}

/** A pipeline whose settings did not reach petvet, and a gate that holds nothing, must not pass on petvet's own server. */
function refuseUnasked({ gateFlags: [gate] = [] }: ChoiceFlags, environment: Environment): void {
  const pipeline = pipelineVariable(environment);
  if (gate === undefined && pipeline === undefined) return;
  const where = gate === undefined ? `in a pipeline (${pipeline} is set)` : `with ${gate}`;
  throw new UsageError(
    `no target is configured: ${where}, petvet tests its own reference server only if you name it`,
    `set PETVET_BASE_URL and PETVET_API_KEY, or name a target; --target ${REFERENCE} is petvet's own server`,
  );
}

function refuseEmpty({ prefix }: Choice, { baseUrl }: ChoiceFlags, environment: Environment): void {
  const empty = SETTING_NAMES.filter((setting) => environment[`${prefix}${setting}`]?.trim() === '')
    .filter((setting) => setting !== 'BASE_URL' || baseUrl === undefined)
    .map((setting) => `${prefix}${setting}`);
  if (empty.length > 0) throw emptyVariables(empty);
}

function emptyVariables(names: readonly string[]): UsageError {
  return new UsageError(
    `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} empty`,
    'give each a value, or remove it; in a pipeline a variable is empty where its secret is missing',
  );
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
