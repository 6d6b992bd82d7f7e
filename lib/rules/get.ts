import type { Rule } from './rule.ts';

/** GET /pets/{petId}, deprecated. Source: specification, sections 4.3 and 9. */
export const getRules = {
  'GET-1': {
    level: 'must',
    says: 'before 5 December 2030 a known id returns 200 with that Pet',
    source: 'sections 4.3 and 9',
    judged: 'for pets seen in a list or created; confirmed by a second look, because others may delete or edit',
    needs: ['before removal', 'a listed pet'],
    toFix: 'Look the pet up by its whole int64 id, in the store that lists use.',
  },
  'GET-2': {
    level: 'must',
    says: 'before 5 December 2030 an unknown id returns 404 with an Error',
    source: 'sections 4.3, 7 and 9',
    judged: 'also ids near the limits of int64; an unlisted pet may exist, if the response has that very id',
    needs: ['before removal'],
    toFix: 'Send 404 with an Error if the lookup finds nothing; compare ids as integers, so that none wraps or rounds.',
  },
  'GET-3': {
    level: 'must',
    says: 'a petId that is not an int64 never returns 200',
    source: 'section 4.3',
    judged: 'random text, a fraction, 2^63; which 4xx is only recorded',
    toFix: 'Match the whole path segment as an int64, and reject the rest with a 4xx.',
  },
  'GET-4': {
    level: 'must',
    says: 'from 5 December 2030 on the operation is removed: a known id no longer returns 200',
    source: 'section 9',
    judged: 'within a day of that date either is fine; how it was removed is only recorded',
    needs: ['after removal', 'a listed pet'],
    toFix: 'Remove the route on 5 December 2030: 404, 405 and 410 are all fine.',
  },
  'GET-5': {
    level: 'should',
    says: 'while deprecated, Deprecation and Sunset headers announce it',
    source: 'RFC 9745; RFC 8594',
    judged: 'on every 200 of getPet before its removal',
    needs: ['before removal', 'a listed pet'],
    ofAnyRequest: true,
    ofContent: true,
    toFix: 'Add `Deprecation` (RFC 9745: `@` and a Unix time) and `Sunset` (an HTTP date) to every 200 of getPet.',
  },
  'GET-6': {
    level: 'must',
    says: 'the replacement works: GET /pets with its status finds a known pet',
    source: 'section 4.3',
    judged: 'under the conditions of LIST-7',
    needs: ['a listed pet'],
    shownOn: ['lists'],
    toFix: 'See LIST-7: the filtered list must contain the pet.',
  },
} as const satisfies Record<string, Rule>;
