import type { Rule } from './rule.ts';

/** GET /pets. Source: specification, sections 4.1 and 8. */
export const listRules = {
  'LIST-1': {
    level: 'must',
    says: 'the list is 200 with an array in which every item is a Pet',
    source: 'section 4.1; section 2, Pet and Pets',
    judged:
      '`status` may be absent, when present it is one of the three (null is inconclusive); extra fields are allowed',
    shownOn: ['lists'],
  },
  'LIST-2': {
    level: 'must',
    says: 'for a limit of 1 to 100 the answer is 200 with at most that many items',
    source: 'section 4.1; section 8, "Page size"',
    judged: 'over the whole range, both ends always',
    shownOn: ['lists'],
  },
  'LIST-3': {
    level: 'must',
    says: 'without limit the page size is 20: never more than 20 items, and as many as limit=20 gives',
    source: 'section 4.1; section 8, "Page size"',
    judged: 'the counts are compared only when they are stable over alternating pairs of requests',
    shownOn: ['lists'],
  },
  'LIST-4': {
    level: 'must',
    says: 'no page holds more than 100 items, whatever limit is',
    source: 'section 8, "Page size"',
    judged: 'with limits such as 101, 1000, -1 and text; refusing and clamping are both fine',
    needs: ['more than 100 animals'],
    shownOn: ['lists'],
  },
  'LIST-5': {
    level: 'observed',
    says: 'what a limit of 0, a negative, a fraction, text, an empty or a repeated value gets',
    source: 'section 4.1 documents no 400 for the list',
    judged: 'recorded only',
  },
  'LIST-6': {
    level: 'must',
    says: 'with a status filter every item has that status',
    source: 'section 4.1',
    judged: 'over the three values and several limits',
    needs: ['a listed animal'],
  },
  'LIST-7': {
    level: 'must',
    says: 'the filter hides nothing: an animal with a status is found under that filter',
    source: 'section 4.1',
    judged:
      'only where pages behave as whole sets (not full, filled, no next page seen); confirmed by looking again, because others may write meanwhile',
    needs: ['a listed animal'],
    shownOn: ['lists'],
  },
  'LIST-8': {
    level: 'observed',
    says: 'what an unknown status gets',
    source: 'section 4.1 documents no 400 for the list',
    judged: 'recorded only',
  },
  'LIST-9': {
    level: 'must',
    says: 'limit and status hold together',
    source: 'section 4.1',
    judged: 'both at once: at most limit items, all of that status',
  },
  'LIST-10': {
    level: 'must',
    says: 'no id occurs twice on a page',
    source: 'section 2, Pet: a unique identifier',
    judged: 'on every page',
    needs: ['a listed animal'],
    shownOn: ['lists'],
  },
  'LIST-11': {
    level: 'should',
    says: 'a page is filled: limit=n gives as many items as there are, up to n',
    source: 'section 4.1',
    judged: 'against limit=100, confirmed by looking again',
    shownOn: ['lists'],
  },
  'LIST-12': {
    level: 'should',
    says: 'the same request twice, with nothing written between, gives the same page',
    source: 'RFC 9110, section 9.2.1',
    judged: 'confirmed by looking again, because others may write meanwhile',
  },
  'LIST-13': {
    level: 'observed',
    says: 'how a following page is reached',
    source: 'section 4.1: not shown',
    judged: 'Link headers and cursor-like headers are recorded',
    shownOn: ['lists'],
  },
} as const satisfies Record<string, Rule>;
