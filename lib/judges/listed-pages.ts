import { LOOKS_APART_MS } from './alternation.ts';
import type { ListedPage } from './caller-log.ts';

/** Whether two pages were requested at about the same time. */
export function isNear(a: ListedPage, b: ListedPage): boolean {
  return a.from - b.to <= LOOKS_APART_MS && b.from - a.to <= LOOKS_APART_MS;
}

/** Whether the requested limit has room for more pets than the page holds. */
export function hasRoom({ explicit, pets, limit }: ListedPage): boolean {
  return explicit && pets.size < limit;
}
