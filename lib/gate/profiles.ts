import { UsageError } from '../errors.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { nearName } from '../targets/near-name.ts';

/** What a kind of run may do, and so what it can verify. */
export interface Profile {
  /** POST is sent: pets are created, and stay. */
  readonly writes: boolean;
  /** The rate limit of the minute is used up. */
  readonly burst: boolean;
  /** It sends so few requests that most rules are left to others. */
  readonly few: boolean;
  /** The flags that `--profile` stands for, as they are typed. */
  readonly flags: readonly string[];
}

/** The kinds of runs, by how much they cover: the whole first. */
export const PROFILES = {
  complete: { writes: true, burst: true, few: false, flags: [] },
  'no-burst': { writes: true, burst: false, few: false, flags: ['--no-burn'] },
  'read-only': { writes: false, burst: false, few: false, flags: ['--no-writes', '--no-burn'] },
  smoke: { writes: false, burst: false, few: true, flags: ['--smoke'] },
} as const satisfies Record<string, Profile>;

/** The name of a kind of run. */
export type ProfileName = keyof typeof PROFILES;

/** How much weighs that a standard asks for: with `strict` a violated should rule fails the run. */
const STRICTNESS = ['default', 'strict'] as const;

/** What `--profile` says. */
export interface WantedProfiles {
  /** The kind of run that was asked for by name. */
  readonly coverage?: ProfileName;
  readonly strictness: (typeof STRICTNESS)[number];
}

/**
 * Which kind of run it was, by what it knew when it began: evidence of any age tells, without a field of its own. Where several
 * things were left out, the one that leaves out most names it; a run that does more than its profile keeps its promise, too.
 */
export function profileOf({
  writes,
  limitLeft,
  smoke,
}: Pick<Knowledge, 'writes' | 'limitLeft' | 'smoke'>): ProfileName {
  if (smoke === true) return 'smoke';
  if (!writes) return 'read-only';
  return limitLeft === undefined ? 'complete' : 'no-burst';
}

/**
 * Reads `--profile`: given several times, or several names separated by commas, in any letter case.
 *
 * @throws {UsageError} for a name that is none, and for two that contradict one another
 */
export function readProfiles(texts: readonly string[]): WantedProfiles {
  const names = [...new Set(texts.flatMap((text) => text.split(',')).map((text) => text.trim().toLowerCase()))];
  const coverages = names.filter(isProfileName);
  const strictnesses = names.filter(isStrictness);
  const stray = names.find((name) => !isProfileName(name) && !isStrictness(name));
  if (stray !== undefined) throw unknownProfile(stray);
  for (const [one, other] of [coverages, strictnesses])
    if (one !== undefined && other !== undefined)
      throw new UsageError(`--profile ${one} and --profile ${other} cannot both be given`, 'name one of them');
  const [coverage] = coverages;
  return { ...(coverage !== undefined && { coverage }), strictness: strictnesses[0] ?? 'default' };
}

function unknownProfile(name: string): UsageError {
  // Nobody need name the default.
  const known = [...Object.keys(PROFILES), 'strict'];
  const near = nearName(name, known);
  return new UsageError(
    `--profile ${JSON.stringify(name.slice(0, 80))} is not a profile; there are ${known.join(', ')}`,
    near === undefined ? 'name one of these, or several separated by commas' : `did you mean ${near}?`,
  );
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

function isStrictness(name: string): name is WantedProfiles['strictness'] {
  return STRICTNESS.some((one) => one === name);
}
