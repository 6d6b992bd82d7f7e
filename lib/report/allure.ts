import { createHash } from 'node:crypto';
import { Severity, Stage, Status, type Attachment, type Label, type TestResult } from 'allure-js-commons';
import { createTestResult } from 'allure-js-commons/sdk/reporter';
import type { Exchange } from '../evidence/exchange.ts';
import { areaOf, rules } from '../rules/index.ts';
import type { Level } from '../rules/rule.ts';
import { ownViolations } from './arrangement.ts';
import { exchangeText } from './exchange-text.ts';
import { gateView } from './gate-view.ts';
import { printable } from '../text/printable.ts';
import { otherTests, ruleResults, type ResultStatus, type RuleResult } from './rule-result.ts';
import type { OtherTest, RunReport } from './run-report.ts';

/** What Allure is given of a run, before it is written. */
export interface AllureResults {
  /** One for each rule, in the order of the catalogue; before them one for whatever else is told, such as why the run ended early. */
  readonly results: readonly TestResult[];
  /** The texts of the exchanges, by the names of their files. */
  readonly attachments: ReadonlyMap<string, string>;
  /** What a page shows of the surroundings. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Exchanges of one rule that are attached. */
const MOST_ATTACHED = 6;

/** Allure has no word for what was looked at and not decided. */
const STATUSES: Readonly<Record<ResultStatus | OtherTest['status'], Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  aborted: Status.BROKEN,
  undecided: Status.SKIPPED,
  observed: Status.SKIPPED,
  skipped: Status.SKIPPED,
};

const SEVERITIES: Readonly<Record<Level, Severity>> = {
  must: Severity.CRITICAL,
  should: Severity.MINOR,
  observed: Severity.TRIVIAL,
};

/**
 * A run as results for Allure. The same run gives the same files, so that making them twice counts once. The target is a
 * part of each result's identity: Allure would take the same rule of two targets for two attempts at one test.
 */
export function allureOf(report: RunReport): AllureResults {
  const { knowledge, run, versions, ledger } = report;
  const gate = gateView(report);
  const attachments = new Map<string, string>();
  const attach = (exchange: Exchange, rule: string): Attachment => {
    // A file that two results name is missing in one of them.
    const source = `${identity(report, `exchange ${exchange.id} for ${rule}`)}-attachment.txt`;
    attachments.set(source, exchangeText(exchange, knowledge));
    const { method, target } = exchange.request;
    return { name: `#${exchange.id} ${printable(method, 20)} ${printable(target, 100)}`, type: 'text/plain', source };
  };
  const results = ruleResults(report).map((result) => resultOf(result, report, attach));
  return {
    results: [...otherTests(report).map((other) => otherResult(other, report)), ...results],
    attachments,
    environment: {
      target: printable(knowledge.target),
      baseUrl: printable(knowledge.baseUrl),
      plan: knowledge.plan.name,
      asOf: knowledge.asOf,
      ...(gate !== undefined && { gate: printable(gate.head) }),
      outcome: ledger.outcome,
      seed: `${run.seed}`,
      petvet: versions.petvet,
      catalogue: versions.catalogue,
    },
  };
}

function resultOf(
  result: RuleResult,
  report: RunReport,
  attach: (exchange: Exchange, rule: string) => Attachment,
): TestResult {
  const { row, status, name, area, message, warnings, details } = result;
  const { source, judged } = rules[row.id];
  const [violation] = ownViolations(row);
  const told = message ?? (warnings.length === 0 ? undefined : `warning: ${warnings.join('; ')}`);
  return {
    ...begun(row.id, report),
    name,
    status: STATUSES[status],
    // Catalogue only: Allure reads a description as Markdown.
    description: `${source}\n\n${judged}`,
    statusDetails: {
      ...(told !== undefined && { message: told }),
      ...(details.length > 0 && { trace: details.join('\n') }),
      ...(violation?.expected !== undefined && { expected: printable(violation.expected) }),
      ...(violation?.actual !== undefined && { actual: printable(violation.actual) }),
    },
    titlePath: ['petvet', printable(report.knowledge.target), area],
    labels: [
      ...commonLabels(report, area),
      { name: 'severity', value: SEVERITIES[row.level] },
      { name: 'rule', value: row.id },
      { name: 'section', value: source },
      { name: 'level', value: row.level },
      { name: 'verdict', value: row.verdict },
      { name: 'feature', value: areaOf(row.id) },
    ],
    attachments: exchangesOf(result, report).map((exchange) => attach(exchange, row.id)),
  };
}

/** What shows the findings, else the first exchange that shows the verdict. */
function exchangesOf({ row }: RuleResult, { exchanges }: RunReport): Exchange[] {
  const shown = row.findings.flatMap(({ shownBy }) => shownBy);
  const numbers = new Set(shown.length > 0 ? shown : row.evidence);
  return [...numbers].flatMap((number) => exchanges.get(number) ?? []).slice(0, MOST_ATTACHED);
}

function otherResult({ id, name, area, status, lines }: OtherTest, report: RunReport): TestResult {
  const [message] = lines;
  return {
    ...begun(id, report),
    name,
    status: STATUSES[status],
    statusDetails: {
      ...(message !== undefined && { message }),
      ...(lines.length > 1 && { trace: lines.join('\n') }),
    },
    titlePath: ['petvet', printable(report.knowledge.target), area],
    labels: commonLabels(report, area),
  };
}

/** What results have in common. No time is measured per rule, so each has the time of the run. */
function begun(id: string, report: RunReport): TestResult {
  const { knowledge, run } = report;
  const fullName = `petvet/${printable(knowledge.target)}/${id}`;
  return {
    ...createTestResult(identity(report, id)),
    fullName,
    historyId: hash(fullName),
    testCaseId: hash(fullName),
    stage: Stage.FINISHED,
    start: Math.round(run.startedAt),
    stop: Math.round(run.endedAt),
    // Another seed or plan is not another test.
    parameters: [
      { name: 'target', value: printable(knowledge.target) },
      { name: 'seed', value: `${run.seed}`, excluded: true },
      { name: 'plan', value: knowledge.plan.name, excluded: true },
    ],
  };
}

function commonLabels({ knowledge }: RunReport, suite: string): Label[] {
  const target = printable(knowledge.target);
  return [
    { name: 'env', value: target },
    { name: 'parentSuite', value: target },
    { name: 'suite', value: suite },
    { name: 'framework', value: 'petvet' },
    { name: 'layer', value: 'api' },
  ];
}

/** A UUID that is the same each time for the same part of the same run. */
function identity({ knowledge, run }: RunReport, part: string): string {
  const digits = hash([knowledge.target, knowledge.baseUrl, run.runId, run.startedAt, part].join('\n'));
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
