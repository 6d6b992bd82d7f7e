import type { Rule } from './rule.ts';

/** Versioning. Source: specification, introduction and section 9. */
export const verRules = {
  'VER-1': {
    level: 'must',
    says: 'the base addresses end with /v1',
    source: 'introduction; section 9',
    judged: 'on the configuration: petvet does not start otherwise',
    by: 'configuration',
    toFix: 'Use the base address with its version: it ends with `/v1`.',
  },
} as const satisfies Record<string, Rule>;
