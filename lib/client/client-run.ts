import { VERSION_SEGMENT } from '../contract/operations.ts';
import { WINDOW_SECONDS } from '../contract/plans.ts';
import { UNRECORDED_BODY, type Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import type { OtherTest, RunReport } from '../report/run-report.ts';
import { areaOf, RULE_IDS } from '../rules/index.ts';
import { reportOf } from '../run/run-report.ts';
import type { Verdicts } from '../run/verdicts.ts';
import { counted, numbered } from '../text/counted.ts';
import { printable } from '../text/printable.ts';
import { CLIENT_EVIDENCE_FILE, type ReadClientEvidence } from './client-evidence.ts';
import type { ClientReport } from './client-report.ts';
import { tellBreak, tellClient } from './outcome.ts';
import { NAMED_SITUATIONS } from './situations.ts';

type Row = Verdicts['ledger']['rows'][number];
type RuleResult = ClientReport['rules'][number];

/** Where the scripted server listens. Its port is another one in each run, and is left out so that runs can be compared. */
const SCRIPTED_SERVER = `http://127.0.0.1${VERSION_SEGMENT}`;

/** Each test is named after the client; a program on the command line is longer than any name. In characters. */
const MOST_OF_COMMAND = 200;

/** As many requests as a verdict names. */
const MOST_NAMED = 100;

/**
 * What a client came to, in the form in which the verdicts on a service are: every format, the gate and the list of runs take it. The
 * client is the target.
 *
 * @param baseUrl - where a recorded client sent its requests
 */
export function clientVerdicts(report: ClientReport, baseUrl = SCRIPTED_SERVER): Verdicts {
  const { outcome, rules, requests, wasInterrupted, grease } = report;
  const startedAt = Date.parse(report.startedAt);
  const ends = requests.map(({ arrivedAt, endedAt = arrivedAt, abandonedAt = endedAt }) => abandonedAt);
  const lasted = ends.reduce((most, one) => Math.max(most, one), 1_000 * (report.client?.seconds ?? 0));
  const part = whyInPart(report);
  const broken = tellBreak(report);
  return {
    ledger: { outcome: wasInterrupted && outcome !== 'violating' ? 'aborted' : outcome, rows: rules.map(rowOf) },
    knowledge: knowledgeOf(report, baseUrl),
    run: {
      runId: report.startedAt,
      startedAt,
      endedAt: startedAt + lasted,
      seed: grease?.seed ?? 0,
      sent: requests.length,
      refused: requests.filter(({ status }) => status === 429).length,
      waitedSeconds: 0,
      interrupted: wasInterrupted,
      ...(wasInterrupted && { aborted: 'interrupted; the report covers what was done' }),
      ...(part !== undefined && { endedEarly: part }),
      ...(grease !== undefined && { shortfalls: broken === undefined ? [] : [broken] }),
      created: [],
      counterexamples: [],
    },
    // What a client sent may be secret: only its evidence has it, and its page the lines of requests.
    exchanges: new Map(),
    xrays: [],
  };
}

/** Why a run may not have shown a violation that a whole one shows, as a clause; undefined of a whole one. */
function whyInPart({ command, situations }: ClientReport): string | undefined {
  if (command === undefined) return 'the client was recorded, and not run in every situation';
  const missing = NAMED_SITUATIONS.filter((name) => !situations.some((one) => one.name === name));
  if (missing.length === 0) return undefined;
  return `the client was not run in ${counted(missing.length, 'situation')}, such as ${missing[0]}`;
}

function knowledgeOf(report: ClientReport, baseUrl: string): Knowledge {
  const others = RULE_IDS.filter((id) => areaOf(id) !== 'CLIENT');
  return {
    target: printable(tellClient(report), MOST_OF_COMMAND),
    baseUrl,
    loopback: report.command !== undefined,
    asOf: report.asOf,
    plan: { name: 'auto' },
    windows: { ...WINDOW_SECONDS, testInstallation: false },
    writes: true,
    secondKey: false,
    leftOut: Object.fromEntries(others.map((id) => [id, 'about services'])),
  };
}

function rowOf(rule: RuleResult): Row {
  const { id, level, verdict, says, requests } = rule;
  const evidence = requests.slice(0, MOST_NAMED);
  return { id, level, verdict, says, evidence, evidenceCount: requests.length, findings: findingsOf(rule) };
}

/** A finding for each kind of fault: one that is known does not hide another. */
function findingsOf({ id, verdict, says, expected, actual, requests, faults }: RuleResult): Row['findings'] {
  if (verdict === 'pass' || verdict === 'not-exercised') return [];
  const first = {
    rule: id,
    verdict,
    says,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
  if (faults === undefined) return [{ ...first, shownBy: requests.slice(0, MOST_NAMED), times: 1 }];
  return faults.map(({ name, requests: shown }, index) => ({
    ...(index === 0 ? first : { rule: id, verdict, says: `${numbered(shown)}: ${name}` }),
    fault: name,
    shownBy: shown.slice(0, MOST_NAMED),
    times: shown.length,
  }));
}

/** The same as what every renderer takes, with the situations. @param verdicts - on that client */
export function clientRun(report: ClientReport, verdicts = clientVerdicts(report)): RunReport {
  return {
    ...reportOf(verdicts),
    placeInRepository: CLIENT_EVIDENCE_FILE,
    situations: report.situations.map(testOf),
  };
}

/** What was observed is no test that can fail; a situation that was not met is skipped, never passed. */
function testOf({ name, says, isMet, observed, runs }: ClientReport['situations'][number]): OtherTest {
  return {
    id: `situations/${name}`,
    name: printable(`${name}: ${says}`),
    area: 'Situations',
    status: isMet ? 'passed' : 'skipped',
    lines: [printable(observed)],
    seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/**
 * What is stored of a client, in the form of the evidence of a check. Of responses that are the status, and the Retry-After of the 429s of
 * the script in seconds.
 */
export function clientItems({ log, startedAt }: ReadClientEvidence, { knowledge, run }: Verdicts): EvidenceItem[] {
  const exchanges = log.map(({ number, sent, arrivedAt, endedAt, abandonedAt, status, refusal }): Exchange => {
    const headers = refusal === undefined ? [] : [['Retry-After', `${refusal.retryAfter}`] as const];
    return {
      id: number,
      request: sent,
      ...(status === undefined
        ? { failure: { kind: 'other', says: 'there was no response' } }
        : { answer: { status, headers, body: UNRECORDED_BODY } }),
      times: { startedAt: startedAt + arrivedAt, endedAt: startedAt + (endedAt ?? abandonedAt ?? arrivedAt) },
    };
  });
  return [{ knowledge }, ...exchanges.map((exchange) => ({ exchange })), { run }];
}
