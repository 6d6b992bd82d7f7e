import { printExactJson } from '../evidence/exact-json.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import { LOAD_SCHEMA, type LoadDocument } from '../shapes/load.ts';
import { conformanceOf } from './conformance.ts';
import type { LoadReport } from './load-run.ts';

/** A load run as load.json; ends with a line end. */
export function renderLoad(document: LoadDocument): string {
  return `${printExactJson(document, 2)}\n`;
}

/** What load.json says of a load run, in the format that `load.schema.json` describes. */
export function loadDocumentOf(report: LoadReport): LoadDocument {
  const { figures, scenario, dropped, k6 } = report;
  const { outcome, aborted, petvet, catalogue, specification, target, asOf, run, requests, created, rules, limiter } =
    conformanceOf(report);
  return {
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
    windows: figures.windows.map((window) => ({
      ...window,
      p50: rounded(window.p50),
      p95: rounded(window.p95),
      p99: rounded(window.p99),
      rateError: rounded(window.rateError),
    })),
    course: {
      partSeconds: figures.course.partSeconds,
      asked: figures.course.asked.map(rounded),
      sent: figures.course.sent.map(rounded),
      admitted: figures.course.admitted.map(rounded),
      refused: figures.course.refused.map(rounded),
    },
    drift: [...figures.drift],
    ...(report.steps.length > 0 && { steps: report.steps.map(stepDocument) }),
    ...(report.alone !== undefined && report.alone.length > 0 && { generatorAlone: report.alone.map(stepDocument) }),
    ...(report.bottleneck !== undefined && { bottleneck: report.bottleneck }),
    ...(report.scalability !== undefined && {
      scalability: typeof report.scalability === 'string' ? { refused: report.scalability } : report.scalability,
    }),
    ...(report.knee !== undefined && { knee: report.knee }),
    latencies: figures.latencies.map(({ of, count, p50, p95, p99, most }) => ({
      of,
      count,
      p50: rounded(p50),
      p95: rounded(p95),
      p99: rounded(p99),
      most: rounded(most),
    })),
    objectives: [...figures.objectives],
    shortfalls: [...(report.shortfalls ?? [])],
    ...(report.notes !== undefined && report.notes.length > 0 && { notes: [...report.notes] }),
    rules,
    ...(limiter !== undefined && { limiter }),
  };
}

function stepDocument(step: LoadStep): NonNullable<LoadDocument['steps']>[number] {
  const { throughput, response, p50, p95, p99, most, bytes, confidence, because } = step;
  return {
    ...step,
    throughput: rounded(throughput),
    response: rounded(response),
    p50: rounded(p50),
    p95: rounded(p95),
    p99: rounded(p99),
    most: rounded(most),
    bytes: Math.round(bytes),
    confidence: rounded(confidence),
    because: [...because],
  };
}

/** To a thousandth: more is noise. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
