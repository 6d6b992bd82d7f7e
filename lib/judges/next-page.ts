import type { HeaderPair } from '../evidence/exchange.ts';

/**
 * Whether the headers of a list response indicate a following page: a Link to one (or of no stated kind), or a header named
 * like a cursor. How a next page is reached is not shown; where one is, a page is not the whole set. Source: section 4.1.
 */
export function announcesNextPage(headers: readonly HeaderPair[]): boolean {
  return headers.some(([name, value]) => {
    if (value.trim() === '') return false;
    if (/^link$/i.test(name))
      return /\brel\s*=\s*"?[^";,]*\b(next|prev|previous|first|last)\b/i.test(value) || !/\brel\s*=/i.test(value);
    return CURSOR_LIKE.test(name);
  });
}

const CURSOR_LIKE = /cursor|continuation|(^|-)next(-|$)|next-?(page|token|offset)|page-?token|has-?more/i;
