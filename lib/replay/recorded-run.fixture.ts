import type { Exchange } from '../evidence/exchange.ts';
import { renderConformance } from '../report/conformance.ts';
import { aReport, bytes, type ReportParts } from '../report/report.fixture.ts';
import { ConformanceReport } from '../shapes/report.ts';
import type { RecordedRun } from './recorded-run.ts';

/** A recorded run as its folder would give it. */
export function aRecordedRun(parts: ReportParts = {}, exchanges: readonly Exchange[] = []): RecordedRun {
  const report = aReport({ ...parts, exchanges });
  return {
    report: ConformanceReport.parse(JSON.parse(renderConformance(report))),
    knowledge: report.knowledge,
    exchanges: report.exchanges,
  };
}

/** A GET with the key. */
export function aGet(
  id: number,
  target: string,
  status: number,
  body: unknown,
  parts: Partial<Exchange> = {},
): Exchange {
  return anExchangeOf(id, 'GET', target, undefined, status, body, parts);
}

/** A POST with the key. */
export function aPost(
  id: number,
  sent: unknown,
  status: number,
  body: unknown,
  parts: Partial<Exchange> = {},
): Exchange {
  return anExchangeOf(id, 'POST', '/pets', JSON.stringify(sent), status, body, parts);
}

function anExchangeOf(
  id: number,
  method: string,
  target: string,
  sent: string | undefined,
  status: number,
  body: unknown,
  parts: Partial<Exchange>,
): Exchange {
  return {
    id,
    request: {
      method,
      target,
      headers: [
        ['User-Agent', 'petvet/0.1.0 (run r1)'],
        ['Accept', 'application/json'],
        ...(sent === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ['Authorization', 'Bearer {primary}'],
      ],
      body: sent === undefined ? { kind: 'none' } : bytes(sent),
      credential: 'primary',
    },
    answer: {
      status,
      headers: [['Content-Type', 'application/json']],
      body: body === undefined ? { kind: 'none' } : bytes(typeof body === 'string' ? body : JSON.stringify(body)),
    },
    times: { startedAt: id * 10, endedAt: id * 10 + 5 },
    probe: 'a probe',
    ...parts,
  };
}
