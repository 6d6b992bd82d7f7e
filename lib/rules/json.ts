import { OPERATION_NAMES } from '../contract/operations.ts';
import type { Rule } from './rule.ts';

/** Bodies. Source: specification, introduction and section 2. */
export const jsonRules = {
  'JSON-1': {
    level: 'must',
    says: 'every documented body (200, 201, 400, 401, 404 of the three operations) is JSON',
    source: 'introduction; section 4',
    judged:
      'the body parses as JSON and its media type is application/json or ends in +json; no media type, or text/json, is a warning',
    operations: OPERATION_NAMES,
    shownOn: ['every response'],
    ofContent: true,
    toFix:
      'Serialize every body with a JSON library and send it as `application/json`, including the error pages of the router, the framework and the gateway.',
  },
  'JSON-2': {
    level: 'must',
    says: '`id` and `categoryId` are JSON integers that fit int64',
    source: 'section 2, NewPet and Pet',
    judged: '7, 7.0 and 7e0 are the same JSON number; a string or a fraction is not an integer',
    operations: OPERATION_NAMES,
    shownOn: ['lists', 'pets', 'creations'],
    ofContent: true,
    toFix:
      'Declare ids and categories as 64-bit integers in the model and in the serializer, so that none becomes a string or a fraction.',
  },
  'JSON-3': {
    level: 'must',
    says: 'integers beyond 2^53 are preserved: every response has the value that was sent',
    source: 'section 2, format int64',
    judged: 'only on a 201 or 200; a category that does not exist may be rejected',
    needs: ['writes'],
    shownOn: ['lists', 'pets', 'creations'],
    ofContent: true,
    toFix:
      'Read and write integers with a library that keeps every digit (`BigInt`, `long`, `lossless-json`); a double rounds beyond 2^53.',
    hiddenBy: ['CREATE-1', 'JSON-2'],
  },
} as const satisfies Record<string, Rule>;
