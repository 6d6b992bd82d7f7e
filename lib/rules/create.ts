import type { Rule } from './rule.ts';

const needs = ['writes'] as const;

/** POST /pets. Source: specification, section 4.2. */
export const createRules = {
  'CREATE-1': {
    level: 'must',
    says: 'a valid NewPet gets 201 and a Pet',
    source: 'section 4.2',
    judged: 'with a category that is configured or was seen in a list; a guessed one that is refused is inconclusive',
    needs,
    shownOn: ['creations'],
  },
  'CREATE-2': {
    level: 'must',
    says: 'name, categoryId and, when sent, status come back as sent',
    source: 'section 4.2; section 2',
    judged: 'letters of any script may be refused but not altered; trimmed blanks and normal forms are warnings',
    needs,
    shownOn: ['creations'],
  },
  'CREATE-3': {
    level: 'must',
    says: 'the service assigns the id: an id in the request is not taken over',
    source: 'section 2, Pet; section 4.2',
    judged: '201 with another id and a refusal are both fine',
    needs,
    shownOn: ['creations'],
  },
  'CREATE-4': {
    level: 'must',
    says: 'every created animal has an id of its own, also under concurrent creation',
    source: 'section 2, Pet: a unique identifier',
    judged: 'for animals with different names; a repeated request may be taken for one',
    needs,
    shownOn: ['creations'],
  },
  'CREATE-5': {
    level: 'must',
    says: 'a missing name or categoryId (absent or null) gets 400 with an Error',
    source: 'section 4.2; section 7',
    judged: 'one field at a time, and both; `NAME` is not `name` (RFC 8259 compares names of members as they are)',
    needs,
  },
  'CREATE-6': {
    level: 'must',
    says: 'a value of the wrong type, or a status that is not one of the three, gets 400 with an Error',
    source: 'section 4.2; section 2; section 7',
    judged: 'status: null should be refused; 12.0 as categoryId is recorded only',
    needs,
  },
  'CREATE-7': {
    level: 'must',
    says: 'a body that is not a JSON object, or no body, gets 400 with an Error',
    source: 'section 4.2; section 7',
    judged: 'accepting a lenient dialect of JSON, or text after the object, is a warning: RFC 8259, section 9',
    needs,
  },
  'CREATE-8': {
    level: 'must',
    says: 'a create refused with 400 has no effect',
    source: 'section 4.2',
    judged: 'a violation only when the animal is then seen',
    needs,
    shownOn: ['lists'],
  },
  'CREATE-9': {
    level: 'observed',
    says: 'which status an animal created without one has',
    source: 'section 4.2: not shown',
    judged: 'recorded only; a value outside the three violates CREATE-1',
    needs,
    shownOn: ['creations'],
  },
  'CREATE-10': {
    level: 'must',
    says: 'what was created is what is read back, by getPet and in the lists',
    source: 'sections 4.1, 4.2 and 4.3',
    judged: 'edits by others and a short lag are possible: confirmed by looking again',
    needs,
    shownOn: ['lists', 'creations'],
  },
  'CREATE-11': {
    level: 'observed',
    says: 'what odd but well-typed values get: empty or long names, control characters, extra fields, duplicate keys',
    source: 'section 8: limits on field lengths are not shown',
    judged: 'recorded only: any 4xx with an Error, or 201',
    needs,
    shownOn: ['open bodies'],
  },
} as const satisfies Record<string, Rule>;
