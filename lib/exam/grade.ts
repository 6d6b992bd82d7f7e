import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { rules } from '../rules/index.ts';
import { DEEP_REQUESTS, DEEPER } from './depth.ts';
import type { ExamResult } from './result.ts';
import { NOT_YET } from './sampled-subjects.ts';

/** A complete run sends at most this many requests, and leaves at most this many pets. */
const MOST_REQUESTS = 120;
const MOST_PETS = 15;

/** Those with which no run can go on: the key is banned or expires, or is told to wait for hours. */
const ENDING: ReadonlySet<string> = new Set([
  'secret-ban',
  'retry-after-milliseconds',
  'eager-ban-401',
  'eager-ban-403',
  'key-expires',
  'day-nearly-spent',
  'day-nearly-spent-silently',
  'day-nearly-spent-told-late',
  'day-all-but-spent',
  'day-spent',
]);

/** What a subject is. */
export type Kind = 'conforming' | 'defect' | 'variant';

/**
 * How a run on a subject came out. A defect is `caught`, `misnamed` (another rule is blamed, with the right one or without
 * it), `missed`, or `gap` (missed, and known to be); whatever conforms is `in peace` or `called wrong`.
 */
type State = 'caught' | 'misnamed' | 'missed' | 'gap' | 'in peace' | 'called wrong';

/** A rule that a defect was caught by. */
interface CaughtBy {
  readonly rule: string;
  /** Whether the defect breaks that rule. */
  readonly isRight: boolean;
  /** The number of the request that sufficed; absent where no single exchange shows the violation. */
  readonly requests?: number;
}

/** What is to be said of one run on one subject. */
export interface Grade {
  readonly kind: Kind;
  readonly state: State;
  /** Of a defect; the earliest first. */
  readonly caughtBy: readonly CaughtBy[];
  /** What petvet did wrong, a sentence each. */
  readonly faults: readonly string[];
}

/** What a subject of that name is. */
export function kindOf(name: string): Kind {
  if (Object.hasOwn(defects, name)) return 'defect';
  return Object.hasOwn(variants, name) ? 'variant' : 'conforming';
}

/** Grades one run: whether a defect was caught as what it is, and whether what conforms was left in peace, gently. */
export function gradeOf(result: ExamResult): Grade {
  const kind = kindOf(result.name);
  const common = faultsOfTheRun(result);
  if (kind === 'defect') return gradeOfDefect(result, common);
  const blamed = result.failed.map((id) => `${id} was called violated: ${result.says[id]}`);
  const state = blamed.length === 0 ? 'in peace' : 'called wrong';
  return { kind, state, caughtBy: [], faults: [...common, ...blamed] };
}

function faultsOfTheRun({ name, aborted, requests, created }: ExamResult): string[] {
  const allowed = DEEPER.has(name) ? DEEP_REQUESTS : MOST_REQUESTS;
  return [
    ...(aborted !== undefined && !ENDING.has(name) ? [`the run was aborted: ${aborted}`] : []),
    ...(requests > allowed ? [`${requests} requests were sent`] : []),
    ...(kindOf(name) !== 'defect' && created > MOST_PETS ? [`${created} pets were left`] : []),
  ];
}

function gradeOfDefect(result: ExamResult, common: readonly string[]): Grade {
  const { name, failed, warned, catches, says } = result;
  const breaks: readonly string[] = defects[name]?.breaks ?? [];
  const isOfMust = defects[name]?.breaks.slice(0, 1).every((id) => rules[id].level === 'must') ?? false;
  const requestsOf = new Map(catches.map(({ rule, requests }) => [rule, requests]));
  const caughtBy = (isOfMust ? failed : [...failed, ...warned])
    // A warning that has nothing to do with the defect is no blame.
    .filter((rule) => failed.includes(rule) || breaks.includes(rule))
    .map((rule) => ({ rule, isRight: breaks.includes(rule), requests: requestsOf.get(rule) ?? Infinity }))
    .toSorted((a, b) => a.requests - b.requests)
    .map(({ requests, ...one }) => (requests === Infinity ? one : { ...one, requests }));
  const isCaught = caughtBy.some(({ isRight }) => isRight);
  const wrong = failed.filter((id) => !breaks.includes(id)).map((id) => `${id} was blamed: ${says[id]}`);
  const isGap = !isCaught && NOT_YET[name] !== undefined;
  const missed = isCaught || isGap ? [] : [`it was not detected as ${breaks.join(', ')}`];
  return {
    kind: 'defect',
    state: wrong.length > 0 ? 'misnamed' : isCaught ? 'caught' : isGap ? 'gap' : 'missed',
    caughtBy,
    faults: [...common, ...missed, ...wrong],
  };
}
