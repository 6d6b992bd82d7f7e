import type { LedgerRow } from '../ledger/ledger.ts';
import { CALLERS } from './callers.ts';
import { limiterLines } from './terminal-limiter.ts';
import { requestsOfLoad } from './load-requests.ts';
import type { LoadReport } from './load-run.ts';
import { sayWhose } from '../evidence/target-name.ts';
import { OUTCOME_TONES, violatedRules } from './outcome-words.ts';
import { beside, paint, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { headerLines } from './terminal-header.ts';
import { undecidedLines, warningLines } from './terminal-notes.ts';
import { tableLines } from './terminal-tables.ts';
import { violationLines } from './terminal-violations.ts';
import { inColumns } from './terminal-columns.ts';
import { courseLines, driftLines, stepLines } from './terminal-load-course.ts';
import { counted } from '../text/counted.ts';

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
