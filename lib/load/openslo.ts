import * as z from 'zod';
import type { Objective } from '../evidence/objective.ts';
import { percentOf, said, Unmappable } from './unmappable.ts';

const Metadata = z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() });

/** A query of a monitoring system, in its own words. */
const Source = z.unknown();

const Indicator = z.object({
  thresholdMetric: Source.optional(),
  ratioMetric: z.object({ good: Source.optional(), bad: Source.optional(), total: Source.optional() }).optional(),
});

const Share = z.number().gt(0).lt(1);

const Goal = z.object({
  op: z.enum(['lte', 'gte', 'lt', 'gt']).optional(),
  value: z.number().positive().optional(),
  target: Share.optional(),
  targetPercent: z.number().gt(0).lt(100).optional(),
  indicator: z.unknown().optional(),
  indicatorRef: z.unknown().optional(),
});

const Slo = z.object({
  apiVersion: z.literal('openslo/v1'),
  kind: z.literal('SLO'),
  metadata: Metadata,
  spec: z.object({
    budgetingMethod: z.string().optional(),
    indicator: z.object({ metadata: Metadata.partial().optional(), spec: Indicator }).optional(),
    indicatorRef: z.string().optional(),
    objectives: z.array(Goal).min(1),
  }),
});

const Sli = z.object({ kind: z.literal('SLI'), metadata: Metadata, spec: Indicator });

const Versioned = z.object({ apiVersion: z.string(), kind: z.string() });

/** What says the unit of a latency, and that a ratio is that of errors, where the query does not. */
const UNIT = 'petvet/unit';
const MEANS = 'petvet/means';

/** An indicator, and what its annotations say of it. */
interface Meant {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly indicator: z.infer<typeof Indicator>;
}

/**
 * The objectives that the SLOs of a file stand for: a threshold of the latency, or the ratio of good requests.
 *
 * @param documents - of the file; indicators that an SLO refers to are looked for among them
 * @throws {Unmappable} for the first thing that no objective of a load stands for
 */
export function objectivesOfSlos(documents: readonly unknown[]): readonly Objective[] {
  return documents.flatMap((document) => {
    const { data } = Versioned.safeParse(document);
    if (data === undefined || data.apiVersion !== 'openslo/v1')
      throw new Unmappable(`one of its documents is not of openslo/v1`);
    if (data.kind !== 'SLO') return [];
    const slo = Slo.safeParse(document);
    if (!slo.success) {
      const [issue] = slo.error.issues;
      throw new Unmappable(`its SLO is not one of OpenSLO v1 (${issue?.path.join('.') ?? ''})`);
    }
    return objectivesOf(slo.data, documents);
  });
}

function objectivesOf({ metadata, spec }: z.infer<typeof Slo>, documents: readonly unknown[]): Objective[] {
  const name = `the SLO ${said(metadata.name)}`;
  const { budgetingMethod = 'Occurrences', objectives } = spec;
  if (budgetingMethod !== 'Occurrences')
    throw new Unmappable(`${name} counts slices of time (${said(budgetingMethod)}), and a load counts requests`);
  const meant = meantBy(name, metadata.annotations ?? {}, spec, documents);
  return objectives.map((goal) => {
    if (goal.indicator !== undefined || goal.indicatorRef !== undefined)
      throw new Unmappable(`${name} is composed of several indicators`);
    const target = goal.target ?? (goal.targetPercent === undefined ? undefined : goal.targetPercent / 100);
    if (target === undefined) throw new Unmappable(`${name} has an objective without a target`);
    if (meant.indicator.thresholdMetric !== undefined) return latencyOf(meant, goal, target);
    return errorsOf(meant, target);
  });
}

function meantBy(
  name: string,
  annotations: Readonly<Record<string, string>>,
  { indicator, indicatorRef }: z.infer<typeof Slo>['spec'],
  documents: readonly unknown[],
): Meant {
  if (indicator !== undefined)
    return { name, annotations: { ...annotations, ...indicator.metadata?.annotations }, indicator: indicator.spec };
  const found = documents
    .flatMap((one) => Sli.safeParse(one).data ?? [])
    .find(({ metadata }) => metadata.name === indicatorRef);
  if (found === undefined) throw new Unmappable(`${name} has no indicator in this file`);
  return { name, annotations: { ...annotations, ...found.metadata.annotations }, indicator: found.spec };
}

/** The share `target` of the requests is to be as quick as the value: the percentile of that share. */
function latencyOf(
  { name, annotations, indicator }: Meant,
  { op, value }: z.infer<typeof Goal>,
  target: number,
): Objective {
  if (value === undefined || (op !== 'lte' && op !== 'lt'))
    throw new Unmappable(`${name} has a threshold that is not an upper bound (op lte or lt, with a value)`);
  const unit = annotations[UNIT] ?? unitIn(JSON.stringify(indicator.thresholdMetric));
  if (unit !== 'ms' && unit !== 's')
    throw new Unmappable(`${name} does not say whether its threshold is in ms or s: annotate it with ${UNIT}: ms`);
  return { metric: `p${percentOf(target)}`, most: unit === 's' ? Number((1_000 * value).toFixed(6)) : value };
}

/** Metrics of a latency have their unit in their names by the custom of Prometheus. */
function unitIn(query: string): 'ms' | 's' | undefined {
  if (!/latency|duration|response_time/i.test(query)) return undefined;
  if (/_(milliseconds|ms)(?![a-z])/i.test(query)) return 'ms';
  return /_seconds(?![a-z])/i.test(query) ? 's' : undefined;
}

/** A ratio of requests may count anything: that it counts those with an error must be said, or stand in its queries. */
function errorsOf({ name, annotations, indicator }: Meant, target: number): Objective {
  const { ratioMetric } = indicator;
  if (ratioMetric?.total === undefined || (ratioMetric.good === undefined && ratioMetric.bad === undefined))
    throw new Unmappable(`${name} has neither a threshold nor a ratio of good or bad requests to all`);
  const queries = JSON.stringify([ratioMetric.good, ratioMetric.bad]);
  const isOfErrors = /error|status|code|fail/i.test(queries) && !/latency|duration|\ble=/i.test(queries);
  if (annotations[MEANS] !== 'errors' && !isOfErrors)
    throw new Unmappable(`${name} does not say that its ratio is that of errors: annotate it with ${MEANS}: errors`);
  return { metric: 'errors', most: percentOf(1 - target) };
}
