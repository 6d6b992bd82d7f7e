import { statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Document } from 'yaml';
import * as z from 'zod';
import { PLAN_NAMES, PLANS, type PlanName } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { readYamlDocument, YamlFault } from '../files/yaml.ts';
import type { Environment } from '../targets/environment.ts';

/** A plan with a key of it, and what it grants. Holds secrets: never print or store one whole. */
export interface Tier {
  readonly plan: PlanName;
  readonly apiKey: string;
  /** The other caller's key for `isolation`, where the file gives one; else it is another plan's. */
  readonly secondApiKey?: string;
  readonly perMinute: number;
  /** Unknown: nothing is said of the day. */
  readonly perDay?: number;
}

/** What a file of keys holds. */
export interface KeysFile {
  /** The smallest plan first. */
  readonly tiers: readonly Tier[];
  /** Files with a key that every user of this machine can read. */
  readonly readableByAll: readonly string[];
}

const NAME = /^[A-Z_][A-Z\d_]{0,127}$/;
const KEY = /^[\u0021-\u007e]{1,4096}$/;

const source = {
  env: z.string().regex(NAME).optional(),
  file: z.string().min(1).optional(),
  key: z.string().optional(),
};

const figure = z.int().min(1).max(999_999_999).optional();

const Entry = z.strictObject({
  ...source,
  perMinute: figure,
  perDay: figure,
  second: z.strictObject(source).optional(),
});

type Source = z.infer<typeof Entry>['second'] & {};

/** What is said of a wrong value, by its field. No sentence repeats a value: it may be a key. */
const MUST: Readonly<Record<string, string>> = {
  env: 'must be the name of an environment variable: capital letters, digits and underscores',
  file: 'must be the path of a file',
  key: 'must be a text',
  perMinute: 'must be a whole number of requests, 1 to 999999999',
  perDay: 'must be a whole number of requests, 1 to 999999999',
  second: 'must have one of env, file and key',
};

const HINT =
  'write YAML or JSON such as `free: { env: FREE_API_KEY }`, one plan per line: env names an environment variable, file a file, and key is the key itself';

/** The largest file of keys, and the largest file of one key, in bytes. */
const MOST_BYTES = 65_536;

/**
 * Reads the keys of several plans: for each plan where its key is, and figures where they are not those of the specification.
 *
 * @param file - YAML or JSON; files that it names are looked for beside it
 * @param environment - with `.env` merged in: variables that the file names are taken from it
 * @throws {UsageError} with one sentence a line for everything that is wrong, never with a key
 */
export function readKeysFile(file: string, environment: Environment): KeysFile {
  const entries = Object.entries(planEntries(file));
  const wrong: string[] = [];
  const read = new Reading(file, environment, wrong);
  const tiers = entries.flatMap(([name, value]) => {
    const plan = PLAN_NAMES.find((one) => one === name);
    if (plan === undefined) {
      wrong.push(`${file} names an unknown plan: the plans are ${PLAN_NAMES.join(', ')}`);
      return [];
    }
    return read.tier(plan, value) ?? [];
  });
  if (entries.length === 0) wrong.push(`${file} names no plan`);
  if (wrong.length === 0) wrong.push(...sameKeys(tiers).map((says) => `${file}: ${says}`));
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'), HINT);
  const inOrder = tiers.toSorted((a, b) => PLAN_NAMES.indexOf(a.plan) - PLAN_NAMES.indexOf(b.plan));
  return { tiers: inOrder, readableByAll: [...new Set(read.holding)].filter(isReadableByAll) };
}

function planEntries(file: string): object {
  const value = plainValue(documentOf(file));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${file} must hold plans, each with where its key is, and no aliases`, HINT);
  return value;
}

function documentOf(file: string): Document | undefined {
  try {
    return readYamlDocument(textOf(file));
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError(`${file}, line ${error.line}: this is not YAML`, HINT);
  }
}

/** Undefined where it has aliases, which could make much of little. */
function plainValue(document: Document | undefined): unknown {
  try {
    return document?.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readGivenFile(file, { bytes: MOST_BYTES }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.message}`, HINT);
  }
}

/** Reads the entries of a file, and gathers what is wrong with them. */
class Reading {
  readonly #file: string;
  readonly #environment: Environment;
  readonly #wrong: string[];
  /** Files that hold a key. */
  readonly holding: string[] = [];

  constructor(file: string, environment: Environment, wrong: string[]) {
    this.#file = file;
    this.#environment = environment;
    this.#wrong = wrong;
  }

  tier(plan: PlanName, value: unknown): Tier | undefined {
    const read = Entry.safeParse(value);
    if (!read.success) {
      for (const issue of read.error.issues) this.#say(plan, ...sayIssue(issue));
      return undefined;
    }
    const { second, perMinute, perDay, ...own } = read.data;
    const apiKey = this.#key(plan, '', own);
    const secondApiKey = second === undefined ? undefined : this.#key(plan, 'second', second);
    const known = plan === 'enterprise' ? undefined : PLANS[plan];
    const figures = { perMinute: perMinute ?? known?.perMinute, perDay: perDay ?? known?.perDay };
    if (figures.perMinute === undefined) return this.#say(plan, 'perMinute', 'is missing: this plan has custom limits');
    if (apiKey === undefined || (second !== undefined && secondApiKey === undefined)) return undefined;
    return {
      plan,
      apiKey,
      ...(secondApiKey !== undefined && { secondApiKey }),
      perMinute: figures.perMinute,
      ...(figures.perDay !== undefined && { perDay: figures.perDay }),
    };
  }

  #key(plan: PlanName, field: string, { env, file, key }: Source): string | undefined {
    if ([env, file, key].filter((one) => one !== undefined).length !== 1)
      return this.#say(plan, field, 'must have one of env, file and key');
    const [found, of] =
      env !== undefined
        ? [this.#environment[env], `the environment variable ${env}`]
        : file !== undefined
          ? [this.#textBeside(plan, file), `the file ${file}`]
          : [key, 'key'];
    if (key !== undefined) this.holding.push(this.#file);
    if (found === undefined)
      return env === undefined ? undefined : this.#say(plan, field, `names ${of}, which is not set`);
    const text = file === undefined ? found : found.trim();
    if (KEY.test(text)) return text;
    return this.#say(plan, field, `has no key in ${of}: it must be printable ASCII without spaces`);
  }

  #textBeside(plan: PlanName, name: string): string | undefined {
    const path = isAbsolute(name) ? name : join(dirname(this.#file), name);
    try {
      const text = readGivenFile(path, { bytes: MOST_BYTES }).toString();
      this.holding.push(path);
      return text;
    } catch (error) {
      if (!(error instanceof GivenFileError)) throw error;
      return this.#say(plan, 'file', `cannot be read: ${error.message}`);
    }
  }

  #say(plan: PlanName, field: string, says: string): undefined {
    this.#wrong.push(`${this.#file}: ${[plan, field].filter((part) => part !== '').join('.')} ${says}`);
    return undefined;
  }
}

/** Where an issue is, and what is said of it; the words of the library may repeat a value. */
function sayIssue({ code, path }: z.core.$ZodIssue): [field: string, says: string] {
  const field = path.join('.');
  if (code === 'unrecognized_keys')
    return [field, 'has a field that is not known: there are env, file, key, perMinute, perDay and second'];
  const name = path.at(-1);
  return [field, (typeof name === 'string' ? MUST[name] : undefined) ?? 'must have one of env, file and key'];
}

/** A key that two callers have is one caller. */
function sameKeys(tiers: readonly Tier[]): string[] {
  const named = tiers.flatMap(({ plan, apiKey, secondApiKey }) => [
    { name: plan, key: apiKey, isSecond: false },
    ...(secondApiKey === undefined ? [] : [{ name: `${plan}.second`, key: secondApiKey, isSecond: true }]),
  ]);
  return named.flatMap(({ name, key, isSecond }, index) => {
    const other = named.find((one, before) => before < index && one.key === key && (!one.isSecond || !isSecond));
    return other === undefined
      ? []
      : [`${other.name} and ${name} have the same key, and each must be a caller of its own`];
  });
}

/** Where permissions are not those of POSIX nobody can tell. */
function isReadableByAll(file: string): boolean {
  const stats = process.platform === 'win32' ? undefined : statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.isFile() && (stats.mode & 0o004) !== 0;
}
