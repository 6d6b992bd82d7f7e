import { onceFor } from '../evidence/once-for.ts';
import { confirmedBy, type Glance } from './alternation.ts';
import { ANIMAL_FIELDS, type AnimalField, type ListedPage, type SeenAnimal } from './caller-log.ts';

/** One or two animals may be edited back and forth just as lists of either kind are requested; not this many. */
const LEAST_DISAGREEING = 3;

/**
 * The fields that lists without a filter show with another value than lists with one, by turns and throughout the log: neither of the two ever
 * shows another value of an animal than before, and of several animals each shows its own before, between and after the other's. An edit
 * would show in the next list, of whichever kind; nobody edits in step with the requests.
 *
 * @param pages - one caller's pages
 */
export const disagreeingFields = onceFor(
  (pages: readonly ListedPage[]): ReadonlySet<AnimalField> =>
    new Set(ANIMAL_FIELDS.filter((field) => disagreesOn(field, pages))),
);

function disagreesOn(field: AnimalField, pages: readonly ListedPage[]): boolean {
  const sights = new Map<bigint, (Glance & { readonly value: SeenAnimal[AnimalField] })[]>();
  for (const { number, from, to, status, animals } of pages) {
    const side = status === undefined ? 'sight' : 'look';
    for (const { id, [field]: value } of animals.values()) {
      if (value === undefined) continue;
      const seen = sights.get(id) ?? [];
      sights.set(id, seen);
      seen.push({ number, from, to, side, value });
    }
  }
  let disagreeing = 0;
  for (const seen of sights.values()) {
    const [plain, filtered] = (['sight', 'look'] as const).map(
      (side) => new Set(seen.flatMap((one) => (one.side === side ? [one.value] : []))),
    );
    if ((plain?.size ?? 0) > 1 || (filtered?.size ?? 0) > 1) return false;
    const [value] = plain ?? [];
    if (value === undefined || filtered?.size !== 1 || filtered.has(value)) continue;
    if (confirmedBy(seen, true) !== undefined) disagreeing++;
  }
  return disagreeing >= LEAST_DISAGREEING;
}
