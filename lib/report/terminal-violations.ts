import { decoded } from '../evidence/decoded.ts';
import { headerValue, type Answer, type Body, type Exchange } from '../evidence/exchange.ts';
import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { rules } from '../rules/index.ts';
import { wrap } from '../text/columns.ts';
import { counted, numbered } from '../text/counted.ts';
import { beside, heading, type Look, paint, widthOf, type Tone } from '../text/look.ts';
import { printable, printableLines } from '../text/printable.ts';
import { againOf, howToFix } from './again.ts';
import { ownViolations } from './arrangement.ts';
import { curlLine } from './curl.ts';
import { faultyHeadOf, EARLIER_PET, isOfEarlierRun, excerptAround, type Excerpt } from './faulty-place.ts';
import { isViolated, standingsOf, whyKnown } from './gate-view.ts';
import type { RunReport } from './run-report.ts';
import { VERDICT_LOOKS } from './verdict-words.ts';

/** Kinds of faults of one rule that are shown in full, those that are shown in short after them, and exchanges of one. */
const MOST = { inFull: 2, inShort: 18 } as const;
const MOST_IN_BRIEF = { inFull: 1, inShort: 5 } as const;
const MOST_EXCHANGES = 2;
/** Inputs with a command of their own: `reproduce` sends all of them. */
const MOST_INPUTS_IN_BRIEF = 1;

/** A block per violated rule, what to fix first before the others: what is required and where, and each kind of fault with the smallest request that shows it. */
export function violationLines(report: RunReport, look: Look): string[] {
  const { fresh: failed, known, allowed } = standingsOf(report, isViolated);
  const order = failed.length > 1 ? ', in the order to fix them' : '';
  const title = known.length + allowed.length === 0 ? 'Violations' : 'Violations that fail the gate';
  return [
    ...(failed.length === 0 ? [] : ['', ...heading(look, `${title} (${failed.length})${order}`)]),
    ...failed.flatMap((row) => block(row, report, look)),
    ...foldedLines('Known violations', known, (row) => whyKnown(row, report), look),
    ...foldedLines('Violations that do not count', allowed, () => 'not named by --fail-on', look),
  ];
}

/** What the gate lets pass, a line each; `--verbose` does not unfold it, as the report has it in full. */
function foldedLines(title: string, rows: readonly LedgerRow[], why: (row: LedgerRow) => string, look: Look): string[] {
  if (rows.length === 0) return [];
  return [
    '',
    ...heading(look, `${title} (${rows.length})`),
    ...rows.flatMap((row) =>
      beside(look, {
        label: `  ${row.id}`,
        column: FOLDED_COLUMN,
        text: printable(`${why(row)}: ${row.says}`),
        labelTone: 'quiet',
      }),
    ),
  ];
}

const FOLDED_COLUMN = 13;

function block(row: LedgerRow, report: RunReport, look: Look): string[] {
  const { says, source } = rules[row.id];
  const { symbol, tone } = VERDICT_LOOKS.fail;
  const findings = ownViolations(row);
  return [
    '',
    ...beside(look, {
      label: `${symbol} ${row.id}`,
      column: row.id.length + 4,
      text: `fail: ${says}`,
      labelTone: tone,
      textTone: 'title',
    }),
    ...labelled('source', source, look),
    ...(findings.length === 0 ? labelled('actual', toldElsewhere(row), look) : []),
    ...kindLines(findings, report, look, look.verbose === true ? MOST : MOST_IN_BRIEF),
    ...fixLines(row, look),
    ...againLines(row, report, look),
  ];
}

/** How many kinds of faults are shown with their exchanges, and how many as one line each. */
export interface MostKinds {
  readonly inFull: number;
  readonly inShort: number;
}

/** The kinds of faults of one rule: the first ones in full, further ones in short, and how many there are besides. */
export function kindLines(
  findings: readonly CountedFinding[],
  report: RunReport,
  look: Look,
  { inFull, inShort }: MostKinds,
): string[] {
  const of = findings.length;
  const more = of - inFull - inShort;
  return [
    ...findings
      .slice(0, inFull)
      .flatMap((finding, index) => findingLines(finding, report, look, { nth: index + 1, of })),
    ...findings
      .slice(inFull, inFull + inShort)
      .flatMap((finding, index) =>
        labelled(labelOf({ nth: inFull + index + 1, of }), shortly(finding, findings[0]), look),
      ),
    ...(more > 0 ? labelled('more', `${counted(more, 'further finding')} in conformance.json`, look) : []),
  ];
}

/** Which of how many kinds of faults. */
interface Place {
  readonly nth: number;
  readonly of: number;
}

function labelOf({ nth, of }: Place): string {
  return of === 1 ? 'finding' : `${nth} of ${of}`;
}

/**
 * One kind of fault in one line: its input, what was required and what came, and where. What its sentence says, or what
 * was required as in the first kind, is not repeated.
 */
function shortly(finding: CountedFinding, first: CountedFinding | undefined): string {
  const { says, input, expected, actual } = finding;
  const isSaid = (part: string) => holdsWords(says, part);
  const compared = [
    ...(input === undefined || isSaid(input) ? [] : [`input: ${printable(input)}`]),
    ...(expected === undefined || expected === first?.expected ? [] : [`expected: ${printable(expected)}`]),
    ...(actual === undefined || isSaid(actual) ? [] : [`actual: ${printable(actual)}`]),
    ...(finding.shownBy.length === 0 ? [] : [shownByOf(finding)]),
  ];
  return compared.length === 0 ? printable(says) : `${printable(says)} (${compared.join('; ')})`;
}

/** Whether a sentence says this, not as a part of a longer word or number. */
function holdsWords(sentence: string, words: string): boolean {
  const [before = '', ...after] = sentence.split(words);
  return words !== '' && after.length > 0 && !/\w$/.test(before) && !/^\w/.test(after[0] ?? '');
}

/** The exchanges that show one kind of fault, the smallest request first: `#7, #9 and 3 more`. */
export function shownByOf({ shownBy, alsoShownBy = [], times }: CountedFinding): string {
  const all = [...shownBy, ...alsoShownBy];
  const repeated = times > all.length ? `, found ${times} times` : '';
  return `${numbered(all)}${repeated}`;
}

/** One finding: the input, what was expected, what came, and the exchanges that show it. */
function findingLines(
  finding: CountedFinding,
  report: RunReport,
  look: Look,
  place: Place = { nth: 1, of: 1 },
): string[] {
  const { says, input, expected, actual, shownBy } = finding;
  const shown = shownBy.flatMap((id) => report.exchanges.get(id) ?? []).slice(0, MOST_EXCHANGES);
  return [
    ...labelled(labelOf(place), printable(says), look),
    ...(input === undefined ? [] : labelled('input', printable(input), look)),
    ...(expected === undefined ? [] : labelled('expected', printable(expected), look)),
    ...(actual === undefined ? [] : labelled('actual', printable(actual), look)),
    ...(isOfEarlierRun(finding, report) ? labelled('note', EARLIER_PET, look) : []),
    ...shown.flatMap((exchange) => exchangeLines(exchange, report, look, finding)),
    ...(shownBy.length === 0 ? [] : labelled('shown by', shownByOf(finding), look)),
  ];
}

/** How such a violation is usually mended. */
export function fixLines(row: LedgerRow, look: Look): string[] {
  const fix = howToFix(row);
  return fix === undefined || row.verdict !== 'fail' ? [] : labelled('to fix', fix, look);
}

/** How to see it again. */
export function againLines(row: LedgerRow, report: RunReport, look: Look): string[] {
  const again = againOf(row, report);
  if (again === undefined) return [];
  const shown = again.smallest.slice(0, look.verbose === true ? Infinity : MOST_INPUTS_IN_BRIEF);
  const more = again.smallest.length - shown.length;
  return [
    copied('reproduce', again.command),
    ...shown.flatMap((input, index) => {
      const others = more > 0 && index === shown.length - 1 ? `; ${more} more in conformance.json` : '';
      return labelled('smallest', `input ${input}${others}`, look);
    }),
  ];
}

/** A command by itself, never wrapped: a line that can be copied as it is. */
function copied(label: string, command: string): string {
  return `  ${label}`.padEnd(14) + command;
}

/** What stands in place of findings where a row has none of its own. */
export function toldElsewhere({ findings, says }: LedgerRow): string {
  const elsewhere = [...new Set(findings.flatMap(({ see }) => see ?? []))];
  return elsewhere.length === 0
    ? printable(says)
    : `depends on ${elsewhere.join(', ')}: fix that first, then test again`;
}

/** Columns of the labels in the block of a violation. */
const BLOCK_COLUMN = 14;

/** Characters of an answer's body that are shown. */
const MOST_BODY = 300;

/** Lines of it: a body of line ends must not push everything else away. */
const MOST_LINES = 12;

const ROOM = { characters: MOST_BODY, lines: MOST_LINES } as const;

/** Headers that tell something about the interface. */
const RELEVANT =
  /^(content-(type|encoding|length)|date|www-authenticate|retry-after|x-ratelimit-.*|ratelimit.*|deprecation|sunset|link|location|allow)$/i;

const MOST_HEADERS = 15;

/**
 * One exchange: the request as a curl line, never wrapped so that it can be copied, and the response.
 *
 * @param finding - what it shows: the part of the body that shows it is printed
 */
export function exchangeLines(
  exchange: Exchange,
  { knowledge, curlFolder }: Pick<RunReport, 'knowledge' | 'curlFolder'>,
  look: Look,
  finding?: CountedFinding,
): string[] {
  const curl = curlLine(exchange, knowledge, curlFolder);
  const request = `${`  #${exchange.id}`.padEnd(BLOCK_COLUMN - 1)} ${curl}`;
  const { answer, failure } = exchange;
  const faulty = finding && faultyHeadOf(exchange, finding);
  if (answer === undefined) {
    return [request, ...labelled('response', `none: ${printable(failure?.says ?? 'nothing was recorded')}`, look)];
  }
  return [
    request,
    ...labelled('response', `${answer.status}`, look, faulty?.isStatus === true ? 'bad' : undefined),
    ...headerLines(answer, look, faulty?.headers),
    ...bodyLines(answer, look, finding && excerptAround(exchange, finding, ROOM)),
  ];
}

/** A label of a violation's block and its text. The text must be harmless. */
export function labelled(label: string, text: string, look: Look, textTone?: Tone): string[] {
  return beside(look, {
    label: `  ${label}`,
    column: BLOCK_COLUMN,
    text,
    labelTone: 'quiet',
    ...(textTone !== undefined && { textTone }),
  });
}

function headerLines({ headers }: Answer, look: Look, faulty?: ReadonlySet<string>): string[] {
  return headers
    .filter(([name]) => RELEVANT.test(name))
    .slice(0, MOST_HEADERS)
    .flatMap(([name, value]) => {
      const tone = faulty?.has(name.toLowerCase()) === true ? 'bad' : undefined;
      return labelled('', `${printable(name)}: ${printable(value, MOST_BODY)}`, look, tone);
    });
}

function bodyLines({ body, headers }: Answer, look: Look, around: Excerpt | undefined): string[] {
  const lines = linesOf(body, headerValue(headers, 'Content-Encoding'), around);
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  const room = widthOf(look) - BLOCK_COLUMN - 2;
  return shown
    .flatMap((line) => wrap(line, room))
    .map((line) => `${' '.repeat(BLOCK_COLUMN)}${paint(look, 'quiet', '|')} ${line}`);
}

function linesOf(body: Body, coding: string | undefined, around: Excerpt | undefined): string[] {
  switch (body.kind) {
    case 'none':
      return ['(no body)'];
    case 'not-recorded':
      return ['(the body was not recorded)'];
    default: {
      if (body.bytes.length === 0) return ['(an empty body)'];
      const bytes = decoded(body.bytes, coding);
      const lines =
        around === undefined
          ? printableLines(bytes, MOST_BODY)
          : [around.before, ...printableLines(around.bytes, MOST_BODY, bytes.length)];
      return body.kind === 'truncated' ? [...lines, `(recorded in part: ${printable(body.why)})`] : lines;
    }
  }
}
