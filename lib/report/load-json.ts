import { printExactJson } from '../evidence/exact-json.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import { LOAD_SCHEMA, type LoadDocument } from '../shapes/load.ts';
import { conformanceOf } from './conformance.ts';
import type { LoadReport } from './load-run.ts';

/** A load run as load.json; ends with a line end. */
export function renderLoad(document: LoadDocument): string {
  return `${printExactJson(document, 2)}\n`;
}

/** What load.json says of a load run, in the format that `load.schema.json` describes; a member that is undefined is not printed. */
export function loadDocumentOf(report: LoadReport): LoadDocument {
  const { figures, scenario, dropped, k6, steps, alone = [], scalability, notes = [] } = report;
  const { outcome, aborted, petvet, catalogue, specification, target, asOf, run, requests, created, rules, limiter } =
    conformanceOf(report);
  return {
    schema: LOAD_SCHEMA,
    scenario,
    outcome,
    aborted,
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
    windows: figures.windows.map((window) => withRounded(window, [...PERCENTILES, 'rateError'])),
    course: {
      partSeconds: figures.course.partSeconds,
      asked: figures.course.asked.map(rounded),
      sent: figures.course.sent.map(rounded),
      admitted: figures.course.admitted.map(rounded),
      refused: figures.course.refused.map(rounded),
    },
    drift: figures.drift,
    steps: steps.length > 0 ? steps.map(stepDocument) : undefined,
    generatorAlone: alone.length > 0 ? alone.map(stepDocument) : undefined,
    bottleneck: report.bottleneck,
    scalability: typeof scalability === 'string' ? { refused: scalability } : scalability,
    knee: report.knee,
    latencies: figures.latencies.map(({ of, count, p50, p95, p99, most }) =>
      withRounded({ of, count, p50, p95, p99, most }, [...PERCENTILES, 'most']),
    ),
    objectives: figures.objectives,
    shortfalls: report.shortfalls ?? [],
    notes: notes.length > 0 ? notes : undefined,
    rules,
    limiter,
  };
}

const PERCENTILES = ['p50', 'p95', 'p99'] as const;

function stepDocument(step: LoadStep): NonNullable<LoadDocument['steps']>[number] {
  return {
    ...withRounded(step, [...PERCENTILES, 'throughput', 'response', 'most', 'confidence']),
    bytes: Math.round(step.bytes),
  };
}

/** Figures of which those with these names are rounded. */
export function withRounded<Name extends string, Figures extends Readonly<Record<Name, number>>>(
  figures: Figures,
  names: readonly Name[],
): Figures {
  return { ...figures, ...Object.fromEntries(names.map((name) => [name, rounded(figures[name])])) };
}

/** To a thousandth: more is noise. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
