import { basename, dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { createdId } from '../evidence/creation.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { readEvidence } from '../evidence/log.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { isRuleId, type RuleId } from '../rules/index.ts';
import { ConformanceReport, MOST_REPORT_BYTES } from '../shapes/report.ts';
import type { Target } from '../targets/target.ts';
import { EVIDENCE_FILE } from '../run/check.ts';

/** The name of the report within its folder. */
export const REPORT_FILE = 'conformance.json';

/** A run that ended earlier, as its folder holds it. */
export interface RecordedRun {
  readonly report: ConformanceReport;
  readonly knowledge: Knowledge;
  /** By number. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
}

/** One finding of a recorded run, and what was sent when it was made. */
export interface RecordedFinding {
  readonly rule: RuleId;
  /** Its place among the findings of its rule, from 1. */
  readonly place: number;
  readonly finding: ConformanceReport['rules'][number]['findings'][number];
  /** What shows it, in the order of sending; what the evidence does not hold is left out. */
  readonly exchanges: readonly Exchange[];
}

/**
 * The ids of the pets that a recorded run created at this address, or that a run created which it repeated. Elsewhere the same ids may
 * be anybody's pets.
 */
export function createdIn(
  { exchanges, knowledge: { createdBefore = [], baseUrl } }: RecordedRun,
  target: Pick<Target, 'baseUrl'>,
): readonly string[] {
  if (baseUrl !== target.baseUrl) return [];
  const created = [...exchanges.values()].flatMap((exchange) => createdId(exchange) ?? []);
  return [...new Set([...createdBefore, ...created.map(String)])];
}

/**
 * Reads the folder of a report.
 *
 * @throws {UsageError} when it holds no report of this format, or no evidence
 */
export async function readRecordedRun(directory: string): Promise<RecordedRun> {
  const file = join(directory, REPORT_FILE);
  const report = ConformanceReport.safeParse(jsonOf(file));
  if (!report.success)
    throw new UsageError(`${file} is cut off, or not a report of this version of petvet`, WHICH_FOLDER);
  const exchanges = new Map<number, Exchange>();
  let knowledge: Knowledge | undefined;
  for await (const item of readEvidence(join(directory, EVIDENCE_FILE))) {
    if ('knowledge' in item) knowledge = item.knowledge;
    else if ('exchange' in item) exchanges.set(item.exchange.id, item.exchange);
  }
  if (knowledge === undefined) throw new UsageError(`the evidence in ${directory} names no target`, WHICH_FOLDER);
  return { report: report.data, knowledge, exchanges };
}

const WHICH_FOLDER = 'name the folder that `petvet check` gave as its report';

/** How a finding is named: its rule, and its place among the findings of that rule. */
const FINDING = /^\s*([a-z]+-\d+)\s*(?:#(\d{1,4}))?\s*$/i;

function jsonOf(file: string): unknown {
  let text: string;
  try {
    text = readGivenFile(file, { bytes: MOST_REPORT_BYTES }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    const folder = basename(dirname(file));
    if (FINDING.test(folder)) throw new UsageError(`${folder} is a finding, not a folder`, 'name the folder first');
    throw new UsageError(`${file} cannot be read: ${error.message}`, WHICH_FOLDER);
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The findings that a text names: `LIST-2` for every violation of that rule, `LIST-2#3` for its third finding. Of a rule that was not violated,
 * the one that could become a violation.
 *
 * @throws {UsageError} when there is no such finding, or one that nothing can be sent for
 */
export function findFindings(run: RecordedRun, text: string): readonly [RecordedFinding, ...RecordedFinding[]] {
  const first = findFinding(run, text);
  if (text.includes('#') || first.finding.verdict !== 'fail') return [first];
  const others = findingsOf(run, first.rule).filter(
    ({ place, finding: { verdict, see }, exchanges }) =>
      place !== first.place && verdict === 'fail' && see === undefined && exchanges.length > 0,
  );
  return [first, ...others];
}

/**
 * The finding that a text names: `LIST-2` for the most telling one of that rule, `LIST-2#3` for its third.
 *
 * @throws {UsageError} when there is no such finding, or one that nothing can be sent for
 */
export function findFinding(run: RecordedRun, text: string): RecordedFinding {
  const [, name = '', place] = FINDING.exec(text) ?? [];
  const rule = name.toUpperCase();
  if (!isRuleId(rule))
    throw new UsageError(`${JSON.stringify(text)} is not a finding`, 'name one as LIST-2, or as LIST-2#3');
  const findings = findingsOf(run, rule);
  const found = place === undefined ? mostTelling(findings) : findings[Number(place) - 1];
  if (found === undefined) {
    if (place === undefined) {
      const violated = run.report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
      throw new UsageError(
        `the report holds no finding of ${rule}`,
        violated.length === 0 ? 'no rule is violated there' : `violated there: ${violated.join(', ')}`,
      );
    }
    const what = `no finding ${place} of`;
    const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
    throw new UsageError(
      `the report holds ${what} ${rule}`,
      `it has ${count} of that rule; see "rules" in conformance.json`,
    );
  }
  if (found.finding.verdict === 'observed')
    throw new UsageError(
      `${rule}#${found.place} is an observation`,
      'the specification leaves it open: nothing is to be fixed',
    );
  if (found.finding.see !== undefined)
    throw new UsageError(
      `${rule}#${found.place} is the same fault as ${found.finding.see}`,
      `name ${found.finding.see} instead`,
    );
  if (found.exchanges.length === 0)
    throw new UsageError(
      `the evidence holds none of the exchanges that show ${rule}#${found.place}`,
      'only what was sent can be sent again; the evidence may be cut off',
    );
  return found;
}

/** Every finding of one rule, in the order of the report. */
export function findingsOf({ report, exchanges }: RecordedRun, rule: RuleId): RecordedFinding[] {
  const row = report.rules.find(({ id }) => id === rule);
  return (row?.findings ?? []).map((finding, index) => ({
    rule,
    place: index + 1,
    finding,
    exchanges: finding.shownBy.toSorted((a, b) => a - b).flatMap((id) => exchanges.get(id) ?? []),
  }));
}

/** A violation of its own first, then whatever could become one. */
function mostTelling(findings: readonly RecordedFinding[]): RecordedFinding | undefined {
  const own = findings.filter(({ finding }) => finding.see === undefined);
  for (const verdict of ['fail', 'warn', 'inconclusive'])
    for (const found of own) if (found.finding.verdict === verdict) return found;
  return findings[0];
}
