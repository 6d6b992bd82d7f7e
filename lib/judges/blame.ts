import { RULE_IDS, type RuleId } from '../rules/index.ts';
import { makeFinding, toDoubt, type Finding, type Subject } from './finding.ts';

/** Of several rules that see one fault, one is blamed: a finding of `rule` gives way to the first of `to` that is violated. */
interface GivesWay {
  readonly rule: RuleId;
  readonly to: readonly RuleId[];
  /** `seen`: the judge of the rule knows it from what it reads. The rest is settled when every judge has finished. */
  readonly by: 'seen' | 'run' | 'absence' | 'place' | 'evidence';
  /** Which findings give way; only violations when absent. */
  readonly what?: readonly GivingWay[];
  /** The findings that give way point to the exchanges that show the other fault: the two are one fault seen from two sides. */
  readonly isSame?: true;
}

/** Here a doubt is about what was seen, not that nothing could be verified. */
type GivingWay = 'violations' | 'doubts' | 'passes';

/**
 * Who is blamed for what. `run`: the other rule is violated anywhere in the run. `absence`: something was not found, and
 * comparing the run's responses violates the other rule. `place`: the same field is wrong there, or nothing was found in both.
 * `evidence`: the same exchanges leave both rules in doubt; where the other doubt is blamed elsewhere, so is this one.
 * The first row that fits is applied.
 */
const TABLE = [
  { rule: 'AUTH-7', to: ['AUTH-1', 'AUTH-2'], by: 'seen' },
  { rule: 'LIST-1', to: ['JSON-1', 'JSON-2'], by: 'seen' },
  { rule: 'LIST-4', to: ['LIST-2', 'LIST-3'], by: 'seen' },
  { rule: 'LIST-6', to: ['LIST-1'], by: 'seen' },
  { rule: 'LIST-7', to: ['LIST-6'], by: 'seen' },
  { rule: 'LIST-7', to: ['GET-6'], by: 'run', what: ['doubts', 'passes'], isSame: true },
  { rule: 'LIST-9', to: ['LIST-2', 'LIST-6'], by: 'seen' },
  { rule: 'LIST-10', to: ['CREATE-3', 'CREATE-4'], by: 'seen' },
  { rule: 'LIST-14', to: ['JSON-3', 'CREATE-10'], by: 'run', what: ['violations', 'doubts'] },
  { rule: 'CREATE-1', to: ['JSON-1', 'JSON-2', 'CREATE-3'], by: 'seen' },
  { rule: 'CREATE-5', to: ['ERR-3'], by: 'seen' },
  { rule: 'CREATE-6', to: ['ERR-3'], by: 'seen' },
  { rule: 'CREATE-7', to: ['ERR-3'], by: 'seen' },
  { rule: 'CREATE-4', to: ['CREATE-3'], by: 'seen' },
  { rule: 'CREATE-4', to: ['JSON-3'], by: 'place', what: ['violations', 'doubts'] },
  { rule: 'CREATE-10', to: ['JSON-3'], by: 'seen' },
  { rule: 'CREATE-10', to: ['JSON-3'], by: 'absence' },
  { rule: 'CREATE-10', to: ['GET-1'], by: 'place' },
  { rule: 'CREATE-10', to: ['LIST-7', 'GET-6'], by: 'absence' },
  { rule: 'GET-1', to: ['JSON-1', 'JSON-2', 'JSON-3', 'CREATE-10'], by: 'seen' },
  { rule: 'GET-1', to: ['CREATE-4'], by: 'place' },
  { rule: 'GET-1', to: ['JSON-3'], by: 'run' },
  { rule: 'GET-2', to: ['JSON-1', 'JSON-2'], by: 'seen' },
  { rule: 'GET-6', to: ['LIST-6'], by: 'seen' },
  { rule: 'GET-6', to: ['LIST-7'], by: 'run', what: ['violations', 'doubts', 'passes'], isSame: true },
  { rule: 'GET-6', to: ['LIST-7'], by: 'evidence', what: ['doubts'], isSame: true },
  { rule: 'GET-6', to: ['GET-1', 'JSON-3'], by: 'run' },
  { rule: 'ERR-1', to: ['JSON-1'], by: 'seen' },
  { rule: 'RATE-4', to: ['RATE-5'], by: 'seen' },
  { rule: 'RATE-5', to: ['RATE-4'], by: 'seen' },
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
    return see === undefined ? finding : pointTo({ rule, shownBy, ...(operation !== undefined && { operation }) }, see);
  });
}

/** A finding of a rule whose judge sees that the fault is another rule's. */
export function blameOn<R extends Seen['rule']>(subject: Subject & { readonly rule: R }, see: BlamedFor<R>): Finding {
  return pointTo(subject, see);
}

function pointTo(subject: Subject, see: RuleId): Finding {
  return makeFinding(subject, 'inconclusive', `depends on ${see}`, { see });
}

/** Rules on what a response says about its operation: they do not apply to a request over the limit, which owes 429 and nothing else. */
const OF_OPERATIONS: readonly RuleId[] = RULE_IDS.filter(
  (id) => /^(?:LIST|CREATE|GET)-/.test(id) || id === 'AUTH-3' || id === 'ERR-3',
);

/** Whether a finding says that a response is wrong, or may be, and the limit by which its request was refused would explain that. */
export function mayBeOfLimit({ rule, verdict, see, unverified }: Finding): boolean {
  const isOpen = verdict === 'fail' || (verdict === 'inconclusive' && unverified !== true);
  return isOpen && see === undefined && OF_OPERATIONS.includes(rule);
}

/**
 * What requests over the limit got with a status other than 429 is blamed once, on RATE-5. Source: specification, section 8.
 *
 * @param refused - the numbers of these exchanges
 */
export function blameOnLimit(findings: readonly Finding[], refused: ReadonlySet<number>): Finding[] {
  if (refused.size === 0) return [...findings];
  return findings.flatMap((finding) => {
    const { shownBy, verdict, rule } = finding;
    // What looked like an outage was due to the limit.
    if (verdict === 'observed' && rule === 'ERR-3' && shownBy.every((id) => refused.has(id))) return [];
    const isOfLimit = mayBeOfLimit(finding) && shownBy.some((id) => refused.has(id));
    return [isOfLimit ? toDoubt(finding, 'depends on RATE-5', { see: 'RATE-5' }) : finding];
  });
}

/**
 * Settles the blame among the findings of the judges that compare the responses of a run, all of them at once.
 *
 * @param failed - the rules that single responses were seen to violate
 */
export function settleBlame(findings: readonly Finding[], failed: ReadonlySet<RuleId>): Finding[] {
  const violations = findings.filter(({ verdict }) => verdict === 'fail');
  const run = { findings, violations, violated: new Set([...failed, ...violations.map(({ rule }) => rule)]) };
  const pointers = new Set<string>();
  return findings.flatMap((finding) => {
    const blamed = blamedFor(finding, run);
    if (blamed === undefined) return [finding];
    const { see, other } = blamed;
    if (other === undefined) return [toDoubt(finding, `depends on ${see}`, { see })];
    // Several findings of one side are one fault of the other.
    const pointer = pointTo({ rule: finding.rule, shownBy: other.shownBy }, see);
    const key = JSON.stringify([finding.judge, pointer]);
    if (pointers.has(key)) return [];
    pointers.add(key);
    return [finding.judge === undefined ? pointer : { ...pointer, judge: finding.judge }];
  });
}

/** What the comparing judges say about a run, and which rules it violates. */
interface Run {
  readonly findings: readonly Finding[];
  readonly violations: readonly Finding[];
  readonly violated: ReadonlySet<RuleId>;
}

/** The rule that is blamed for a finding of another, and the finding which shows the same fault, where it is the same. */
interface Blamed {
  readonly see: RuleId;
  readonly other?: Finding;
}

function blamedFor(finding: Finding, run: Run): Blamed | undefined {
  const rows: readonly GivesWay[] = TABLE;
  for (const row of rows) {
    const { what = ['violations'] } = row;
    if (row.rule !== finding.rule || row.by === 'seen' || !what.some((one) => IS[one](finding))) continue;
    for (const id of row.to) {
      const blamed = blamedBy(row, id, finding, run);
      if (blamed !== undefined) return blamed;
    }
  }
  return undefined;
}

function blamedBy({ by, isSame }: GivesWay, id: RuleId, finding: Finding, run: Run): Blamed | undefined {
  if (by === 'evidence') {
    const other = run.findings.find((one) => one.rule === id && hasSameEvidence(one, finding));
    return other && { see: other.see ?? id, other };
  }
  const other = run.violations.find((one) => one.rule === id && (by === 'run' || isSameFault(finding, one, by)));
  if (isSame === true && other !== undefined) return { see: id, other };
  return other !== undefined || (by === 'run' && run.violated.has(id)) ? { see: id } : undefined;
}

function isSameFault({ place }: Finding, other: Finding, by: GivesWay['by']): boolean {
  return by === 'absence' ? place === undefined : other.place === place;
}

function hasSameEvidence(one: Finding, other: Finding): boolean {
  return one.verdict === other.verdict && one.shownBy.join() === other.shownBy.join();
}

const IS: Readonly<Record<GivingWay, (finding: Finding) => boolean>> = {
  violations: ({ verdict }) => verdict === 'fail',
  doubts: ({ verdict, unverified, see }) => verdict === 'inconclusive' && unverified !== true && see === undefined,
  passes: ({ verdict }) => verdict === 'pass',
};
