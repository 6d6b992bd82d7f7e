import { authRules } from './auth.ts';
import { clientRules } from './client.ts';
import { createRules } from './create.ts';
import { errRules } from './err.ts';
import { getRules } from './get.ts';
import { jsonRules } from './json.ts';
import { listRules } from './list.ts';
import { rateRules } from './rate.ts';
import type { Rule } from './rule.ts';
import { verRules } from './ver.ts';

const catalogue = {
  ...jsonRules,
  ...authRules,
  ...listRules,
  ...createRules,
  ...getRules,
  ...errRules,
  ...rateRules,
  ...verRules,
  ...clientRules,
} as const;

/** The id of a rule: part of petvet's interface, in reports, flags and certificates. */
export type RuleId = keyof typeof catalogue;

/** Every rule by its id, in the order of the specification's areas. */
export const rules: Readonly<Record<RuleId, Rule>> = catalogue;

/** The ids in catalogue order. */
export const RULE_IDS: readonly RuleId[] = Object.keys(catalogue).filter(isRuleId);

/** The areas of the catalogue, with the titles that reports use. */
export const AREAS = {
  JSON: 'Bodies (section 2)',
  AUTH: 'Authentication (section 5)',
  LIST: 'GET /pets (sections 4.1, 8)',
  CREATE: 'POST /pets (section 4.2)',
  GET: 'GET /pets/{petId}, deprecated (sections 4.3, 9)',
  ERR: 'Errors (sections 2, 7)',
  RATE: 'Rate limits (section 8)',
  VER: 'Versioning (section 9)',
  CLIENT: 'Client requirements (sections 4, 5, 8)',
} as const;

/** Whether a text is the id of a rule. */
export function isRuleId(id: string): id is RuleId {
  return Object.hasOwn(catalogue, id);
}

/** Whether only a limit that is used up shows whether a rule is satisfied. */
export function isOfLimit(id: RuleId): boolean {
  return rules[id].needs?.includes('limit exhaustion') === true;
}

/** The area of a rule: the letters before the hyphen. Throws for an id whose area has no title, which no rule has. */
export function areaOf(id: RuleId): keyof typeof AREAS {
  const area = id.slice(0, id.indexOf('-'));
  if (!isArea(area)) throw new RangeError(`the area of ${id} has no title`);
  return area;
}

export function isArea(area: string): area is keyof typeof AREAS {
  return Object.hasOwn(AREAS, area);
}
