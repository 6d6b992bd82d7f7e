import type { Rule } from './rule.ts';

const needs = ['writes'] as const;

/** POST /pets. Source: specification, section 4.2. */
export const createRules = {
  'CREATE-1': {
    level: 'must',
    says: 'a valid NewPet gets 201 with a Pet',
    source: 'section 4.2',
    judged: 'with a category that is configured or was seen in a list; a rejected guess is inconclusive',
    needs,
    shownOn: ['creations'],
    toFix: 'Return 201 with the stored pet, even if the client sends no status.',
  },
  'CREATE-2': {
    level: 'must',
    says: 'the 201 has name, categoryId and, if sent, status as sent',
    source: 'section 4.2; section 2',
    judged:
      'letters of any script may be rejected but not altered; trimmed blanks and Unicode normalization are warnings',
    needs,
    shownOn: ['creations'],
    toFix: 'Return what was stored, and store what was sent: no column may cut, convert or re-encode a name.',
  },
  'CREATE-3': {
    level: 'must',
    says: 'the service assigns the id: an id in the request is ignored or rejected',
    source: 'section 2, Pet; section 4.2',
    judged: '201 with another id and a rejection are both fine',
    needs,
    shownOn: ['creations'],
    toFix: 'Ignore or reject `id` in the body: bind the request to a model without it.',
  },
  'CREATE-4': {
    level: 'must',
    says: 'every created pet has a unique id, also under concurrent creation',
    source: 'section 2, Pet: a unique identifier',
    judged: 'for pets with different names; a repeated request may be treated as one',
    needs,
    shownOn: ['creations'],
    toFix: 'Let the database assign ids (a sequence, an identity column); a maximum plus one is not safe.',
  },
  'CREATE-5': {
    level: 'must',
    says: 'a missing name or categoryId (absent or null) gets 400 with an Error',
    source: 'section 4.2; section 7',
    judged: 'each field alone, and both; `NAME` is not `name` (RFC 8259 compares member names as they are)',
    needs,
    toFix: 'Validate presence before types are filled with default values: an absent field is not 0 or "".',
  },
  'CREATE-6': {
    level: 'must',
    says: 'a value of the wrong type, or a status other than the three, gets 400 with an Error',
    source: 'section 4.2; section 2; section 7',
    judged: 'status: null should be rejected; 12.0 as categoryId is only recorded',
    needs,
    toFix:
      'Check types on the parsed JSON, with the coercion of the validator off (strict mode), and `status` against its three values, letter case included.',
  },
  'CREATE-7': {
    level: 'must',
    says: 'a body that is not a JSON object, or no body, gets 400 with an Error',
    source: 'section 4.2; section 7',
    judged: 'accepting a lenient dialect of JSON, or text after the object, is a warning: RFC 8259, section 9',
    needs,
    toFix: 'Send 400 if parsing fails, and check that the result is an object before it is used.',
  },
  'CREATE-8': {
    level: 'must',
    says: 'a create rejected with 400 has no effect',
    source: 'section 4.2',
    judged: 'a violation only if the pet is found afterwards',
    needs,
    shownOn: ['lists'],
    toFix: 'Validate everything before the first write, or roll back.',
  },
  'CREATE-9': {
    level: 'observed',
    says: 'default status of a pet created without one',
    source: 'section 4.2: not shown',
    judged: 'only recorded; a value other than the three violates CREATE-1',
    needs,
    shownOn: ['creations'],
  },
  'CREATE-10': {
    level: 'must',
    says: 'a created pet is read back unchanged, by getPet and in lists',
    source: 'sections 4.1, 4.2 and 4.3',
    judged: 'edits by others and a short lag are possible: confirmed by a second look',
    needs,
    shownOn: ['lists', 'creations'],
    toFix: 'Read from the store that was written to, and write each field without conversion.',
  },
  'CREATE-11': {
    level: 'observed',
    says: 'how unusual but valid values are handled: empty or long names, control characters, extra fields, duplicate keys',
    source: 'section 8: limits on field lengths are not shown',
    judged: 'only recorded: any 4xx with an Error, or 201',
    needs,
    shownOn: ['open bodies'],
  },
} as const satisfies Record<string, Rule>;
