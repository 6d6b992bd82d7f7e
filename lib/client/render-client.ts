import { beside, paint, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { numbered } from '../text/counted.ts';
import type { RunReport } from '../report/run-report.ts';
import { baselineLines, outcomeLines } from '../report/terminal.ts';
import { VERDICT_LOOKS } from '../report/verdict-words.ts';
import { clientRules } from '../rules/client.ts';
import type { ClientReport } from './client-report.ts';
import { tellRequests } from './outcome.ts';
import { tellEnd } from './tell-end.ts';

/** Where the texts beside the labels begin. */
const COLUMN = 14;
const SITUATION_COLUMN = 20;
const TOTAL_COLUMN = 11;

/**
 * The verdicts, what was observed, and how the client ended; a line each.
 *
 * @param run - the same client as every renderer takes it, with what was decided
 */
export function clientLines(report: ClientReport, run: RunReport, look: Look): string[] {
  const lines: string[] = [];
  for (const { id, verdict, says, expected, actual, requests } of report.rules) {
    const { symbol, tone } = VERDICT_LOOKS[verdict];
    lines.push(paint(look, tone, `${symbol} ${id}  ${verdict}: ${clientRules[id].says}`));
    const detail = (label: string, text: string) => {
      for (const line of beside(look, { label: `  ${label}`, column: COLUMN, text: printable(text) })) lines.push(line);
    };
    if (verdict === 'pass') {
      detail('shown by', says);
      continue;
    }
    detail('source', clientRules[id].source);
    detail('finding', says);
    if (expected !== undefined) detail('expected', expected);
    if (actual !== undefined) detail('actual', actual);
    if (requests.length > 0) detail('requests', numbered(requests));
    if (verdict === 'fail' || verdict === 'warn') detail('to fix', clientRules[id].toFix);
  }
  lines.push('');
  for (const { name, isMet, observed } of report.situations) {
    const text = printable(isMet ? observed : `not met in full: ${observed}`);
    for (const line of beside(look, { label: `  ${name}`, column: SITUATION_COLUMN, text })) lines.push(line);
  }
  const ended = report.client === undefined ? undefined : tellEnd(report.client);
  return [
    ...lines,
    ...baselineLines(run, look),
    '',
    ...outcomeLines(run, look),
    ...total('Requests', tellRequests(report), look),
    ...(ended === undefined ? [] : total('Client', ended, look)),
  ];
}

function total(label: string, text: string, look: Look): string[] {
  return beside(look, { label, column: TOTAL_COLUMN, text, labelTone: 'title' });
}
