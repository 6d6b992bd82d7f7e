import { createHash } from 'node:crypto';
import type { Log, Notification, ReportingDescriptor, Result, WebRequest, WebResponse } from 'sarif';
import { headerValue, type Body, type Exchange, type HeaderPair } from '../evidence/exchange.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import type { BaselineEntry } from '../gate/baseline-file.ts';
import type { BaselineUse } from '../gate/baseline.ts';
import { keyOf, nameOf, type FindingName } from '../gate/finding-name.ts';
import { isSameFault } from '../gate/same-fault.ts';
import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { AREAS, areaOf, RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { decoded } from '../evidence/decoded.ts';
import { sentence } from '../text/markdown.ts';
import { gateView, entryOf, failsGate } from './gate-view.ts';
import { printable, printableLines } from '../text/printable.ts';
import { findingsToTell, otherTests } from './rule-result.ts';
import type { RunReport } from './run-report.ts';
import { profileOutcome, toldProfile } from './verdict-words.ts';

/** The schema that every document names. */
const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Kinds of violations of one rule that are told; code scanning takes a few thousand in all. */
const MOST_RESULTS_EACH = 50;

/** Characters of a body, and of a header's value. */
const MOST_BODY = 4_000;
const MOST_VALUE = 1_000;

/** Where a violation is, where there is no repository: beside the report. */
const EVIDENCE = 'evidence.jsonl';

/** What a violation is to those who read the levels of SARIF. */
const LEVELS = { must: 'error', should: 'warning', observed: 'note' } as const;

/**
 * A run in SARIF 2.1.0, for code scanning: a result for each kind of violation, with the exchange that shows it. A must rule that
 * was not verified is a notification of the run: it is no result, and no pass either. Ends with a line end.
 *
 * A result has the same fingerprint in another run, with other ids and another seed.
 */
export function renderSarif(report: RunReport): string {
  const { knowledge, run, ledger, versions } = report;
  const gate = gateView(report);
  const profile = toldProfile(report);
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'petvet', semanticVersion: versions.petvet, rules: RULE_IDS.map(descriptorOf) } },
        automationDetails: { id: `petvet/${printable(knowledge.target)}/` },
        invocations: [
          {
            executionSuccessful: run.aborted === undefined,
            startTimeUtc: new Date(run.startedAt).toISOString(),
            endTimeUtc: new Date(run.endedAt).toISOString(),
            toolExecutionNotifications: [...otherNotifications(report), ...ledger.rows.flatMap(openNotification)],
          },
        ],
        results: ledger.rows.flatMap((row) => resultsOf(row, report)),
        columnKind: 'utf16CodeUnits',
        properties: {
          ...(gate !== undefined && { gate: printable(gate.head) }),
          outcome: ledger.outcome,
          ...(profile !== undefined && { profile: profileOutcome(profile) }),
          baseUrl: printable(knowledge.baseUrl),
          plan: knowledge.plan.name,
          asOf: knowledge.asOf,
          seed: run.seed,
          requests: run.sent,
          runId: printable(run.runId),
          catalogue: versions.catalogue,
          specification: versions.specification,
        },
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function descriptorOf(id: RuleId): ReportingDescriptor {
  const { says, level } = rules[id];
  const address = addressOf(rules[id]);
  return {
    id,
    shortDescription: { text: says },
    help: helpOf(id),
    ...(address !== undefined && { helpUri: address }),
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: [AREAS[areaOf(id)]], level },
  };
}

/** Where a rule comes from, and how a violation is usually mended. */
function helpOf(id: RuleId): { readonly text: string; readonly markdown: string } {
  const { source } = rules[id];
  const fix = rules[id].toFix;
  if (fix === undefined) return { text: `Source: ${source}`, markdown: `Source: ${sentence(source)}` };
  return {
    text: `To fix: ${fix}\n\nSource: ${source}`,
    markdown: `**To fix:** ${sentence(fix)}\n\nSource: ${sentence(source)}`,
  };
}

/** The standard that a rule comes from; the specification itself has no address. */
function addressOf({ source }: Rule): string | undefined {
  const { number, section } = /^RFC (?<number>\d+)(?:, section (?<section>[\d.]+))?/.exec(source)?.groups ?? {};
  if (number === undefined) return undefined;
  return `https://www.rfc-editor.org/rfc/rfc${number}${section === undefined ? '' : `#section-${section}`}`;
}

/** Why the run ended early, and what it falls short of besides the rules. */
function otherNotifications(report: RunReport): Notification[] {
  return otherTests(report)
    .filter(({ status }) => status === 'aborted' || status === 'failed')
    .flatMap(({ lines }) => lines.map((text) => ({ level: 'error' as const, message: { text } })));
}

function openNotification({ id, level, verdict, says }: LedgerRow): Notification[] {
  if (level !== 'must' || (verdict !== 'inconclusive' && verdict !== 'not-exercised')) return [];
  return [
    {
      level: 'warning',
      message: { text: `${id} was not verified: ${printable(says)}` },
      associatedRule: { id, index: RULE_IDS.indexOf(id) },
    },
  ];
}

function resultsOf(row: LedgerRow, report: RunReport): Result[] {
  const { id, level, verdict } = row;
  const { placeInRepository = EVIDENCE } = report;
  if (verdict !== 'fail' && verdict !== 'warn') return [];
  const broken = findingsToTell(row);
  const told: readonly CountedFinding[] =
    broken.length > 0 ? broken : [{ rule: id, verdict, says: row.says, shownBy: [], times: 1 }];
  return told.slice(0, MOST_RESULTS_EACH).map((finding) => ({
    ruleId: id,
    ruleIndex: RULE_IDS.indexOf(id),
    level: verdict === 'fail' ? LEVELS[level] : failsGate(row, report) ? 'error' : 'warning',
    message: { text: `${id} ${rules[id].says}: ${printable(finding.says)}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(printable(placeInRepository)) },
          region: { startLine: 1 },
        },
        ...(finding.operation !== undefined && {
          logicalLocations: [
            { name: finding.operation, fullyQualifiedName: callOf(finding.operation), kind: 'function' },
          ],
        }),
      },
    ],
    partialFingerprints: { 'petvetFinding/v1': fingerprintOf(id, finding) },
    occurrenceCount: finding.times,
    ...standingOf(row, finding, report),
    ...exchangeOf(finding, report),
    properties: {
      exchanges: finding.shownBy,
      ...(finding.expected !== undefined && { expected: printable(finding.expected) }),
      ...(finding.actual !== undefined && { actual: printable(finding.actual) }),
    },
  }));
}

/** What the gate lets pass is shown as suppressed, with the reason; and whether a baseline names it. */
function standingOf(
  row: LedgerRow,
  finding: CountedFinding,
  report: RunReport,
): Pick<Result, 'suppressions' | 'baselineState'> {
  const { baseline, allowed = [] } = report.gate ?? {};
  const entry = entryOf(row, finding, report);
  const justification = entry === undefined ? OUTSIDE : whyPassed(entry);
  return {
    ...((entry !== undefined || allowed.includes(row.id)) && { suppressions: [{ kind: 'external', justification }] }),
    ...(baseline !== undefined && {
      baselineState: isOld(nameOf(row.id, finding), entry, baseline) ? 'unchanged' : 'new',
    }),
  };
}

const OUTSIDE = '--fail-on does not name the rule';

function whyPassed({ reason, owner, expires }: BaselineEntry): string {
  return printable(`${reason} (${owner}${expires === undefined ? '' : `, until ${expires}`})`);
}

/** What an expired entry names fails the gate again, and is no new finding. */
function isOld(name: FindingName, entry: BaselineEntry | undefined, { expired }: BaselineUse): boolean {
  return entry !== undefined || expired.some((over) => isSameFault(over, name));
}

function callOf(operation: Operation): string {
  const { method, path } = OPERATIONS[operation];
  return `${method} ${path}`;
}

/** The kind of a fault, without ids, values and sentences. */
function fingerprintOf(rule: RuleId, finding: CountedFinding): string {
  return createHash('sha256')
    .update(keyOf(nameOf(rule, finding)))
    .digest('hex');
}

/** The exchange with which a violation was complete. */
function exchangeOf(
  { shownBy }: CountedFinding,
  { exchanges, knowledge }: RunReport,
): { readonly webRequest?: WebRequest; readonly webResponse?: WebResponse } {
  const exchange = exchanges.get(shownBy.at(-1) ?? 0);
  if (exchange === undefined) return {};
  return { webRequest: requestOf(exchange, knowledge.baseUrl), webResponse: responseOf(exchange) };
}

function requestOf({ request }: Exchange, baseUrl: string): WebRequest {
  return {
    protocol: 'HTTP',
    method: printable(request.method),
    target: printable(`${baseUrl}${request.target}`, MOST_VALUE),
    headers: headersOf(request.headers),
    ...bodyOf(request.body, undefined),
  };
}

function responseOf({ answer, failure }: Exchange): WebResponse {
  if (answer === undefined) return { noResponseReceived: true, reasonPhrase: printable(failure?.says ?? '') };
  return {
    protocol: 'HTTP',
    statusCode: answer.status,
    headers: headersOf(answer.headers),
    ...bodyOf(answer.body, headerValue(answer.headers, 'Content-Encoding')),
  };
}

/** Of a repeated header all values, as one field line would have them: RFC 9110, section 5.3. */
function headersOf(headers: readonly HeaderPair[]): Record<string, string> {
  const values = Map.groupBy(headers, ([name]) => printable(name));
  return Object.fromEntries(
    Array.from(values, ([name, pairs]) => [name, printable(pairs.map(([, value]) => value).join(', '), MOST_VALUE)]),
  );
}

function bodyOf(body: Body, coding: string | undefined): { readonly body?: { readonly text: string } } {
  if (body.kind !== 'bytes' && body.kind !== 'truncated') return {};
  return { body: { text: printableLines(decoded(body.bytes, coding), MOST_BODY).join('\n') } };
}
