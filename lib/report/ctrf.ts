import { rules } from '../rules/index.ts';
import { gateView } from './gate-view.ts';
import { printable } from '../text/printable.ts';
import { ruleResults, SHORTFALL_NAME, UNFINISHED_NAME, type ResultStatus, type RuleResult } from './rule-result.ts';
import type { RunReport } from './run-report.ts';
import { profileOutcome, toldProfile } from './verdict-words.ts';

/** The version of the Common Test Report Format that is written; 0.0 is the only one there is. */
const SPEC_VERSION = '0.0.0';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** Looked at, but neither right nor wrong: the format calls it `other`. */
const STATUSES: Readonly<Record<ResultStatus, CtrfStatus>> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'other',
  observed: 'other',
  skipped: 'skipped',
};

/**
 * A run in the Common Test Report Format (JSON), for tools that gather results of many kinds of tests: a test for each
 * rule, with the verdict as `rawStatus`, and one that says why, where the run ended early. Ends with a line end.
 */
export function renderCtrf(report: RunReport): string {
  const { knowledge, run, ledger, versions } = report;
  const gate = gateView(report);
  const profile = toldProfile(report);
  const tests = [
    ...abortedTest(report),
    ...shortfallTest(report),
    ...ruleResults(report).map((result) => testOf(result, report)),
  ];
  const count = (status: CtrfStatus) => tests.filter((test) => test.status === status).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: new Date(run.endedAt).toISOString(),
    generatedBy: `petvet ${versions.petvet}`,
    results: {
      tool: { name: 'petvet', version: versions.petvet },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        start: Math.round(run.startedAt),
        stop: Math.round(run.endedAt),
        duration: Math.max(0, Math.round(run.endedAt - run.startedAt)),
      },
      tests,
      environment: {
        reportName: 'conformance with the pet adoption interface',
        testEnvironment: printable(knowledge.target),
        extra: {
          baseUrl: printable(knowledge.baseUrl),
          plan: knowledge.plan.name,
          asOf: knowledge.asOf,
          seed: run.seed,
          ...(gate !== undefined && { gate: printable(gate.head) }),
          outcome: ledger.outcome,
          ...(profile !== undefined && { profile: profileOutcome(profile) }),
          runId: printable(run.runId),
          requests: run.sent,
          catalogue: versions.catalogue,
          specification: versions.specification,
        },
      },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

interface CtrfTest {
  readonly name: string;
  readonly status: CtrfStatus;
  /** Milliseconds. */
  readonly duration: number;
  readonly [member: string]: unknown;
}

function testOf({ row, status, name, area, message, warnings, details }: RuleResult, report: RunReport): CtrfTest {
  const target = printable(report.knowledge.target);
  return {
    name,
    status: STATUSES[status],
    // No time is measured per rule: one exchange serves many.
    duration: 0,
    testId: `${target}/${row.id}`,
    suite: ['petvet', area],
    rawStatus: row.verdict,
    tags: [row.level],
    labels: { rule: row.id, level: row.level, target, source: rules[row.id].source },
    ...(message !== undefined && { message }),
    ...(details.length > 0 && { trace: details.join('\n') }),
    ...(warnings.length > 0 && { stdout: warnings.map((warning) => `warning: ${warning}`) }),
    extra: { evidence: row.evidence, evidenceCount: row.evidenceCount },
  };
}

/** What a load run was asked for besides the rules. */
function shortfallTest({ shortfalls, knowledge }: RunReport): CtrfTest[] {
  if (shortfalls === undefined) return [];
  const isShort = shortfalls.length > 0;
  return [
    {
      name: SHORTFALL_NAME,
      status: isShort ? 'failed' : 'passed',
      duration: 0,
      testId: `${printable(knowledge.target)}/shortfalls`,
      suite: ['petvet', 'Run'],
      ...(isShort && { message: shortfalls[0], trace: shortfalls.join('\n') }),
    },
  ];
}

function abortedTest({ run, knowledge }: RunReport): CtrfTest[] {
  if (run.aborted === undefined) return [];
  return [
    {
      name: UNFINISHED_NAME,
      status: 'failed',
      duration: Math.max(0, Math.round(run.endedAt - run.startedAt)),
      testId: `${printable(knowledge.target)}/run`,
      suite: ['petvet', 'Run'],
      message: printable(run.aborted),
    },
  ];
}
