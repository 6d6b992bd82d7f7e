import { largest } from '../evidence/extremes.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import { sayWhose } from '../evidence/target-name.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import type { TierDocument, TiersDocument } from '../shapes/tiers.ts';
import { filled } from '../text/columns.ts';
import { counted } from '../text/counted.ts';
import { beside, paint, type Look, type Tone, widthOf } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { kneeWords, STEP_CELLS, stepCells, stepEvidence } from './knee-words.ts';
import { DRIFTING, CALLERS } from './load-figures.ts';
import { type LoadReport, requestsOfLoad } from './load-run.ts';
import { undecidedLines, warningLines, tableLines, limiterLines } from './terminal-notes.ts';
import { violationLines } from './terminal-violations.ts';
import { headerLines } from './terminal.ts';
import { kindWords, otherWords, scenarioWords, STATE_WORDS, TIER_COLUMNS, tierCells } from './tiers.ts';
import { inColumns } from './terminal-history.ts';
import { OUTCOME_TONES, violatedRules } from './verdict-words.ts';

/** A load run for people at a terminal; whatever came from the service is made harmless. Lines, each with its line end. */
export function renderLoadTerminal(report: LoadReport, look: Look): string {
  const lines = [
    ...headerLines(report, look, false),
    ...beside(look, {
      label: '  load',
      column: 10,
      text: `${report.scenario}: ${report.asks}`,
      labelTone: 'quiet',
    }),
    ...(report.steps.length > 0 ? stepLines(report, look) : windowLines(report, look)),
    ...courseLines(report, look),
    ...driftLines(report, look),
    ...latencyLines(report, look),
    ...tableLines(report, look),
    ...violationLines(report, look),
    ...undecidedLines(report, look),
    ...warningLines(report, look),
    ...limiterLines(report, look),
    '',
    ...outcomeLines(report, look),
  ];
  return `${lines.join('\n')}\n`;
}

function windowLines({ figures, knowledge }: LoadReport, look: Look): string[] {
  const figure = knowledge.plan.perMinute;
  const left = figures.windows.length - MOST_WINDOWS;
  return [
    '',
    `${paint(look, 'title', 'Windows')}${figure === undefined ? '' : `  limit of ${figure} requests each`}`,
    paint(look, 'quiet', inColumns('', ['sent', 'admitted', 'refused', 'other', 'seconds', 'rate error'])),
    ...figures.windows
      .slice(0, MOST_WINDOWS)
      .map(({ window, caller, sent, admitted, refused, other, span, rateError }) =>
        paint(
          look,
          other > 0 ? 'bad' : 'good',
          inColumns(
            `${window + 1}${CALLERS[caller].note}`,
            [sent, admitted, refused, other].map(String).concat((span / 1_000).toFixed(1), `${rateError.toFixed(3)} %`),
          ),
        ),
      ),
    ...(left > 0 ? [paint(look, 'quiet', `  and ${left} more, in load.json`)] : []),
  ];
}

/** More windows than that are for load.json. */
const MOST_WINDOWS = 12;

function shown(milliseconds: readonly number[]): string[] {
  return milliseconds.map((value) => value.toFixed(1));
}

function latencyLines({ figures, dropped }: LoadReport, look: Look): string[] {
  return [
    '',
    `${paint(look, 'title', 'Latency')}  milliseconds, from the scheduled send time`,
    paint(look, 'quiet', inColumns('', ['requests', 'p50', 'p95', 'p99', 'max'])),
    ...figures.latencies.map(({ of, count, p50, p95, p99, most }) =>
      inColumns(printable(of), [`${count}`, ...shown([p50, p95, p99, most])]),
    ),
    paint(look, 'quiet', `  start delay p99 ${figures.lag.toFixed(0)} ms; ${dropped} not sent in time`),
  ];
}

/** Should rules are verified, too: RATE-9 by an overshoot. */
function verified(rows: readonly LedgerRow[]): string {
  return rows.flatMap(({ id, level, verdict }) => (level !== 'observed' && verdict === 'pass' ? [id] : [])).join(', ');
}

function outcomeLines(report: LoadReport, look: Look): string[] {
  const { ledger, run, k6 } = report;
  const { outcome } = ledger;
  const violated = violatedRules(ledger);
  const named = violated.length === 0 ? outcome : `${outcome}: ${violated.join(', ')}`;
  const { shortfalls: short = [], notes = [] } = report;
  const { sent, refused, besides } = requestsOfLoad(report);
  const seconds = Math.round((run.endedAt - run.startedAt) / 1_000);
  const line = (label: string, text: string, textTone?: Tone) =>
    beside(look, { label, column: 10, text, labelTone: 'title', ...(textTone !== undefined && { textTone }) });
  return [
    ...line('Outcome', sayWhose(report.knowledge.target, named), OUTCOME_TONES[outcome]),
    ...(outcome === 'conforming'
      ? line('', `verified under load: ${verified(ledger.rows)}; the other rules are for \`petvet check\``)
      : []),
    ...short.flatMap((sentence, index) => line(index === 0 ? 'Shortfall' : '', sentence, 'bad')),
    ...notes.flatMap((sentence, index) => line(index === 0 ? 'Unstable' : '', sentence)),
    ...(run.aborted === undefined ? [] : line('Ended', `early: ${printable(run.aborted)}`)),
    ...line(
      'Requests',
      `${counted(sent, 'request')} sent, ${refused} refused with 429, in ${seconds} s, by ${printable(k6)}`,
    ),
    ...(besides === undefined ? [] : line('', besides)),
  ];
}

const BARS = ['\u2581', '\u2582', '\u2583', '\u2584', '\u2585', '\u2586', '\u2587', '\u2588'];

/** Nothing at all is no low bar. */
const NONE = '\u00b7';

const LABEL = 12;

/** What was asked for, sent, admitted and refused over the time of the run: a line of bars each. */
function courseLines({ figures }: LoadReport, look: Look): string[] {
  const { course } = figures;
  if (course.asked.length < 2) return [];
  const width = Math.max(8, Math.min(80, widthOf(look) - LABEL - 16));
  const most = Math.max(largest(course.asked), largest(course.sent));
  const row = (label: string, rates: readonly number[]) =>
    `  ${label.padEnd(LABEL)}${bars(narrowed(rates, width), most)} max ${largest(rates).toFixed(1)}/s`;
  return [
    '',
    `${paint(look, 'title', 'Timeline')}  requests per second over ${Math.ceil(course.asked.length * course.partSeconds)} s`,
    row('requested', course.asked),
    row('sent', course.sent),
    row('admitted', course.admitted),
    row('refused', course.refused),
  ];
}

/** Parts that stand beside each other become one, the largest of them. */
function narrowed(rates: readonly number[], width: number): number[] {
  if (rates.length <= width) return [...rates];
  return Array.from({ length: width }, (_, column) => {
    const from = Math.floor((column * rates.length) / width);
    const to = Math.max(from + 1, Math.floor(((column + 1) * rates.length) / width));
    return largest(rates.slice(from, to));
  });
}

function bars(rates: readonly number[], most: number): string {
  return rates
    .map((rate) => (rate === 0 ? NONE : BARS[Math.min(BARS.length - 1, Math.floor((rate / most) * BARS.length))]))
    .join('');
}

/** How the last windows of a long run differ from the first. */
function driftLines({ figures }: LoadReport, look: Look): string[] {
  if (figures.drift.length === 0) return [];
  return [
    '',
    `${paint(look, 'title', 'Drift')}  last third of the windows compared with the first third`,
    paint(look, 'quiet', inColumns('', ['first', 'last', 'change', 'significant'])),
    ...figures.drift.map(({ of, before, after, percent, standsOut }) =>
      paint(
        look,
        standsOut === true && after > before ? 'warning' : 'good',
        inColumns(of, [
          `${before.toFixed(1)} ${DRIFTING[of]}`,
          `${after.toFixed(1)} ${DRIFTING[of]}`,
          percent === undefined ? '-' : `${percent > 0 ? '+' : ''}${percent.toFixed(0)} %`,
          standsOut === undefined ? 'undecided' : standsOut ? 'yes' : 'no',
        ]),
      ),
    ),
  ];
}

/** The steps of a breakpoint, those of the generator alone, and the knee. */
function stepLines(report: LoadReport, look: Look): string[] {
  const { steps, alone = [] } = report;
  const { knee, limitedBy, scalability } = kneeWords(report);
  const line = (label: string, text: string | undefined) =>
    text === undefined ? [] : beside(look, { label: `  ${label}`, column: 14, text, labelTone: 'title' });
  return [
    '',
    `${paint(look, 'title', 'Steps')}  constant rates, one after the other`,
    ...stepTable(steps, look),
    ...(alone.length === 0
      ? []
      : [
          '',
          `${paint(look, 'title', 'Generator')}  alone, against a server that does nothing`,
          ...stepTable(alone, look),
        ]),
    '',
    ...line('knee', knee),
    ...line('limited by', limitedBy),
    ...line('scaling', scalability),
  ];
}

function stepTable(steps: readonly LoadStep[], look: Look): string[] {
  return [
    paint(look, 'quiet', inColumns('requests per second', STEP_CELLS)),
    ...steps.flatMap((step) => [
      paint(look, step.kept ? 'good' : 'warning', inColumns(step.rate.toFixed(1), stepCells(step))),
      ...(step.kept ? [] : [...step.because, stepEvidence(step)]).flatMap((text) =>
        beside(look, { label: '', column: 6, text }),
      ),
    ]),
  ];
}

const TONES: Readonly<Record<TierDocument['state'], Tone>> = {
  conforming: 'good',
  'falls-short': 'bad',
  violating: 'bad',
  incomplete: 'warning',
  'not-judged': 'warning',
};

const FIRST = 12;
const CELL = 11;
const KIND_COLUMN = 2 + FIRST + CELL * TIER_COLUMNS.length + 2;

/** The plans at their ceilings for people at a terminal. Lines, each with its line end. */
export function renderTiersTerminal(document: TiersDocument, look: Look): string {
  const { target, plans, windowSeconds, k6 } = document;
  const windows = plans.find(({ ceiling }) => ceiling !== undefined)?.ceiling?.windows;
  const lines = [
    `${paint(look, 'title', 'Plans at their limits')}  ${printable(target.name)}, ${printable(target.baseUrl)}` +
      `${windows === undefined ? '' : `; ${counted(windows, 'window')} of ${windowSeconds} s each`}, by ${printable(k6)}`,
    paint(look, 'quiet', `${planRow('', TIER_COLUMNS)}  kind of limiter`),
    ...plans.flatMap((tier) =>
      beside(look, { label: planRow(tier.plan, tierCells(tier)), column: KIND_COLUMN, text: kindWords(tier) }),
    ),
    '',
    paint(look, 'title', 'Scenarios'),
    ...plans.flatMap((tier) => [
      `  ${filled(tier.plan, FIRST)}${paint(look, TONES[tier.state], STATE_WORDS[tier.state])}`,
      ...tier.scenarios.flatMap((scenario) => scenarioLines(scenario, look)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function planRow(first: string, cells: readonly string[]): string {
  return `  ${filled(first, FIRST)}${cells.map((cell) => cell.padStart(CELL)).join('')}`;
}

function scenarioLines(scenario: TierDocument['scenarios'][number], look: Look): string[] {
  const { sent, refused, mostRefused, folder, says } = scenario;
  const what = [
    scenarioWords(scenario),
    ...(scenario.state === 'judged' ? [`${sent} sent, ${refused} refused (max ${mostRefused})`] : []),
    ...(otherWords(scenario) === '' ? [] : [otherWords(scenario)]),
    ...(folder === undefined ? [] : [folder]),
  ].join('; ');
  const column = 4 + FIRST;
  return [
    ...beside(look, { label: `    ${scenario.scenario}`, column, text: printable(what), labelTone: 'quiet' }),
    ...says.flatMap((sentence) => beside(look, { label: '', column, text: printable(sentence), textTone: 'bad' })),
  ];
}
