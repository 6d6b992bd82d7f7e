import type { CallerLog, ListedPage } from './caller-log.ts';
import type { OwnCreation, Write } from './own-pets.ts';
import type { WholeSets } from './whole-sets.ts';

/** One caller's log, and what shows whether a pet that was not to be stored would have been seen. */
export interface Surroundings {
  readonly log: CallerLog;
  readonly whole: WholeSets;
  readonly own: readonly OwnCreation[];
  /** Whether a 404 of getPet still means that there is no such pet. */
  readonly getsTell: boolean;
}

/** The most ids between two creations that are requested. */
const MOST_BETWEEN = 20n;

/**
 * Whether one caller's log would have shown the pet of a refused creation, had it been stored.
 *
 * @returns the exchanges that would have; or the page that could, if it were requested again after the refusal
 */
export function wouldBeSeen(write: Write, around: Surroundings): { proof?: readonly number[]; nearest?: ListedPage } {
  const { log, whole } = around;
  const fits = ({ status }: ListedPage) => status === undefined || status === write.status;
  const telling = log.pages.filter((page) => fits(page) && whole.complete.has(page));
  const after = telling.find((page) => page.from >= write.to);
  if (after !== undefined) return { proof: [write.number, after.number] };
  const proof = betweenIds(write, around) ?? betweenOnPage(write, around);
  if (proof !== undefined) return { proof };
  const nearest = telling.at(-1);
  return nearest === undefined ? {} : { nearest };
}

/** The page holds the whole store, or the whole set of the status that was sent. */
function holdsAll(page: ListedPage, { status }: Write, { unfit, stores, sets }: WholeSets): boolean {
  if (unfit !== undefined) return false;
  return stores.includes(page) || (status !== undefined && page.status === status && sets.has(page));
}

/** Whether a pet was not in the store before a creation: a page that holds all lacked it, or its id lies between those of creations around it. */
export function wasNotThereBefore(id: bigint, write: Write, { log, whole, own }: Surroundings): boolean {
  if (log.pages.some((page) => page.to <= write.from && !page.pets.has(id) && holdsAll(page, write, whole)))
    return true;
  const before = own.findLast(({ to }) => to <= write.from);
  const after = own.find(({ from }) => from >= write.to);
  return before !== undefined && after !== undefined && before.pet.id < id && id < after.pet.id;
}

/** The ids of the creations before and after leave no room: they are neighbours, or getPet knows of none between them. */
function betweenIds(write: Write, { log, own, getsTell }: Surroundings): number[] | undefined {
  const before = own.findLast(({ to }) => to <= write.from);
  const after = own.find(({ from }) => from >= write.to);
  if (before === undefined || after === undefined) return undefined;
  const enclosing = [before.number, write.number, after.number];
  const gap = after.pet.id - before.pet.id;
  if (gap === 1n) return enclosing;
  if (gap > 1n && gap <= MOST_BETWEEN && getsTell && log.gets.some(({ pet }) => pet !== undefined)) {
    const ids = Array.from({ length: Number(gap) - 1 }, (_none, index) => before.pet.id + BigInt(index + 1));
    const misses = ids.map((id) =>
      log.gets.find((got) => got.id === id && got.pet === undefined && got.from >= write.to),
    );
    if (misses.every((miss) => miss !== undefined)) return [...enclosing, ...misses.map(({ number }) => number)];
  }
  return undefined;
}

/** A page in the order of ids, which rise with time, shows creations from before and after: the one between would be there. */
function betweenOnPage(write: Write, { log, own }: Surroundings): number[] | undefined {
  if (!rises(own.map(({ pet }) => pet.id))) return undefined;
  for (const page of log.pages) {
    const ids = [...page.pets.keys()];
    const fits = page.status === undefined || page.status === write.status;
    if (!fits || page.from < write.to || !(rises(ids) || rises(ids.toReversed()))) continue;
    const before = own.findLast(({ to, pet }) => to <= write.from && page.pets.has(pet.id));
    const after = own.find(({ from, pet }) => from >= write.to && page.pets.has(pet.id));
    if (before && after) return [before.number, write.number, after.number, page.number];
  }
  return undefined;
}

function rises(ids: readonly bigint[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
}
