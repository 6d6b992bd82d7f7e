import { areaOf } from '../rules/index.ts';
import { gateView } from './gate-view.ts';
import { printable } from '../text/printable.ts';
import { ruleResults, SHORTFALL_NAME, UNFINISHED_NAME, type ResultStatus, type RuleResult } from './rule-result.ts';
import type { RunReport } from './run-report.ts';
import { numbered } from '../text/counted.ts';
import { renderXml, type XmlElement } from '../text/xml.ts';
import { profileOutcome, toldProfile } from './verdict-words.ts';

/**
 * A run as JUnit XML, for the test reports of CI systems: a suite for each area of the specification, a test case for each
 * rule. A rule that was not shown is skipped, never passed. A first suite says whether the run came to its end, so that a
 * run that could not begin is not taken for one without faults.
 */
export function renderJunit(report: RunReport): string {
  const areas = [...Map.groupBy(ruleResults(report), ({ area }) => area)].map(([area, results]) => ({
    name: area,
    cases: results.map((result) => ({ status: result.status, element: caseOf(result, report) })),
  }));
  const suites = [runSuite(report), ...areas.map(({ name, cases }) => suiteOf(name, cases, report))];
  const failures = areas.flatMap(({ cases }) => cases).filter(({ status }) => status === 'failed').length;
  return renderXml({
    name: 'testsuites',
    attributes: {
      name: 'petvet',
      tests: report.ledger.rows.length + casesOfRun(report),
      failures: failures + (isShort(report) ? 1 : 0),
      errors: report.run.aborted === undefined ? 0 : 1,
      time: secondsOf(report),
    },
    children: suites,
  });
}

/** What is told of the run besides its rules. */
function casesOfRun({ run, shortfalls }: RunReport): number {
  return (run.aborted === undefined ? 0 : 1) + (shortfalls === undefined ? 0 : 1);
}

interface Case {
  readonly status: ResultStatus;
  readonly element: XmlElement;
}

function suiteOf(name: string, cases: readonly Case[], report: RunReport): XmlElement {
  const count = (...statuses: ResultStatus[]) => cases.filter(({ status }) => statuses.includes(status)).length;
  return {
    name: 'testsuite',
    attributes: {
      name,
      tests: cases.length,
      failures: count('failed'),
      errors: 0,
      skipped: count('undecided', 'observed', 'skipped'),
      timestamp: timestampOf(report),
    },
    children: cases.map(({ element }) => element),
  };
}

function runSuite(report: RunReport): XmlElement {
  const { knowledge, run, ledger, versions } = report;
  const { aborted } = run;
  const gate = gateView(report);
  const profile = toldProfile(report);
  const facts: Readonly<Record<string, string | number>> = {
    target: printable(knowledge.target),
    baseUrl: printable(knowledge.baseUrl),
    plan: knowledge.plan.name,
    asOf: knowledge.asOf,
    ...(gate !== undefined && { gate: printable(gate.head) }),
    outcome: ledger.outcome,
    ...(profile !== undefined && { profile: profileOutcome(profile) }),
    seed: run.seed,
    requests: run.sent,
    runId: printable(run.runId),
    petvet: versions.petvet,
    catalogue: versions.catalogue,
    specification: versions.specification,
  };
  return {
    name: 'testsuite',
    attributes: {
      name: 'Run',
      tests: casesOfRun(report),
      failures: isShort(report) ? 1 : 0,
      errors: aborted === undefined ? 0 : 1,
      skipped: 0,
      time: secondsOf(report),
      timestamp: timestampOf(report),
    },
    children: [
      {
        name: 'properties',
        children: Object.entries(facts).map(([name, value]) => ({ name: 'property', attributes: { name, value } })),
      },
      ...abortedCase(report),
      ...shortfallCase(report),
    ],
  };
}

/** A run that ended early is no rule's verdict, and must not look like a pass; one that did not is no test. */
function abortedCase(report: RunReport): XmlElement[] {
  const { aborted } = report.run;
  if (aborted === undefined) return [];
  const message = printable(aborted);
  return [
    {
      name: 'testcase',
      attributes: { name: UNFINISHED_NAME, classname: classOf('RUN', report), time: secondsOf(report) },
      children: [{ name: 'error', attributes: { type: 'aborted', message }, text: message }],
    },
  ];
}

function isShort({ shortfalls = [] }: RunReport): boolean {
  return shortfalls.length > 0;
}

/** What a load run was asked for besides the rules. */
function shortfallCase(report: RunReport): XmlElement[] {
  const { shortfalls } = report;
  if (shortfalls === undefined) return [];
  const [message = ''] = shortfalls;
  return [
    {
      name: 'testcase',
      attributes: { name: SHORTFALL_NAME, classname: classOf('RUN', report), time: 0 },
      children: isShort(report)
        ? [{ name: 'failure', attributes: { type: 'shortfall', message }, text: shortfalls.join('\n') }]
        : [],
    },
  ];
}

function caseOf(result: RuleResult, report: RunReport): XmlElement {
  const { row, name } = result;
  return {
    name: 'testcase',
    // No time is measured per rule: one exchange serves many.
    attributes: { name, classname: classOf(areaOf(row.id), report), time: 0 },
    children: [...verdictOf(result), ...outputOf(result)],
  };
}

function verdictOf({ row, status, message = '', details }: RuleResult): XmlElement[] {
  if (status === 'passed') return [];
  const attributes = { type: row.verdict, message };
  return status === 'failed'
    ? [{ name: 'failure', attributes, text: details.join('\n') }]
    : [{ name: 'skipped', attributes }];
}

/** What the format has no place for: warnings, what a doubt stands on, and which exchanges show a pass. */
function outputOf({ row, status, warnings, details }: RuleResult): XmlElement[] {
  const lines = [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(status === 'passed' && row.evidence.length > 0
      ? [`shown by ${numbered(row.evidence, 5, row.evidenceCount)}`]
      : []),
    ...(status === 'failed' ? [] : details),
  ];
  return lines.length === 0 ? [] : [{ name: 'system-out', text: lines.join('\n') }];
}

function classOf(area: string, { knowledge }: RunReport): string {
  return `petvet.${printable(knowledge.target)}.${area}`;
}

function secondsOf({ run }: RunReport): string {
  return (Math.max(0, run.endedAt - run.startedAt) / 1_000).toFixed(3);
}

/** Without fractions and zone, in UTC: the form that all consumers read. */
function timestampOf({ run }: RunReport): string {
  return new Date(run.startedAt).toISOString().slice(0, 19);
}
