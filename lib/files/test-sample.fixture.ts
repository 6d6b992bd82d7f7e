import { createHash } from 'node:crypto';

/** Whether the tests leave nothing out: `PETVET_TEST_ALL=1 npm test`, as before a release. */
export const IS_WHOLE = process.env['PETVET_TEST_ALL'] === '1';

/** How often something is tried: less often while one works. */
export function times(whole: number, usually: number): number {
  return IS_WHOLE ? whole : usually;
}

/** One in `every` of what has these names, drawn by the hash of each, so that adding one does not exchange the others. */
export function sampled<T>(all: readonly T[], every: number, nameOf: (one: T) => string): readonly T[] {
  return IS_WHOLE ? all : all.filter((one) => hashOf(nameOf(one)) % every === 0);
}

/** That many of them, those whose names have the least hashes. */
export function few<T>(all: readonly T[], count: number, nameOf: (one: T) => string): readonly T[] {
  return IS_WHOLE ? all : all.toSorted((a, b) => hashOf(nameOf(a)) - hashOf(nameOf(b))).slice(0, count);
}

/** The one of them that goes with a name. */
export function oneFor<T>(name: string, all: readonly T[]): readonly T[] {
  return IS_WHOLE ? all : all.slice(hashOf(name) % all.length).slice(0, 1);
}

function hashOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE();
}
