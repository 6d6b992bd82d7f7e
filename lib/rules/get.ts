import type { Rule } from './rule.ts';

/** GET /pets/{petId}, deprecated. Source: specification, sections 4.3 and 9. */
export const getRules = {
  'GET-1': {
    level: 'must',
    says: 'before 5 December 2030 a known id gets 200 and that Pet',
    source: 'sections 4.3 and 9',
    judged:
      'for animals that a list or a creation showed; confirmed by looking again, because others may delete or edit',
    needs: ['before removal', 'a listed animal'],
  },
  'GET-2': {
    level: 'must',
    says: 'before 5 December 2030 an unknown id gets 404 with an Error',
    source: 'sections 4.3, 7 and 9',
    judged: 'ids near the int64 ends too; an animal that nobody listed may exist, if the answer shows that very id',
    needs: ['before removal'],
  },
  'GET-3': {
    level: 'must',
    says: 'a petId that is not an int64 is never answered 200',
    source: 'section 4.3',
    judged: 'random text, a fraction, 2^63; which 4xx is recorded only',
  },
  'GET-4': {
    level: 'must',
    says: 'from 5 December 2030 on the operation is gone: a known id is no longer answered 200',
    source: 'section 9',
    judged: 'within a day of the date either is fine; how it is gone is recorded only',
    needs: ['after removal', 'a listed animal'],
  },
  'GET-5': {
    level: 'should',
    says: 'while deprecated, Deprecation and Sunset headers announce it',
    source: 'RFC 9745; RFC 8594',
    judged: 'on every 200 of getPet before its removal',
    needs: ['before removal', 'a listed animal'],
  },
  'GET-6': {
    level: 'must',
    says: 'the replacement works: a known animal is found by GET /pets with its status',
    source: 'section 4.3',
    judged: 'under the conditions of LIST-7',
    needs: ['a listed animal'],
    shownOn: ['lists'],
  },
} as const satisfies Record<string, Rule>;
