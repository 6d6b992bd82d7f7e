import type { Rule } from './rule.ts';

/** What integrations owe. Source: specification, sections 4, 5 and 8. */
export const clientRules = {
  'CLIENT-1': {
    level: 'must',
    says: 'every request has the key as a bearer token',
    source: 'section 5, 2',
    judged: 'on every request of the client',
    by: 'client',
    toFix: 'Set the Authorization header in one place, for every request.',
  },
  'CLIENT-2': {
    level: 'must',
    says: 'after a 429 no request is sent before Retry-After has passed',
    source: 'section 8, "Behavior on exceeding", 2',
    judged: 'on the log of the client',
    by: 'client',
    toFix: 'Wait until `Retry-After` has passed, whatever else the client wants to send.',
  },
  'CLIENT-3': {
    level: 'must',
    says: 'repeated 429s lead to exponential backoff',
    source: 'section 8, "Behavior on exceeding", 2',
    judged: 'jitter is allowed',
    by: 'client',
    toFix: 'Double the wait after each further 429, with jitter, and never wait less than Retry-After.',
  },
  'CLIENT-4': {
    level: 'must',
    says: 'no retries in a tight loop after a 429, which risks a ban',
    source: 'section 8, "Behavior on exceeding", 3',
    judged: 'on the log of the client',
    by: 'client',
    toFix: 'Limit retries, and wait between them.',
  },
  'CLIENT-5': {
    level: 'must',
    says: 'requests are documented: limit from 1 to 100, a known status, a valid NewPet',
    source: 'section 4',
    judged: 'on every request of the client',
    by: 'client',
    toFix: 'Validate requests before they are sent.',
  },
  'CLIENT-6': {
    level: 'should',
    says: 'the deprecated getPet is not used',
    source: 'section 9',
    judged: 'a must from 5 December 2030 on',
    by: 'client',
    toFix: 'List pets with a `status` filter instead.',
  },
} as const satisfies Record<string, Rule>;
