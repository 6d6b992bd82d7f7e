import { rules } from '../rules/index.ts';
import { gateView } from './gate-view.ts';
import { printable } from '../text/printable.ts';
import { otherTests, ruleResults, type ResultStatus, type RuleResult } from './rule-result.ts';
import type { OtherTest, RunReport } from './run-report.ts';
import { profileOutcome, toldProfile } from './verdict-words.ts';

/** The version of the Common Test Report Format that is written; 0.0 is the only one there is. */
const SPEC_VERSION = '0.0.0';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** Looked at, but neither right nor wrong: the format calls it `other`. */
const STATUSES: Readonly<Record<ResultStatus | OtherTest['status'], CtrfStatus>> = {
  passed: 'passed',
  failed: 'failed',
  aborted: 'failed',
  undecided: 'other',
  observed: 'other',
  skipped: 'skipped',
};

/**
 * A run in the Common Test Report Format (JSON), for tools that gather results of many kinds of tests: a test for each
 * rule, with the verdict as `rawStatus`, one that says why, where the run ended early, and one for each situation of a client. Ends with a line end.
 */
export function renderCtrf(report: RunReport): string {
  const { knowledge, run, ledger, versions } = report;
  const gate = gateView(report);
  const profile = toldProfile(report);
  const tests = [
    ...otherTests(report).map((other) => otherTest(other, report)),
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

function otherTest({ id, name, area, status, lines, seconds }: OtherTest, { knowledge }: RunReport): CtrfTest {
  const [message] = lines;
  return {
    name,
    status: STATUSES[status],
    duration: Math.round(1_000 * seconds),
    testId: `${printable(knowledge.target)}/${id}`,
    suite: ['petvet', area],
    ...(status === 'passed' ? lines.length > 0 && { stdout: lines } : message !== undefined && { message }),
    ...(status === 'failed' && { trace: lines.join('\n') }),
  };
}
