import { printExactJson } from '../evidence/exact-json.ts';
import { LOAD_SCHEMA, type LoadDocument } from '../shapes/load.ts';
import { conformanceOf } from './conformance.ts';
import type { LoadReport } from './load-run.ts';

/** A load run as load.json, in the format that `load.schema.json` describes; ends with a line end. */
export function renderLoad(report: LoadReport): string {
  const { figures, scenario, dropped, k6 } = report;
  const { outcome, aborted, petvet, catalogue, specification, target, asOf, run, requests, created, rules, limiter } =
    conformanceOf(report);
  const document: LoadDocument = {
    schema: LOAD_SCHEMA,
    scenario,
    outcome,
    ...(aborted !== undefined && { aborted }),
    petvet,
    catalogue,
    specification,
    k6,
    target,
    asOf,
    run,
    requests: { sent: requests.sent, refused: requests.refused },
    created,
    dropped,
    lag: rounded(figures.lag),
    windows: [...figures.windows],
    latencies: figures.latencies.map(({ of, count, p50, p95, p99, most }) => ({
      of,
      count,
      p50: rounded(p50),
      p95: rounded(p95),
      p99: rounded(p99),
      most: rounded(most),
    })),
    objectives: [...figures.objectives],
    rules,
    ...(limiter !== undefined && { limiter }),
  };
  return `${printExactJson(document, 2)}\n`;
}

/** To a thousandth of a millisecond: more is noise. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
