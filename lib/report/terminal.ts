import { OUTCOMES, violatedRules } from './outcome-words.ts';
import { beside, type Look } from './page.ts';
import { printable } from './printable.ts';
import type { RunReport } from './run-report.ts';
import { blindLines } from './terminal-blind.ts';
import { headerLines } from './terminal-header.ts';
import { limiterLines } from './terminal-limiter.ts';
import { observedLines, undecidedLines, unjudgedLines, warningLines } from './terminal-notes.ts';
import { tableLines, tally } from './terminal-tables.ts';
import { violationLines } from './terminal-violations.ts';
import { counted } from './verdict-words.ts';

/**
 * A run for people at a terminal, or as plain lines without colour. Whatever came from the service is made harmless: no
 * control character but the line end is in the text, and no escape sequence but those of the colours.
 *
 * @returns lines, each with its line end; only curl lines are longer than the width
 */
export function renderTerminal(report: RunReport, look: Look): string {
  const lines = [
    ...headerLines(report, look),
    ...tableLines(report, look),
    ...violationLines(report, look),
    ...undecidedLines(report, look),
    ...warningLines(report, look),
    ...observedLines(report, look),
    ...limiterLines(report, look),
    ...unjudgedLines(report, look),
    '',
    ...outcomeLines(report, look),
    ...blindLines(report, COLUMN, look),
    ...totalLines(report, look),
  ];
  return `${lines.join('\n')}\n`;
}

const COLUMN = 10;

function outcomeLines({ ledger: { outcome, rows }, run }: RunReport, look: Look): string[] {
  const { tone, means } = OUTCOMES[outcome];
  const violated = violatedRules({ rows });
  const named = violated.length === 0 ? means : `${means}: ${violated.join(', ')}`;
  return [
    ...beside(look, { label: 'Outcome', column: COLUMN, text: outcome, labelTone: 'title', textTone: tone }),
    ...beside(look, { label: '', column: COLUMN, text: named }),
    ...(run.aborted === undefined
      ? []
      : beside(look, { label: 'Ended', column: COLUMN, text: `early: ${printable(run.aborted)}`, labelTone: 'title' })),
    ...beside(look, { label: 'Rules', column: COLUMN, text: tally(rows), labelTone: 'title' }),
  ];
}

function totalLines({ run }: RunReport, look: Look): string[] {
  const { sent, refused, waitedSeconds, created, startedAt, endedAt } = run;
  const seconds = Math.max(0, endedAt - startedAt) / 1_000;
  const requests = [
    `${counted(sent, 'request')} sent`,
    `${refused} refused with 429`,
    `waited ${shortSeconds(waitedSeconds)} of ${shortSeconds(seconds)}`,
  ].join(', ');
  const animals =
    created.length === 0
      ? 'none created'
      : `${created.length} created: ${created.map((id) => printable(id)).join(', ')}${roomFor(run.runsLeft)}`;
  return [
    ...beside(look, { label: 'Requests', column: COLUMN, text: requests, labelTone: 'title' }),
    ...beside(look, { label: 'Animals', column: COLUMN, text: animals, labelTone: 'title' }),
  ];
}

function shortSeconds(seconds: number): string {
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
}

function roomFor(runs: number | undefined): string {
  if (runs === undefined) return '';
  return runs === 0
    ? '; the pages have no room for more: later runs will see less'
    : `; the pages have room for ${runs} more run${runs === 1 ? '' : 's'}`;
}
