import { z } from 'zod';
import { LoadDocument } from './load.ts';
import { publishedSchema, type Unchanging } from './report.ts';

/** The name and version of the format; the number rises when a reader of the old format would be misled. */
export const TIERS_SCHEMA = 'petvet/tiers/1';

const Count = z.int().min(0);
const Milliseconds = z.number().min(0);

const Scenario = z
  .object({
    scenario: z.enum(['ceiling', 'overshoot', 'isolation']),
    state: z.enum(['judged', 'not-measured', 'failed', 'left-out']).meta({
      description:
        '`not-measured`: the load generator could not send what was to be measured; `failed`: petvet could not judge it; `left-out`: nothing was sent',
    }),
    outcome: LoadDocument.shape.outcome.optional().meta({ description: 'Of what was judged' }),
    folder: z.string().optional().meta({ description: 'Of its own report, below the folder of this document' }),
    otherCaller: z.string().optional().meta({
      description: 'Of isolation: the plan whose key the other caller has, `second`, or `none` without a key',
    }),
    sent: Count,
    refused: Count,
    mostRefused: Count.meta({ description: 'Max refusals, as announced before the run' }),
    violated: z.array(z.string()).meta({ description: 'Must rules' }),
    says: z.array(z.string()).meta({ description: 'What it falls short of, or why it ended, one sentence each' }),
  })
  .meta({ description: 'One scenario with the key of a plan' });

const AtTheCeiling = z
  .object({
    windows: Count,
    asked: Count,
    sent: Count,
    admitted: Count,
    refused: Count,
    rateError: z.number().min(0).meta({ description: 'Of the window with the largest one, in per cent' }),
    p50: Milliseconds.meta({ description: 'Of the admitted requests; 0 where there is none' }),
    p95: Milliseconds,
    p99: Milliseconds,
  })
  .meta({ description: 'The plan at its ceiling; latency is from the instant at which each request should have left' });

const Tier = z.object({
  plan: z.enum(['free', 'pro', 'business', 'enterprise']),
  perMinute: Count,
  perDay: Count.optional(),
  state: z.enum(['conforming', 'falls-short', 'violating', 'incomplete', 'not-judged']),
  ceiling: AtTheCeiling.optional(),
  kinds: z.array(z.string()).optional().meta({
    description: 'The kinds of limiter that all scenarios are consistent with; absent where too little shows them',
  }),
  scenarios: z.array(Scenario),
});

/** tiers.json: every plan at its ceiling. */
export const TiersDocument = z
  .object({
    schema: z.literal(TIERS_SCHEMA),
    petvet: z.string(),
    k6: z.string(),
    target: z.object({ name: z.string(), baseUrl: z.string() }),
    asOf: z.string(),
    windowSeconds: z.number(),
    startedAt: z.string(),
    endedAt: z.string(),
    isFinished: z.boolean().meta({ description: 'Every scenario was made, or could not be' }),
    plans: z.array(Tier).meta({ description: 'The smallest first' }),
  })
  .meta({ title: 'The plans of a service at their ceilings, by petvet' });

/** Every plan at its ceiling, as it is read and written. */
export type TiersDocument = Unchanging<z.output<typeof TiersDocument>>;

export type TierDocument = TiersDocument['plans'][number];

/** The JSON Schema (2020-12) of tiers.json; `tiers.schema.json` beside this file holds it. */
export function tiersJsonSchema(): object {
  return publishedSchema(TiersDocument);
}
