import { readHead, readLine } from '../lib/evidence/lines.ts';
import type { CountedFinding, Ledger, LedgerRow } from '../lib/ledger/ledger.ts';
import { judgeEvidence, type EvidenceSource } from '../lib/run/verdicts.ts';
import { contradictedPasses, type PlainExchange } from '../lib/judges/limiter/plain-evidence.fixture.ts';
import type { Recording } from './archive.ts';

/** What the judges make of one recorded run, as lines of text: the first is its outcome, each other one begins with its rule. */
export interface JudgedRecording {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * Judges a recorded run again, from its evidence alone.
 *
 * @throws {Error} when it is not evidence, or breaks off
 */
export async function judgeRecording({ name, lines }: Recording): Promise<JudgedRecording> {
  // Evidence is read twice where findings show exchanges.
  const exchanges = new Map<number, PlainExchange>();
  const source: EvidenceSource = async function* () {
    for (const [index, line] of lines.entries()) {
      const item = index === 0 ? readHead(line) : readLine(line, index + 1);
      if (item === undefined) throw new Error(`${name} is not the evidence of a run`);
      if ('exchange' in item && item.exchange.answer !== undefined)
        exchanges.set(item.exchange.id, { ...item.exchange, answer: item.exchange.answer });
      yield item;
    }
  };
  const { ledger, brokenOff } = await judgeEvidence(source, { ownTraffic: true });
  if (brokenOff !== undefined) throw new Error(`${name}: ${brokenOff}`);
  return { name, lines: [...verdictLines(ledger), ...contradictionsOf([...exchanges.values()], ledger)] };
}

/** What begins the line of a pass that the responses contradict: golden verdicts have none. */
export const CONTRADICTED = 'contradicted: ';

function contradictionsOf(exchanges: readonly PlainExchange[], { rows }: Ledger): string[] {
  const passed = new Set<string>(rows.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  return contradictedPasses(exchanges, passed).map((says) => `${CONTRADICTED}${says}`);
}

/** The outcome, and for each rule its verdict and what led to it. Of a pass nothing but that it is one, and no observations. */
function verdictLines({ outcome, rows }: Ledger): string[] {
  return [outcome, ...rows.flatMap(linesOfRow)];
}

function linesOfRow({ id, verdict, says, findings }: LedgerRow): string[] {
  if (verdict === 'pass' || verdict === 'not-applicable') return [`${id} ${verdict}`];
  const told = findings.filter((finding) => finding.verdict !== 'observed');
  const reason = told.length === 0 ? `: ${templateOf(says)}` : '';
  return [`${id} ${verdict}${reason}`, ...told.map((finding) => `${id} - ${lineOf(finding)}`)];
}

/** What a finding is, by whom, where and shown by which exchanges; then its sentence, without the values in it. */
function lineOf(finding: CountedFinding): string {
  const { verdict, judge, see, fault, operation, place, input, shownBy, says } = finding;
  const told: Readonly<Record<string, string | undefined>> = {
    judge,
    see,
    fault: fault === undefined ? undefined : templateOf(fault),
    on: operation,
    at: place,
    with: input === undefined ? undefined : templateOf(input),
    ...(finding.unverified === true && { because: 'unverified' }),
  };
  const fields = Object.entries(told).flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${value}`]));
  return `${[verdict, ...fields, `shown by ${shownBy.slice(0, MOST_SHOWN).join(' ')}`].join('; ')}: ${templateOf(says)}`;
}

/** Exchanges of a finding that are written down. */
const MOST_SHOWN = 8;

/** A sentence without what other pets, another day or another machine would change in it. */
export function templateOf(sentence: string): string {
  return sentence
    .replaceAll(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, '"…"')
    .replaceAll(/\/pets[^\s,;:()]*/g, '/pets…')
    .replaceAll(/[\d.,]*\d/g, '#')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MOST_CHARACTERS);
}

/** What tells templates apart stands at their beginning; some end with what a service sent. */
const MOST_CHARACTERS = 160;

/** What tells kinds of outcomes apart: the rules that are not satisfied, with the judge, the fault and the blame; no place, input or sentence. */
export function kindOf({ lines }: JudgedRecording): string {
  const [outcome = '', ...rest] = lines;
  const parts = rest
    .filter((line) => / - (?:fail|warn|inconclusive);/.test(line))
    .map((line) => {
      const [head = ''] = line.split('; shown by');
      return head
        .split('; ')
        .filter((part) => !/^(?:on|at|with) /.test(part))
        .join('; ');
    });
  return [outcome, ...new Set(parts)].join('\n');
}
