import type { RuleId } from '../rules/index.ts';
import { makeFinding, toDoubt, type Finding, type Subject } from './finding.ts';

/** Of several rules that see one fault, one is blamed: a finding of `rule` gives way to the first of `to` that is violated. */
interface GivesWay {
  readonly rule: RuleId;
  readonly to: readonly RuleId[];
  /** `seen`: the judge of the rule knows it from what it looks at. The rest is settled when every judge has spoken. */
  readonly by: 'seen' | 'run' | 'absence' | 'place';
  /** What gives way; violations only when absent. */
  readonly even?: 'doubts';
}

/**
 * Who is blamed for what. `run`: the other rule is violated anywhere in the run. `absence`: something was not found, and
 * comparing the run's responses violates the other rule. `place`: the same field is wrong there, or nothing was found in both.
 * The first row that fits is applied. Which rule a wrong status violates is said with what is expected of its request.
 */
const TABLE = [
  { rule: 'AUTH-7', to: ['AUTH-1', 'AUTH-2'], by: 'seen' },
  { rule: 'LIST-1', to: ['JSON-1', 'JSON-2'], by: 'seen' },
  { rule: 'LIST-4', to: ['LIST-2', 'LIST-3'], by: 'seen' },
  { rule: 'LIST-6', to: ['LIST-1'], by: 'seen' },
  { rule: 'LIST-7', to: ['LIST-6', 'GET-6'], by: 'seen' },
  { rule: 'LIST-9', to: ['LIST-2', 'LIST-6'], by: 'seen' },
  { rule: 'LIST-11', to: ['LIST-2', 'LIST-3'], by: 'run' },
  { rule: 'CREATE-1', to: ['JSON-1', 'JSON-2'], by: 'seen' },
  { rule: 'CREATE-4', to: ['JSON-3'], by: 'place', even: 'doubts' },
  { rule: 'CREATE-10', to: ['JSON-3'], by: 'seen' },
  { rule: 'CREATE-10', to: ['JSON-3'], by: 'absence' },
  { rule: 'CREATE-10', to: ['GET-1'], by: 'place' },
  { rule: 'CREATE-10', to: ['LIST-7', 'GET-6'], by: 'absence' },
  { rule: 'GET-1', to: ['JSON-1', 'JSON-2', 'JSON-3', 'CREATE-10'], by: 'seen' },
  { rule: 'GET-1', to: ['JSON-3'], by: 'run' },
  { rule: 'GET-2', to: ['JSON-1', 'JSON-2'], by: 'seen' },
  { rule: 'GET-6', to: ['LIST-6', 'LIST-7'], by: 'seen' },
  { rule: 'GET-6', to: ['LIST-7', 'GET-1', 'JSON-3'], by: 'run' },
  { rule: 'ERR-1', to: ['JSON-1'], by: 'seen' },
  { rule: 'RATE-4', to: ['RATE-5'], by: 'seen' },
  { rule: 'RATE-6', to: ['RATE-4'], by: 'seen' },
] as const satisfies readonly GivesWay[];

type Seen = Extract<(typeof TABLE)[number], { readonly by: 'seen' }>;

/** The rules that a judge which sees a fault of `R` may blame. */
type BlamedFor<R extends RuleId> = Extract<Seen, { readonly rule: R }>['to'][number];

/** The rules of which a judge may blame a fault on this one. */
export type BlamedOn<See extends RuleId> = { [R in Seen['rule']]: See extends BlamedFor<R> ? R : never }[Seen['rule']];

/** Settles the blame among what one response violates: a violation gives way to another one of the same response. */
export function settleTogether(violations: readonly Finding[]): Finding[] {
  const rows: readonly GivesWay[] = TABLE;
  return violations.map((finding) => {
    const { rule, shownBy, operation } = finding;
    const to = rows.flatMap((row) => (row.rule === rule && row.by === 'seen' ? row.to : []));
    const see = to.find((id) => violations.some((other) => other.rule === id));
    return see === undefined
      ? finding
      : makeFinding({ rule, shownBy, ...(operation !== undefined && { operation }) }, 'inconclusive', `see ${see}`, {
          see,
        });
  });
}

/** A finding of a rule whose judge sees that the fault is another rule's. */
export function blameOn<R extends Seen['rule']>(subject: Subject & { readonly rule: R }, see: BlamedFor<R>): Finding {
  return makeFinding(subject, 'inconclusive', `see ${see}`, { see });
}

/**
 * Settles the blame among the findings of the judges that compare the responses of a run, all of them at once.
 *
 * @param failed - the rules that single responses were seen to violate
 */
export function settleBlame(findings: readonly Finding[], failed: ReadonlySet<RuleId>): Finding[] {
  const violations = findings.filter(({ verdict }) => verdict === 'fail');
  const inTheRun = new Set([...failed, ...violations.map(({ rule }) => rule)]);
  return findings.map((finding) => {
    const see = explanationOf(finding, violations, inTheRun);
    return see === undefined ? finding : toDoubt(finding, `see ${see}`, { see });
  });
}

function explanationOf(
  finding: Finding,
  violations: readonly Finding[],
  inTheRun: ReadonlySet<RuleId>,
): RuleId | undefined {
  const rows: readonly GivesWay[] = TABLE;
  for (const { rule, to, by, even } of rows) {
    if (rule !== finding.rule || !(isViolation(finding) || (even === 'doubts' && isDoubt(finding)))) continue;
    const see = to.find((id) => (by === 'run' ? inTheRun.has(id) : violations.some(isSameFault(finding, id, by))));
    if (see !== undefined) return see;
  }
  return undefined;
}

function isSameFault({ place }: Finding, id: RuleId, by: Exclude<GivesWay['by'], 'run'>): (other: Finding) => boolean {
  if (by === 'seen' || (by === 'absence' && place !== undefined)) return () => false;
  return (other) => other.rule === id && (by === 'absence' || other.place === place);
}

function isViolation({ verdict }: Finding): boolean {
  return verdict === 'fail';
}

function isDoubt({ verdict, unverified, see }: Finding): boolean {
  return verdict === 'inconclusive' && unverified !== true && see === undefined;
}
