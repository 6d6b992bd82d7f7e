import { onceFor } from '../evidence/once-for.ts';
import type { Glance } from './alternation.ts';
import { PET_FIELDS, type PetField, type ListedPage, type SeenPet } from './caller-log.ts';
import { turnsOf } from './explanations.ts';
import { isEnough, PRICES } from './prices.ts';

/**
 * The fields that lists without a filter show with another value than lists with one, by turns and throughout the log: neither of the two ever
 * shows another value of a pet than before, and of several pets each shows its own before, between and after the other's. An edit
 * would show in the next list, of whichever kind; nobody edits in step with the requests.
 *
 * @param pages - one caller's pages
 */
export const disagreeingFields = onceFor(
  (pages: readonly ListedPage[]): ReadonlySet<PetField> =>
    new Set(PET_FIELDS.filter((field) => disagreesOn(field, pages))),
);

function disagreesOn(field: PetField, pages: readonly ListedPage[]): boolean {
  const sights = new Map<bigint, (Glance & { readonly value: SeenPet[PetField] })[]>();
  for (const { number, from, to, status, pets } of pages) {
    const side = status === undefined ? 'sight' : 'look';
    for (const { id, [field]: value } of pets.values()) {
      if (value === undefined) continue;
      const seen = sights.get(id) ?? [];
      sights.set(id, seen);
      seen.push({ number, from, to, side, value });
    }
  }
  let turns = 0;
  for (const seen of sights.values()) {
    const [plain, filtered] = (['sight', 'look'] as const).map(
      (side) => new Set(seen.flatMap((one) => (one.side === side ? [one.value] : []))),
    );
    if ((plain?.size ?? 0) > 1 || (filtered?.size ?? 0) > 1) return false;
    const [value] = plain ?? [];
    if (value === undefined || filtered?.size !== 1 || filtered.has(value)) continue;
    turns += turnsOf(seen);
  }
  return isEnough(PRICES.turnAmongEdits * turns);
}
