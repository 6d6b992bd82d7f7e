import { printable } from '../text/printable.ts';
import { counted, numbered } from '../text/counted.ts';
import { BY_ORDER, namesOfRuns, type RunNames } from './run-names.ts';
import type { ChecksDiff, Difference, Undecided, Weight, Latency, Noise } from './diff-document.ts';

/** Differences that are told together: of one rule, from the same behaviour to the same behaviour. */
export interface Told {
  /** The rule, where there is one. */
  readonly rule?: string;
  /** What it is about, each by itself. */
  readonly what: readonly string[];
  readonly difference: Difference;
  /** The exchanges of all of them, in words. */
  readonly shownBy: string;
}

/** The titles of the parts of a comparison, in their order. */
export const PARTS: readonly { readonly weight: Weight; readonly title: string }[] = [
  { weight: 'worse', title: 'Worse' },
  { weight: 'changed', title: 'Changed' },
  { weight: 'better', title: 'Better' },
];

/** The differences of one weight as they are told; behaviours that changed alike are one. */
export function toldOf(
  { differences, before, after }: Pick<ChecksDiff, 'differences'> & Partial<Pick<ChecksDiff, 'before' | 'after'>>,
  weight: Weight,
): Told[] {
  const names = before === undefined || after === undefined ? BY_ORDER : namesOfRuns(before.target, after.target);
  const own = differences.filter((one) => one.weight === weight);
  const groups = Map.groupBy(own, ({ of, rule, before: was, after: is }) =>
    of === 'behaviour' ? JSON.stringify([rule, was, is]) : Symbol('alone'),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const shownBy = [...new Set(group.flatMap((one) => one.shownBy))].toSorted((a, b) => a - b);
    return [
      {
        ...(first.rule !== undefined && { rule: first.rule }),
        what: group.map(({ what }) => what),
        difference: first,
        shownBy: shownBy.length === 0 ? '' : `${numbered(shownBy)} of ${runIn(names, first.shownIn)}`,
      },
    ];
  });
}

function runIn({ before, after }: RunNames, shownIn: Difference['shownIn']): string {
  const runs: Readonly<Record<typeof shownIn, string>> = {
    before: before.run,
    after: after.run,
    again: `the second run of ${before.service}`,
    afterAgain: `the second run of ${after.service}`,
  };
  return runs[shownIn];
}

/** As many rules or topics as a sentence names. */
const MOST_NAMED = 3;

/** A few names, and how many there are besides. */
export function namesOf(names: readonly string[], most = MOST_NAMED): string {
  const more = names.length - most;
  return more <= 0 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${more} more`;
}

/** The title of the part that tells what is noise. */
export function noiseTitle({ noise, before, after }: ChecksDiff): string {
  const { service } = namesOfRuns(before.target, after.target).before;
  return `Noise (${noise.length}): varies between two runs of ${service}`;
}

/** What two runs of the service before did, and the service after, in a clause. */
export function noiseWords({ before, again, after }: Noise): string {
  return `${before}; second run: ${again}${after === undefined ? '' : `; after: ${after}`}`;
}

/** The second runs of the services, a clause each. */
export function againWords({ again, afterAgain }: ChecksDiff): string[] {
  return [again, afterAgain].flatMap((run) =>
    run === undefined
      ? []
      : [`${run.target}, ${run.startedAt}, ${run.rules.length === 0 ? 'all rules' : namesOf(run.rules, MOST_RULES)}`],
  );
}

/** What is undecided, and why: what decides the outcome first, with all of its rules. */
export function undecidedWords({
  undecided,
}: Pick<ChecksDiff, 'undecided'>): readonly { readonly kind: Undecided['kind']; readonly text: string }[] {
  return (['lost', 'violated', 'chance', 'other'] as const).flatMap((kind) =>
    undecided
      .filter((one) => one.kind === kind)
      .map(({ about, why }) => ({
        kind,
        text: `${namesOf(about, kind === 'other' ? MOST_NAMED : about.length)}: ${why}`,
      })),
  );
}

/** The median response times in a clause; undefined where a run has none and no limit was given. */
export function latencyWords({ before, after, percent, limit }: Latency): string | undefined {
  if (before === undefined || after === undefined)
    return limit === undefined ? undefined : 'undecided: one of the runs has no median response time';
  const change = percent === undefined ? '' : ` (${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(0)} %)`;
  const state = { within: ', within the limit', exceeded: ', limit exceeded', undecided: ', undecided' };
  return `median ${before.toFixed(1)} ms before, ${after.toFixed(1)} ms after${change}${limit === undefined ? '' : state[limit]}`;
}

/** What the comparison comes to, in one sentence without a full stop. */
export function outcomeWords(diff: ChecksDiff): string {
  const of = (weight: Weight) => diff.differences.filter((one) => one.weight === weight);
  const [worse, changed, better] = [of('worse'), of('changed'), of('better')];
  const names = namesOfRuns(diff.before.target, diff.after.target);
  const lost = rulesOf(diff.undecided.filter(({ kind }) => kind === 'lost'));
  const violated = rulesOf(diff.undecided.filter(({ kind }) => kind === 'violated'));
  const besides = [
    violated.length === 0
      ? ''
      : `; violated ${names.after.on}, not verified ${names.before.on}: ${namesOf(violated, violated.length)}`,
    diff.noise.length === 0
      ? ''
      : `; not counted: ${counted(diff.noise.length, 'difference')} that two runs of ${names.before.service} show as well`,
  ].join('');
  const early = earlyWords(diff);
  switch (diff.outcome) {
    case 'worse': {
      const rules = [...new Set(worse.flatMap(({ rule }) => rule ?? []))];
      const parts = [
        ...(rules.length === 0 ? [] : [`${counted(rules.length, 'rule')} (${namesOf(rules, MOST_RULES)})`]),
        ...(diff.latency.limit === 'exceeded' ? ['the median response time, beyond the limit'] : []),
      ];
      return `worse for callers: ${parts.join('; ')}${besides}`;
    }
    case 'undecided':
      if (early !== undefined) return `undecided: nothing got worse as far as the runs went, but ${early}${besides}`;
      return lost.length === 0
        ? `undecided: the median response time cannot be compared${besides}`
        : `undecided: nothing got worse, but ${counted(lost.length, 'must rule')} verified ${names.before.on} (${namesOf(lost, MOST_RULES)}) ${lost.length === 1 ? 'is' : 'are'} not verified ${names.after.on}${besides}`;
    case 'changed':
      return `nothing got worse; ${[...amount(changed.length, 'change that callers could notice', 'changes that callers could notice'), ...amount(better.length, 'improvement')].join(', ')}${besides}`;
    default: {
      const { rules, behaviours } = diff.compared;
      const time = latencyWords(diff.latency);
      return `no difference that callers could notice: ${counted(rules, 'rule')} and ${counted(behaviours, 'observed behaviour')} compared${time === undefined ? '' : `; response time ${time}`}${besides}`;
    }
  }
}

function earlyWords({ before, after }: ChecksDiff): string | undefined {
  const names = namesOfRuns(before.target, after.target);
  const [early] = [
    ...(before.aborted === undefined ? [] : [`${names.before.run} ended early: ${before.aborted}`]),
    ...(after.aborted === undefined ? [] : [`${names.after.run} ended early: ${after.aborted}`]),
  ];
  return early;
}

/** Rules that the last line names. */
const MOST_RULES = 8;

function amount(count: number, one: string, many?: string): string[] {
  return count === 0 ? [] : [counted(count, one, many)];
}

function rulesOf(undecided: readonly Undecided[]): string[] {
  return undecided.flatMap(({ about }) => about);
}

/** Why a comparison has its exit status, as a clause. */
export function whyOfDiff(diff: ChecksDiff): string {
  const rules = [...new Set(diff.differences.flatMap(({ weight, rule }) => (weight === 'worse' ? (rule ?? []) : [])))];
  const lost = rulesOf(diff.undecided.filter(({ kind }) => kind === 'lost'));
  switch (diff.outcome) {
    case 'worse':
      return `worse for callers: ${rules.length === 0 ? 'the median response time' : namesOf(rules)}`;
    case 'undecided':
      return `undecided${lost.length === 0 ? '' : `: ${namesOf(lost)} could not be verified again`}`;
    case 'changed':
      return 'nothing got worse for callers';
    default:
      return 'no difference that callers could notice';
  }
}

/** Characters of a target that a title names. */
const MOST_NAME = 60;

/** The headline of a comparison: what would change, or what changed between two runs of one target. */
export function diffTitle({ before, after }: Pick<ChecksDiff, 'before' | 'after'>): string {
  return before.target === after.target
    ? `What changed between two runs of ${printable(before.target, MOST_NAME)}`
    : `What would change if ${printable(after.target, MOST_NAME)} replaced ${printable(before.target, MOST_NAME)}`;
}

/** What to do about an outcome that other runs could change; undefined where nothing is to be done. */
export function adviceOn(diff: ChecksDiff): string | undefined {
  const { before, after, outcome } = diff;
  const names = namesOfRuns(before.target, after.target);
  if (outcome === 'worse' && before.seed !== after.seed && diff.differences.some(({ weight }) => weight === 'worse'))
    return `the runs sent different values; \`--seed ${after.seed}\` sends ${names.before.service} the same values as ${names.after.service}`;
  if (outcome !== 'undecided') return undefined;
  if (before.aborted !== undefined || after.aborted !== undefined)
    return 'run `petvet diff` again: both runs must finish';
  return diff.afterAgain === undefined
    ? `repeat ${names.after.run}, so that it verifies what ${names.before.run} verified`
    : `a second run of ${names.after.service} did not verify it either, for the reasons above`;
}
