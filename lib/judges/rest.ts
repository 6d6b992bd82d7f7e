import { overlap, SETTLING_MS, spanOf, type Moment } from './alternation.ts';
import { PET_FIELDS, type PetField, type CallerLog, type ListedPage, type SeenPet } from './caller-log.ts';
import { disagreeingFields } from './disagreeing-lists.ts';
import type { IsAtRest } from './explanations.ts';
import { isFull, requestOf } from './listed-pages.ts';

/**
 * Whether the store was at rest around some moments, as far as the log shows: no pet changed from one page to another,
 * and no request that gave a page with room left gave another set of pets when it was repeated.
 * Pets that this log created are left out: they do not show another client.
 *
 * @param pages - one caller's pages, those that may show it
 * @param during - the moments between which, and around which, the store must rest
 * @param around - for how long before and after them, in milliseconds; a lag by default
 */
export function isAtRest(
  pages: readonly ListedPage[],
  during: readonly Moment[],
  written: CallerLog['written'],
  around = SETTLING_MS,
): boolean {
  if (!isUnedited(pages, during, around)) return false;
  const span = spanOf(during, around);
  const sets = new Map<string, ReadonlySet<bigint>>();
  for (const page of pages) {
    if (!overlap(page, span) || isFull(page)) continue;
    const others = new Set([...page.pets.keys()].filter((id) => !written.has(id)));
    const request = requestOf(page);
    const before = sets.get(request);
    if (before !== undefined && !sameSet(before, others)) return false;
    sets.set(request, others);
  }
  return true;
}

/**
 * Whether the store was at rest around the responses that disagree; {@link isAtRest}. Where others before them did not tell, no edit may be
 * seen for as long as a client that edits may be at work.
 *
 * @param pages - those of the caller that show it best
 */
export function restOf(log: CallerLog, pages = log.pages): IsAtRest {
  return (proof, later) => isAtRest(pages, proof, log.written) && (!later || isUnedited(log.pages, proof, AT_WORK_MS));
}

/** A client that wrote this long before or after, in milliseconds, may have written in between: a run on a busy machine is slow. */
export const AT_WORK_MS = 23_000;

/**
 * Whether no pet was shown with other fields than before, around some moments: a client that edits pets may edit any of them just when
 * nobody looks. What lists with a filter and lists without one show differently throughout the log was not edited.
 *
 * @param around - for this long before and after them, in milliseconds
 */
function isUnedited(pages: readonly ListedPage[], during: readonly Moment[], around: number): boolean {
  const span = spanOf(during, around);
  const near = pages.filter((page) => overlap(page, span));
  const views = [false, true].map((isFiltered) => near.filter(({ status }) => (status !== undefined) === isFiltered));
  if (!views.every((alike) => changesOf(alike).size === 0)) return false;
  const changes = changesOf(near);
  if (changes.size === 0) return true;
  const disagreeing = disagreeingFields(pages);
  return [...changes].every((field) => disagreeing.has(field));
}

/** The fields in which some pet was not shown with one value throughout. */
function changesOf(pages: readonly ListedPage[]): Set<PetField> {
  const seen = new Map<bigint, SeenPet>();
  const changed = new Set<PetField>();
  for (const { pets } of pages) {
    for (const pet of pets.values()) {
      const before = seen.get(pet.id);
      if (before !== undefined) for (const field of differences(before, pet)) changed.add(field);
      seen.set(pet.id, pet);
    }
  }
  return changed;
}

/** The documented fields that two sights of one pet show with different values; a field that either lacks does not count. */
export function differences(a: SeenPet, b: SeenPet): PetField[] {
  return PET_FIELDS.filter((field) => a[field] !== undefined && b[field] !== undefined && a[field] !== b[field]);
}

function sameSet(a: ReadonlySet<bigint>, b: ReadonlySet<bigint>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
