import type { Rule } from './rule.ts';

/** GET /pets. Source: specification, sections 4.1 and 8. */
export const listRules = {
  'LIST-1': {
    level: 'must',
    says: 'the list is 200 with an array in which every item is a Pet',
    source: 'section 4.1; section 2, Pet and Pets',
    judged:
      '`status` may be absent; if present, it is one of the three (null is inconclusive); extra fields are allowed',
    shownOn: ['lists'],
    toFix: 'Return the array itself, without an envelope, and validate each item against the model before it is sent.',
  },
  'LIST-2': {
    level: 'must',
    says: 'a limit from 1 to 100 returns 200 with at most that many items',
    source: 'section 4.1; section 8, "Page size"',
    judged: 'over the whole range, always including 1 and 100',
    shownOn: ['lists'],
    toFix:
      'Accept each `limit` from 1 to 100, and pass it to the query as it is: n, not n + 1. If lists fail whatever is sent, look at the base address.',
  },
  'LIST-3': {
    level: 'must',
    says: 'the default page size is 20: without limit, as many items as with limit=20, and never more',
    source: 'section 4.1; section 8, "Page size"',
    judged: 'counts are compared only when they are stable over alternating pairs of requests',
    shownOn: ['lists'],
    toFix: 'Set the default of `limit` to 20 in one place, the one that the query uses.',
  },
  'LIST-4': {
    level: 'must',
    says: 'no page has more than 100 items, whatever the limit',
    source: 'section 8, "Page size"',
    judged: 'with limits such as 101, 1000, -1 and text; rejecting and clamping are both fine',
    needs: ['more than 100 pets'],
    shownOn: ['lists'],
    toFix: 'Clamp `limit` to 100 or reject it, after it is parsed: text and negative numbers count, too.',
  },
  'LIST-5': {
    level: 'observed',
    says: 'response to an invalid `limit`: 0, negative, fractional, text, empty or repeated',
    source: 'section 4.1 documents no 400 for the list',
    judged: 'only recorded',
  },
  'LIST-6': {
    level: 'must',
    says: 'a status filter returns only pets with that status',
    source: 'section 4.1',
    judged: 'over the three values and several limits',
    needs: ['a listed pet'],
    toFix: 'Filter in the query that makes the page, and include the status in the key of every cache.',
  },
  'LIST-7': {
    level: 'must',
    says: 'a status filter returns every matching pet',
    source: 'section 4.1',
    judged:
      'only where a page shows the whole list (not full, no next page); confirmed by a second look, because others may write meanwhile',
    needs: ['a listed pet'],
    shownOn: ['lists'],
    toFix: 'Filter first, then cut the page: a filter on a page that is already cut loses pets.',
  },
  'LIST-8': {
    level: 'observed',
    says: 'response to an unknown `status`',
    source: 'section 4.1 documents no 400 for the list',
    judged: 'only recorded',
  },
  'LIST-9': {
    level: 'must',
    says: '`limit` and `status` combine correctly',
    source: 'section 4.1',
    judged: 'both at once: at most limit items, all with that status',
    toFix: 'Apply both parameters to one query; look for a branch that handles only one of them.',
  },
  'LIST-10': {
    level: 'must',
    says: 'no id appears twice on a page',
    source: 'section 2, Pet: a unique identifier',
    judged: 'on every page',
    needs: ['a listed pet'],
    shownOn: ['lists'],
    toFix: 'Order by a unique column, and look for a join that repeats rows.',
  },
  'LIST-11': {
    level: 'should',
    says: 'a page is full: limit=n returns as many items as there are, up to n',
    source: 'section 4.1',
    judged: 'compared with limit=100, confirmed by a second look',
    shownOn: ['lists'],
    toFix: 'Filter before the page is cut, so that a page is short only at the end.',
  },
  'LIST-12': {
    level: 'should',
    says: 'repeating a request returns the same page if nothing was written in between',
    source: 'RFC 9110, section 9.2.1',
    judged: 'confirmed by a second look, because others may write meanwhile',
    toFix: 'Order by a unique column: without an order a database returns rows in any order.',
  },
  'LIST-13': {
    level: 'observed',
    says: 'pagination mechanism',
    source: 'section 4.1: not shown',
    judged: 'Link headers and cursor-like headers are recorded',
    shownOn: ['lists'],
  },
  'LIST-14': {
    level: 'must',
    says: 'a list without a status filter leaves no pet out',
    source: 'section 4.1: a list of all animals',
    judged:
      'only where a page has room for a pet that a status filter returns; confirmed by a second look, because others may write meanwhile',
    needs: ['a listed pet'],
    shownOn: ['lists'],
    toFix: 'Give the status filter no default, and build both lists from one query.',
  },
} as const satisfies Record<string, Rule>;
