import { areaOf } from '../rules/index.ts';
import { gateView } from './gate-view.ts';
import { printable } from '../text/printable.ts';
import { otherTests, ruleResults, type ResultStatus, type RuleResult } from './rule-result.ts';
import type { OtherTest, RunReport } from './run-report.ts';
import { numbered } from '../text/counted.ts';
import { renderXml, type XmlElement } from '../text/xml.ts';
import { profileOutcome, toldProfile } from './verdict-words.ts';

/**
 * A run as JUnit XML, for the test reports of CI systems: a suite for each area of the specification, a test case for each
 * rule. A rule that was not shown is skipped, never passed. A first suite says whether the run came to its end, so that a
 * run that could not begin is not taken for one without faults; a last one has the situations of a client.
 */
export function renderJunit(report: RunReport): string {
  const areas = [...Map.groupBy(ruleResults(report), ({ area }) => area)].map(([area, results]): Suite => ({
    name: area,
    cases: results.map((result) => ({ status: result.status, element: caseOf(result, report) })),
  }));
  const others = otherTests(report);
  const casesIn = (area: OtherTest['area']) =>
    others.filter((one) => one.area === area).map((one) => ({ status: one.status, element: otherCase(one, report) }));
  const situations = casesIn('Situations');
  const suites: readonly Suite[] = [
    { name: 'Run', cases: casesIn('Run'), time: secondsOf(report), properties: propertiesOf(report) },
    ...areas,
    ...(situations.length === 0 ? [] : [{ name: 'Situations', cases: situations }]),
  ];
  const cases = suites.flatMap((suite) => suite.cases);
  return renderXml({
    name: 'testsuites',
    attributes: {
      name: 'petvet',
      tests: cases.length,
      failures: countIn(cases, 'failed'),
      errors: countIn(cases, 'aborted'),
      time: secondsOf(report),
    },
    children: suites.map((suite) => suiteOf(suite, report)),
  });
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
  readonly time?: string;
  readonly properties?: XmlElement;
}

interface Case {
  readonly status: ResultStatus | OtherTest['status'];
  readonly element: XmlElement;
}

function countIn(cases: readonly Case[], ...statuses: readonly Case['status'][]): number {
  return cases.filter(({ status }) => statuses.includes(status)).length;
}

function suiteOf({ name, cases, time, properties }: Suite, report: RunReport): XmlElement {
  return {
    name: 'testsuite',
    attributes: {
      name,
      tests: cases.length,
      failures: countIn(cases, 'failed'),
      errors: countIn(cases, 'aborted'),
      skipped: countIn(cases, 'undecided', 'observed', 'skipped'),
      ...(time !== undefined && { time }),
      timestamp: timestampOf(report),
    },
    children: [...(properties === undefined ? [] : [properties]), ...cases.map(({ element }) => element)],
  };
}

function propertiesOf(report: RunReport): XmlElement {
  const { knowledge, run, ledger, versions } = report;
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
    name: 'properties',
    children: Object.entries(facts).map(([name, value]) => ({ name: 'property', attributes: { name, value } })),
  };
}

/** A run that ended early is no rule's verdict, and must not look like a pass; a situation that was not met is none, either. */
function otherCase({ name, area, status, lines, seconds }: OtherTest, report: RunReport): XmlElement {
  return {
    name: 'testcase',
    attributes: { name, classname: classOf(area.toUpperCase(), report), time: seconds.toFixed(3) },
    children: lines.length === 0 ? [] : [toldCase(status, lines)],
  };
}

function toldCase(status: OtherTest['status'], lines: readonly string[]): XmlElement {
  const [message = ''] = lines;
  const text = lines.join('\n');
  switch (status) {
    case 'failed':
      return { name: 'failure', attributes: { type: 'shortfall', message }, text };
    case 'aborted':
      return { name: 'error', attributes: { type: 'aborted', message }, text };
    case 'skipped':
      return { name: 'skipped', attributes: { type: 'not met', message } };
    default:
      return { name: 'system-out', text };
  }
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
