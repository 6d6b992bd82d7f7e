import { overlap, SETTLING_MS, spanOf, type Moment } from './alternation.ts';
import type { CallerLog, ListedPage, SeenAnimal } from './caller-log.ts';

/**
 * Whether the store was at rest around some moments, as far as the log shows: no animal changed from one page to another,
 * and no request that gave a page with room left gave another set of animals when it was repeated.
 * Animals that this log wrote are left out: they are no sign of another client.
 *
 * @param pages - one caller's pages, those that may speak of the rest
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
    if (!overlap(page, span) || page.animals.size >= page.limit) continue;
    const others = new Set([...page.animals.keys()].filter((id) => !written.has(id)));
    const request = `${page.explicit ? page.limit : ''} ${page.status ?? ''}`;
    const before = sets.get(request);
    if (before !== undefined && !sameSet(before, others)) return false;
    sets.set(request, others);
  }
  return true;
}

/**
 * Whether no animal was shown with other fields than before, around some moments: who edits animals may edit any of them just when
 * nobody looks.
 *
 * @param around - for this long before and after them, in milliseconds
 */
export function isUnedited(pages: readonly ListedPage[], during: readonly Moment[], around: number): boolean {
  const span = spanOf(during, around);
  const seen = new Map<bigint, SeenAnimal>();
  for (const page of pages) {
    if (!overlap(page, span)) continue;
    for (const animal of page.animals.values()) {
      const before = seen.get(animal.id);
      if (before !== undefined && differences(before, animal).length > 0) return false;
      seen.set(animal.id, animal);
    }
  }
  return true;
}

/** The documented fields that two sights of one animal show with different values; a field that either lacks is none of them. */
export function differences(a: SeenAnimal, b: SeenAnimal): ('name' | 'categoryId' | 'status')[] {
  return (['name', 'categoryId', 'status'] as const).filter(
    (field) => a[field] !== undefined && b[field] !== undefined && a[field] !== b[field],
  );
}

function sameSet(a: ReadonlySet<bigint>, b: ReadonlySet<bigint>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
