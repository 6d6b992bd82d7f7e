import { isDeepStrictEqual } from 'node:util';
import type { Knowledge } from '../evidence/knowledge.ts';
import { parsedJson } from '../evidence/parsed-json.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { leftOutBy } from '../load/knowledge.ts';
import { asksOf } from '../load/scenarios.ts';
import { ruleRows } from '../report/conformance.ts';
import type { Verdicts } from '../run/verdicts.ts';
import { LoadDocument } from '../shapes/load.ts';

/** The load scenarios that a certificate may be about: those whose traffic decides what the limiter does. */
export const CERTIFIED_LOADS = ['ceiling', 'overshoot', 'burst', 'isolation', 'daily'] as const;

/** What a run was, as a certificate names it. */
export const CERTIFIED_PROFILES = [
  'complete',
  'load ceiling',
  'load overshoot',
  'load burst',
  'load isolation',
  'load daily',
] as const satisfies readonly ('complete' | `load ${(typeof CERTIFIED_LOADS)[number]}`)[];

/** See {@link CERTIFIED_PROFILES}. */
export type CertifiedProfile = (typeof CERTIFIED_PROFILES)[number];

/** The report of a load run, in its folder. */
export const LOAD_REPORT_FILE = 'load.json';

/** Which load a run was by its evidence: it leaves out what its scenario does not ask about. Undefined of any other run. */
export function certifiedLoad({ leftOut, skipped = [] }: Knowledge): (typeof CERTIFIED_LOADS)[number] | undefined {
  return skipped.length > 0
    ? undefined
    : CERTIFIED_LOADS.find((scenario) => isDeepStrictEqual(leftOut, leftOutBy(scenario)));
}

/** The kind of a run. */
export function profileOf(knowledge: Knowledge): CertifiedProfile {
  const scenario = certifiedLoad(knowledge);
  return scenario === undefined ? 'complete' : `load ${scenario}`;
}

/** Why a load is not what its scenario is to be, as a clause: it asked about less, measured too little, or lost requests. */
export function whyNotWholeLoad(
  scenario: (typeof CERTIFIED_LOADS)[number],
  { shortfalls = [], asks = [], isUnstable, isUnmeasured }: RunFacts,
): string | undefined {
  if (!isDeepStrictEqual(asks, asksOf(scenario, false)))
    return `the run did not ask about all that load ${scenario} is about: a certificate needs a second key`;
  if (isUnmeasured === true || isUnstable === true || shortfalls.length > 0)
    return shortfalls[0] ?? 'more requests were lost than the allowance';
  return undefined;
}

/** Why a load.json is not that of a run, as a clause: its verdicts are compared, its latencies and rates are not. */
export function whyNotItsLoadReport(
  text: string,
  { ledger, run }: Pick<Verdicts, 'ledger' | 'run'>,
): string | undefined {
  const reading = LoadDocument.safeParse(parsedJson(text));
  if (!reading.success) return 'it is cut off, or not a report of this version of petvet';
  const { rules, run: told, requests, outcome } = reading.data;
  if (told.id !== run.runId) return `it is of run ${told.id}, and the evidence of run ${run.runId}`;
  const own = ruleRows(ledger, run);
  const differing = own.find(({ id, verdict }) => rules.find((one) => one.id === id)?.verdict !== verdict);
  if (differing !== undefined || rules.length !== own.length || outcome !== ledger.outcome)
    return `it has other verdicts than the evidence${differing === undefined ? '' : `: on ${differing.id}`}`;
  return requests.sent === run.sent && requests.refused === run.refused
    ? undefined
    : 'what it says of requests is not what the evidence says';
}
