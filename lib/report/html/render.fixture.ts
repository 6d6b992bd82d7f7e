import { gunzipSync } from 'node:zlib';
import type { Exchange } from '../../evidence/exchange.ts';
import type { EvidenceItem } from '../../evidence/log.ts';
import { aReport, anExchange, aViolation, type ReportParts } from '../report.fixture.ts';
import { renderPage } from './render.ts';

export const ESC = '\u001B';

export async function page(
  parts: ReportParts = {},
  exchanges: readonly Exchange[] = parts.exchanges ?? [anExchange()],
) {
  return renderPage(aReport(parts), stream(exchanges));
}

export async function* stream(exchanges: readonly Exchange[]): AsyncIterable<EvidenceItem> {
  for (const exchange of exchanges) yield { exchange };
}

export function archiveOf(html: string): { id: number; request: string; answer: string }[] {
  const packed = /id="archive">([^<]*)</.exec(html)?.[1] ?? '';
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString());
}

/** What a reader sees, in one line. */
export function textOf(html: string): string {
  return html
    .replace(/<(style|script)[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
}

export const VIOLATING: ReportParts = {
  outcome: 'violating',
  rows: [
    {
      id: 'LIST-2',
      verdict: 'fail',
      says: 'six pets came',
      evidenceCount: 7,
      findings: [aViolation({ rule: 'LIST-2' })],
    },
    {
      id: 'AUTH-2',
      verdict: 'fail',
      says: '200 without a key',
      findings: [aViolation({ rule: 'AUTH-2', says: 'it was let in' })],
    },
    {
      id: 'GET-1',
      verdict: 'fail',
      says: 'see LIST-2',
      evidenceCount: 90,
      findings: [aViolation({ rule: 'GET-1', see: 'LIST-2' })],
    },
    {
      id: 'LIST-5',
      level: 'observed',
      verdict: 'observed',
      says: '400',
      findings: [aViolation({ rule: 'LIST-5', verdict: 'observed', says: 'limit is 0: 400' })],
    },
    { id: 'GET-4', verdict: 'not-applicable', says: 'getPet is removed on 5 December 2030' },
  ],
};
