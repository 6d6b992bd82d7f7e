import * as z from 'zod';
import type { Exchange } from './exchange.ts';
import type { Knowledge } from './knowledge.ts';
import { parsedJson } from './parsed-json.ts';
import { exchangeRecord, knowledgeRecord, recordOfExchange, recordOfKnowledge, runRecord } from './record.ts';
import type { RunFacts } from './run-facts.ts';

/** What a line of evidence holds, or why the reading ends there. */
export type EvidenceItem =
  | { readonly knowledge: Knowledge }
  | { readonly exchange: Exchange }
  | { readonly run: RunFacts }
  | { readonly broken: { readonly line: number; readonly why: string } };

const headLine = z.object({ petvet: z.literal('evidence/1'), knowledge: knowledgeRecord });
const exchangeLine = z.object({ exchange: exchangeRecord });
const runLine = z.object({ run: runRecord });

/** The first line: what the run knows. */
export function printHead(knowledge: Knowledge): string {
  return `${JSON.stringify({ petvet: 'evidence/1', knowledge: recordOfKnowledge(knowledge) })}\n`;
}

/** The line of an exchange. */
export function printExchange(exchange: Exchange): string {
  return `${JSON.stringify({ exchange: recordOfExchange(exchange) })}\n`;
}

/** The last line: what the run did. */
export function printRun(run: RunFacts): string {
  return `${JSON.stringify({ run })}\n`;
}

/** Reads the first line. Undefined when it is not petvet's, or of another version. */
export function readHead(line: string): { readonly knowledge: Knowledge } | undefined {
  const head = headLine.safeParse(parsedJson(line));
  return head.success ? { knowledge: head.data.knowledge } : undefined;
}

/** Reads any further line; `broken` when it is not valid. Never throws. */
export function readLine(text: string, line: number): EvidenceItem {
  const value = parsedJson(text);
  if (value === undefined) return { broken: { line, why: 'it is cut off or not JSON' } };
  const isRun = typeof value === 'object' && value !== null && 'run' in value;
  const item = isRun ? runLine.safeParse(value) : exchangeLine.safeParse(value);
  if (item.success) return item.data;
  const [issue] = item.error.issues;
  return { broken: { line, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown cause'}` } };
}

/** The number of the exchange of a line as {@link printExchange} begins it; undefined of any other line. */
export function numberOfLine(text: string): number | undefined {
  const [, digits] = /^\{"exchange":\{"id":(\d{1,15}),/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
