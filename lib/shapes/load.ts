import { z } from 'zod';
import { ConformanceReport, publishedSchema, type Unchanging } from './report.ts';

/** The name and version of the format; the number rises when a reader of the old format would be misled. */
export const LOAD_SCHEMA = 'petvet/load/1';

const Count = z.int().min(0);
const Milliseconds = z.number().min(0);

const Window = z.object({
  window: Count.meta({ description: 'From 0, in the order of the run' }),
  caller: z.enum(['primary', 'second', 'none']).meta({ description: '`none`: without a key' }),
  sent: Count,
  admitted: Count.meta({
    description: 'Status 200, 201, or 404 for a pet that the caller does not see; without a key: 401',
  }),
  refused: Count.meta({ description: 'Responses with 429' }),
  other: Count.meta({ description: 'Any other status, or no response' }),
  span: Milliseconds.meta({ description: 'From the first to the last request' }),
  p50: Milliseconds.meta({ description: 'Of the admitted requests; 0 where there is none' }),
  p95: Milliseconds,
  p99: Milliseconds,
  rateError: z
    .number()
    .min(0)
    .meta({ description: 'Rate error: how far the rate is from the intended one, in per cent' }),
});

const Rates = z.array(z.number().min(0));

const Course = z
  .object({ partSeconds: z.number().min(1), asked: Rates, sent: Rates, admitted: Rates, refused: Rates })
  .meta({ description: 'Requests per second, in equal parts of the run' });

const Drift = z
  .object({
    of: z.enum(['p50', 'p95', 'errors']),
    before: z.number(),
    after: z.number(),
    percent: z.number().optional(),
    standsOut: z
      .boolean()
      .optional()
      .meta({ description: 'Larger than the noise between windows; absent where there are too few to tell' }),
  })
  .meta({ description: 'The last third of the windows against the first: milliseconds, or per cent of the requests' });

const Share = z.number().min(0).max(1);

const Step = z.object({
  rate: z.number().min(0).meta({ description: 'Requests per second' }),
  seconds: z.number().min(0),
  connections: Count.optional(),
  sent: Count,
  admitted: Count,
  refused: Count,
  failed: Count.optional().meta({ description: 'Responses with any other status' }),
  unanswered: Count.optional(),
  dropped: Count.meta({ description: 'Could not be sent in time' }),
  throughput: z.number().min(0).optional().meta({ description: 'Responses per second in the second half of the step' }),
  response: Milliseconds.optional().meta({ description: 'On average, from the instant at which a request left' }),
  p50: Milliseconds.optional(),
  p95: Milliseconds.meta({ description: 'From the instant at which a request should have left' }),
  p99: Milliseconds.optional(),
  most: Milliseconds.optional(),
  bytes: Count.optional().meta({ description: 'Of a response, on average' }),
  processors: z
    .object({ machine: Share, generator: Share.optional() })
    .optional()
    .meta({ description: 'The share of all processors that was busy, and busy with k6' }),
  askedToWait: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'Seconds that the service said to wait, which ended the step' }),
  kept: z.boolean(),
  confidence: Share.optional().meta({ description: 'Confidence in whether the step meets the objectives' }),
  because: z.array(z.string()).meta({ description: 'The objectives that were missed' }),
});

const Rate = z.number().min(0).optional();

const Bottleneck = z
  .object({
    is: z.enum(['service', 'generator', 'rate-limit', 'undecided']).meta({
      description: '`rate-limit`: that of the key, whatever the service could do beyond it',
    }),
    says: z.string().meta({ description: 'What shows it' }),
    generator: z.object({ kept: Rate, broken: Rate }).meta({
      description: 'Against a server that does nothing: the highest rate that was reached, the lowest that was not',
    }),
  })
  .meta({ description: 'What ended the staircase' });

const Scalability = z
  .union([
    z.object({
      lambda: z.number(),
      sigma: z.number(),
      kappa: z.number(),
      peak: z.number().meta({ description: 'Max. responses per second' }),
      peakAt: z.number().optional().meta({ description: 'With how many requests at a time' }),
      error: z.number().meta({ description: 'By how much the steps differ from it, at most; a share' }),
    }),
    z.object({ refused: z.string().meta({ description: 'Why there is no fit' }) }),
  ])
  .meta({ description: 'The Universal Scalability Law, fitted to the steps' });

const Latency = z
  .object({
    of: z.string().meta({ description: 'An operation, a status, or a key and its scenario' }),
    count: Count,
    p50: Milliseconds,
    p95: Milliseconds,
    p99: Milliseconds,
    most: Milliseconds,
  })
  .meta({ description: 'In milliseconds, from the instant at which each request should have left' });

const ObjectiveResult = z.object({
  metric: z.string().regex(/^(p\d+(\.\d+)?|errors)$/),
  most: z.number().meta({ description: 'Milliseconds; of errors, per cent of the requests' }),
  measured: z.number(),
  isKept: z.boolean(),
});

const of = ConformanceReport.shape;

/** load.json: what a load run says of a service. */
export const LoadDocument = z
  .object({
    schema: z.literal(LOAD_SCHEMA),
    scenario: z.string(),
    outcome: of.outcome,
    aborted: of.aborted,
    petvet: of.petvet,
    catalogue: of.catalogue,
    specification: of.specification,
    k6: z.string(),
    target: of.target,
    asOf: of.asOf,
    run: of.run,
    requests: of.requests.pick({ sent: true, refused: true }),
    created: of.created,
    dropped: Count.meta({ description: 'Requests that could not be started in time' }),
    lag: Milliseconds.meta({ description: 'By how much requests left late, the 99th percentile' }),
    windows: z.array(Window),
    course: Course,
    drift: z.array(Drift),
    steps: z.array(Step).optional().meta({ description: 'Of a breakpoint, in the order in which they were taken' }),
    generatorAlone: z
      .array(Step)
      .optional()
      .meta({ description: 'The same generator against a server that does nothing' }),
    bottleneck: Bottleneck.optional(),
    scalability: Scalability.optional(),
    knee: z
      .number()
      .optional()
      .meta({ description: 'The highest rate that met the objectives, in requests per second' }),
    latencies: z.array(Latency),
    objectives: z.array(ObjectiveResult),
    shortfalls: z.array(z.string()).optional().meta({
      description: 'How the run falls short of the intended load, one sentence each; with any the exit status is not 0',
    }),
    notes: z.array(z.string()).optional().meta({
      description: 'What was lost within the allowance for instability, one sentence each; it does not fail a run',
    }),
    rules: of.rules,
    limiter: of.limiter,
  })
  .meta({ title: 'A load report of petvet' });

/** A load report as it is read and written. */
export type LoadDocument = Unchanging<z.output<typeof LoadDocument>>;

/** The JSON Schema (2020-12) of load.json; `load.schema.json` beside this file holds it. */
export function loadJsonSchema(): object {
  return publishedSchema(LoadDocument);
}
