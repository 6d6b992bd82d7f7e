import { LOOKS_APART_MS } from './alternation.ts';
import type { ListedPage } from './caller-log.ts';

/** Whether two pages were requested at about the same time. */
export function isNear(a: ListedPage, b: ListedPage): boolean {
  return a.from - b.to <= LOOKS_APART_MS && b.from - a.to <= LOOKS_APART_MS;
}

/** Whether a page has as many pets as it may have: others may follow. */
export function isFull({ pets, limit }: ListedPage): boolean {
  return pets.size >= limit;
}

/** A page with more pets than requested is judged by itself, and not compared. */
export function isOverfull({ pets, limit }: ListedPage): boolean {
  return pets.size > limit;
}

/** Whether a filtered page shows pets of another status: it is judged by itself (LIST-6), and its size follows from them. */
export function showsOthers({ status, pets }: ListedPage): boolean {
  return status !== undefined && [...pets.values()].some((one) => one.status !== undefined && one.status !== status);
}

/** What a page was requested with: pages of one request are to be the same. */
export function requestOf({ explicit, limit, status }: ListedPage): string {
  return `${explicit ? limit : ''} ${status ?? ''}`;
}

/** Whether the requested limit has room for more pets than the page holds. */
export function hasRoom(page: ListedPage): boolean {
  return page.explicit && !isFull(page);
}

/** The most characters of a request in a sentence. */
const MOST_OF_A_TARGET = 100;

/** The request of a page as a sentence names it. */
export function shortTarget(target = '/pets'): string {
  return target.slice(0, MOST_OF_A_TARGET);
}
