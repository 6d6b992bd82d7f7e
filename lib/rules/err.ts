import { OPERATION_NAMES } from '../contract/operations.ts';
import type { Rule } from './rule.ts';

/** Errors. Source: specification, sections 2 and 7. */
export const errRules = {
  'ERR-1': {
    level: 'must',
    says: 'every documented error response (400 of POST, 401, 404 of getPet) has an Error: code, message, status',
    source: 'section 2, Error; section 7',
    judged: 'code and message are strings, status is an integer; other 4xx are only recorded',
    operations: OPERATION_NAMES,
    shownOn: ['errors'],
    ofContent: true,
    toFix: 'Make every error in one place, with `code`, `message` and `status`, including the errors of the framework.',
  },
  'ERR-2': {
    level: 'must',
    says: '`status` in the Error is the HTTP status',
    source: 'section 2, Error',
    judged: 'on every documented error response',
    operations: OPERATION_NAMES,
    shownOn: ['errors'],
    ofContent: true,
    toFix: 'Take `status` of the body from the response, not from a constant.',
  },
  'ERR-3': {
    level: 'must',
    says: 'documented requests get documented statuses only',
    source: 'sections 4 and 7',
    judged: '429 is always possible; a single 502, 503 or 504 is retried and recorded as instability',
    operations: OPERATION_NAMES,
    shownOn: ['every response'],
    toFix: 'Map exceptions to documented statuses in one place; look for redirects and for 200 in place of 201.',
  },
  'ERR-4': {
    level: 'should',
    says: 'code and message are not empty, and the same error has the same code in every operation',
    source: 'section 2, Error: machine-readable and human-readable',
    judged: 'over all documented error responses',
    shownOn: ['errors'],
    ofAnyRequest: true,
    ofContent: true,
    toFix: 'Define the code of each condition once, and use it in every operation.',
  },
  'ERR-5': {
    level: 'should',
    says: 'no error body reveals internals such as a stack trace, SQL or a file path',
    source: 'section 2, Error: a human-readable description',
    judged: 'by the typical output of common platforms',
    shownOn: ['errors'],
    ofContent: true,
    toFix: 'Switch debug pages off, and log details instead of sending them.',
  },
  'ERR-6': {
    level: 'observed',
    says: 'error codes by condition, and the body of a 429',
    source: 'section 7: not shown',
    judged: 'only recorded',
    shownOn: ['errors'],
  },
  'ERR-7': {
    level: 'must',
    says: 'hostile input never gets a 5xx',
    source: 'section 7 documents no 5xx',
    judged: 'any 4xx or a legal success; 501, 505 and the 502 to 504 of a proxy do not count',
    toFix: 'Catch what parsing throws (deep nesting, NUL, invalid UTF-8, huge integers) and send 400.',
  },
} as const satisfies Record<string, Rule>;
