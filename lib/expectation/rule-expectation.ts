import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import type { RuleId } from '../rules/index.ts';
import type { AllowedAnswer, Caller, Doubt, Regularity, Restricted, RuleExpectation } from './expectation.ts';

/** What an operation allows, before it is split by rule. */
export interface Demand {
  /** Every allowed answer; 429 is always among them, by itself or as one of `4xx`. An exact status comes before its class. */
  readonly answers: readonly AllowedAnswer[];
  readonly doubtful: readonly Omit<Doubt, 'rule'>[];
  /** The rule that any other status violates, by its class. */
  readonly violates: Readonly<Record<Exclude<Restricted, 401>, RuleId>>;
  /** What rules say in addition. */
  readonly also?: readonly (Pick<RuleExpectation, 'rule' | 'satisfiedBy'> & Partial<RuleExpectation>)[];
  /** The rule that requires the body of a success. */
  readonly bodyRule?: RuleId;
  /** GET-5: a success announces that the operation will be removed. */
  readonly isDeprecated?: boolean;
}

/** Who calls, and how usual the request is. */
interface Asking {
  readonly caller: Caller;
  readonly regularity: Regularity;
}

const CLASSES = ['2xx', '4xx', 'other'] as const;

/** Splits a demand by rule: which statuses, bodies and headers each rule allows. Each rule has one entry. */
export function ruleByRule(demand: Demand, { caller, regularity }: Asking): RuleExpectation[] {
  const all = new Map<RuleId, RuleExpectation>();
  const add = (rule: RuleId, more: Partial<RuleExpectation>) => {
    const known = all.get(rule) ?? { rule, restricts: [], allows: [], satisfiedBy: [] };
    const restricts = [...new Set([...known.restricts, ...(more.restricts ?? [])])];
    all.set(rule, { ...known, ...more, restricts, allows: allowedIn(demand.answers, restricts) });
  };
  if (caller === 'valid' && !demand.answers.some(({ status }) => status === '4xx' || status === 401))
    add('AUTH-3', { restricts: [401] });
  for (const one of CLASSES) add(demand.violates[one], { restricts: [one] });
  for (const { rule, ...more } of demand.also ?? []) add(rule, more);
  const usual = usualRule(regularity);
  if (usual !== undefined) add(usual, { satisfiedBy: 'allowed' });
  for (const { status, body } of demand.answers) {
    const rule = body === 'Error' ? 'ERR-1' : demand.bodyRule;
    if (body === 'any' || rule === undefined) continue;
    add(rule, { bodies: [...(all.get(rule)?.bodies ?? []), { status, shape: body }] });
  }
  if (demand.isDeprecated === true) add('GET-5', { headers: { names: ['Deprecation', 'Sunset'], status: 200 } });
  add('RATE-1', { headers: { names: Object.values(RATE_LIMIT_HEADERS) } });
  add('RATE-7', { headers: { names: [RETRY_AFTER], status: 429 } });
  return [...all.values()];
}

/** What any allowed status of a request shows. */
function usualRule(regularity: Regularity): RuleId | undefined {
  return { documented: 'ERR-3' as const, hostile: 'ERR-7' as const, open: undefined }[regularity];
}

function allowedIn(answers: readonly AllowedAnswer[], restricts: readonly Restricted[]): AllowedAnswer['status'][] {
  return answers.map(({ status }) => status).filter((status) => restricts.includes(classOf(status)));
}

function classOf(status: AllowedAnswer['status']): Exclude<Restricted, 401> {
  const first = typeof status === 'number' ? Math.floor(status / 100) : Number(status[0]);
  return first === 2 ? '2xx' : first === 4 ? '4xx' : 'other';
}

/** Whether one of these is the status, or its class. */
function isAmong(statuses: readonly AllowedAnswer['status'][], status: number): boolean {
  return statuses.some((one) => one === status || one === `${Math.floor(status / 100)}xx`);
}

/** The rules that a status violates, by what each of them allows; which of them is blamed is settled elsewhere. */
export function violatedRules(rules: readonly RuleExpectation[], status: number): RuleId[] {
  const exact = rules.filter(({ restricts }) => status === 401 && restricts.includes(status));
  const restricting = exact.length > 0 ? exact : rules.filter(({ restricts }) => restricts.includes(classOf(status)));
  return restricting.filter(({ allows }) => !isAmong(allows, status)).map(({ rule }) => rule);
}

/** The rules that an allowed status shows to be satisfied. */
export function satisfiedRules(rules: readonly RuleExpectation[], status: number): RuleId[] {
  return rules
    .filter(({ satisfiedBy }) => satisfiedBy === 'allowed' || satisfiedBy.includes(status))
    .map(({ rule }) => rule);
}

/** The headers that a rule requires. */
export function requiredHeaders(rules: readonly RuleExpectation[], rule: RuleId): readonly string[] {
  return rules.find((one) => one.rule === rule)?.headers?.names ?? [];
}

/** The rule that requires the body of a status; undefined where none does. */
export function ruleOfBody(rules: readonly RuleExpectation[], status: number): RuleId | undefined {
  return rules.find(({ bodies }) => bodies?.some((body) => body.status === status))?.rule;
}
