import { z } from 'zod';
import { INT64, isInt64 } from '../contract/pets.ts';
import { Gate } from './gate.ts';

/** The name and version of the format; the number rises when a reader of the old format would be misled. */
export const CONFORMANCE_SCHEMA = 'petvet/conformance/1';

/** The most that is read of a document of a run: it holds no bodies but short ones, so none is nearly as long. */
export const MOST_REPORT_BYTES = 64 * 1_048_576;

const Count = z.int().min(0);
const ExchangeNumber = z
  .int()
  .min(1)
  .meta({ description: 'The number of an exchange in the evidence of the run, from 1' });
const Day = z.iso.date();
const Verdict = z
  .enum(['fail', 'inconclusive', 'pass', 'warn', 'observed', 'not-exercised', 'not-applicable'])
  .meta({ description: 'Strongest first' });

const Finding = z.object({
  verdict: Verdict.extract(['fail', 'inconclusive', 'pass', 'warn', 'observed']),
  says: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  operation: z.enum(['listPets', 'createPet', 'getPet']).optional(),
  see: z.string().optional().meta({
    description: 'The rule that the same fault is reported under; this finding then does not count as a violation',
  }),
  fault: z.string().optional().meta({ description: 'The kind of fault, the same for every request that meets it' }),
  place: z.string().optional().meta({ description: 'The field or header that shows it' }),
  pet: z
    .string()
    .regex(/^-?\d+$/)
    .optional()
    .meta({ description: 'The id of the one pet that it is about, where that may be gone' }),
  topic: z.string().optional().meta({ description: 'What an observation is of, where a rule records several things' }),
  input: z.string().optional().meta({ description: 'What is unusual about the request; absent for a plain one' }),
  size: Count.optional().meta({ description: 'How large the request is, in bytes' }),
  judge: z
    .string()
    .optional()
    .meta({ description: 'Which part of petvet says so, where several judge the same rule each in its own way' }),
  shownBy: z.array(ExchangeNumber).meta({ description: 'The exchanges of the smallest request that shows it' }),
  alsoShownBy: z.array(ExchangeNumber).optional().meta({ description: 'Further exchanges that show the same cause' }),
  times: z.int().min(1).meta({ description: 'How many times the same cause was found' }),
});

const Counterexample = z.object({
  probe: z.string(),
  seed: z.int(),
  path: z.string().meta({ description: 'Replays the smallest input at once, together with the seed' }),
  smallest: z.string().meta({ description: 'The smallest input found' }),
});

const RuleRow = z.object({
  id: z.string().regex(/^[A-Z]+-\d+$/),
  level: z.enum(['must', 'should', 'observed']),
  area: z.string().meta({ description: 'The letters of the id, e.g. LIST' }),
  section: z.string().meta({ description: 'Where the specification, or a standard, says so' }),
  title: z.string().meta({ description: 'The requirement' }),
  verdict: Verdict,
  says: z.string().meta({ description: 'What was seen, or why nothing could be' }),
  evidence: z.array(ExchangeNumber).meta({ description: 'The first exchanges that show the verdict' }),
  evidenceCount: Count.meta({ description: 'How many exchanges show it' }),
  findings: z.array(Finding).meta({
    description: 'Every finding but the passes, one for each cause: violations first, the smallest request first',
  }),
  counterexamples: z.array(Counterexample),
});

const Observed = z.object({
  rule: z.string(),
  says: z.string(),
  shownBy: z.array(ExchangeNumber),
  times: z.int().min(1),
});

const NotJudged = z.object({
  reason: z.string(),
  verdict: Verdict.extract(['not-exercised', 'not-applicable']),
  rules: z.array(z.string()).min(1),
});

const CouldNotCatch = z
  .object({
    total: Count.meta({ description: 'The known defects that petvet was examined with' }),
    invisible: Count,
    because: z
      .array(z.object({ why: z.string(), count: Count }))
      .meta({ description: 'The counts add up to invisible' }),
  })
  .meta({
    description:
      'Known defects that a run like this does not detect, given its skips, its writes and its number of requests',
  });

const Share = z.object({ covered: Count, total: Count });
const OfOperation = z.enum(['any', 'listPets', 'createPet', 'getPet']);

const Coverage = z
  .object({
    partitions: Share.meta({ description: 'Parts of the input model that some request of the run lies in' }),
    pairs: Share.meta({ description: 'Two documented values of two dimensions, together in one request' }),
    dimensions: z.array(
      z.object({
        operation: OfOperation,
        name: z.string(),
        covered: z.array(z.string()),
        missing: z.array(z.object({ partition: z.string(), why: z.string() })),
      }),
    ),
    combined: z
      .array(
        Share.extend({
          operation: OfOperation,
          dimensions: z.tuple([z.string(), z.string()]),
        }),
      )
      .meta({ description: 'The pairs by dimension' }),
  })
  .meta({ description: 'What the run covered of the input model; absent where petvet did not choose the requests' });

const LimiterKind = z.enum(['fixed window', 'sliding log', 'weighted counter', 'token bucket', 'stepwise refill']);

const KindOfLimiter = z.object({
  kind: LimiterKind,
  consistent: z.boolean().meta({ description: 'The responses are consistent with a limiter of this kind' }),
  excludedBy: z
    .object({
      shownBy: z.array(ExchangeNumber).min(1),
      says: z.string().meta({ description: 'What does not fit, as a sentence' }),
    })
    .optional()
    .meta({
      description: 'The exchanges, usually two to five, that rule out the kind',
    }),
});

const Limiter = z.object({
  period: z.enum(['minute', 'day']).meta({ description: "Which of the plan's two windows" }),
  figure: Count.meta({ description: 'Requests in a window: as announced, else as the plan has it' }),
  seconds: z.number().positive().meta({ description: 'The length of the window; of a test installation, as declared' }),
  kinds: z.array(KindOfLimiter),
  looksLike: z
    .array(LimiterKind)
    .meta({ description: 'The kinds that the responses are consistent with; none when every known kind is ruled out' }),
  admits: z
    .string()
    .optional()
    .meta({ description: 'Where one kind is left: what it admits at once, and when that is available again' }),
});

const Target = z.object({
  name: z.string(),
  baseUrl: z.string(),
  plan: z.enum(['free', 'pro', 'business', 'enterprise', 'auto']),
  perMinute: Count.optional(),
  perDay: Count.optional(),
  loopback: z.boolean(),
  testInstallation: z
    .object({ minuteSeconds: z.number(), daySeconds: z.number() })
    .optional()
    .meta({ description: 'The lengths of the windows, where the configuration declares other than 60 and 86400' }),
});

const Scope = z
  .object({
    rules: z
      .array(z.string())
      .optional()
      .meta({ description: 'The rules that were to be judged; absent where all were' }),
    leftOutInputs: z.array(z.string()).optional().meta({ description: 'Hostile inputs that were left out' }),
    writes: z.boolean(),
    limit: z.boolean().meta({ description: 'Whether the limit of the minute was to be used up' }),
    smoke: z.boolean(),
  })
  .meta({ description: 'What the run set out to judge: only runs of one scope can be compared' });

const Int64Text = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .refine((text) => /^-?\d+$/.test(text) && isInt64(BigInt(text)))
  .meta({ description: `A decimal integer from ${INT64.minimum} to ${INT64.maximum}` });

/** conformance.json: what a run says of a service. Readers may rely on every member. */
export const ConformanceReport = z
  .object({
    schema: z.literal(CONFORMANCE_SCHEMA),
    outcome: z.enum(['conforming', 'incomplete', 'violating', 'aborted']),
    aborted: z.string().optional().meta({ description: 'Why the run ended early; absent when it did not' }),
    endedEarly: z
      .string()
      .optional()
      .meta({ description: 'Why the run sent less than it might have: a budget that the user set' }),
    scope: Scope.optional(),
    petvet: z.string(),
    catalogue: z.string(),
    specification: z.string(),
    node: z.string(),
    target: Target,
    asOf: Day.meta({ description: 'The date as of which the service is evaluated' }),
    daysUntilRemoval: z.int().meta({ description: 'From that date to the removal of getPet; negative afterwards' }),
    seed: z.int(),
    run: z.object({
      id: z.string(),
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime(),
      durationSeconds: z.number().min(0),
      interrupted: z.boolean(),
    }),
    requests: z.object({
      sent: Count,
      refused: Count.meta({ description: 'Responses with 429' }),
      waitedSeconds: z.number().min(0),
      medianMilliseconds: z
        .number()
        .min(0)
        .optional()
        .meta({ description: 'Of all responses, from the start of the request to the last byte' }),
    }),
    created: z.array(Int64Text).meta({ description: 'The ids of the pets that the run created' }),
    runsLeft: z
      .int()
      .optional()
      .meta({ description: 'For how many more runs like this one the filtered pages have room, at least' }),
    rules: z.array(RuleRow).meta({ description: 'One row per rule of the catalogue, in its order' }),
    observed: z.array(Observed).meta({ description: 'What this service does where the specification is silent' }),
    notJudged: z.array(NotJudged),
    limiter: z.array(Limiter).optional().meta({
      description:
        'The limiter X-ray: each known kind of limiter, compared with the responses that the key got. Absent when no limit is known, or after too few requests',
    }),
    couldNotCatch: CouldNotCatch.optional(),
    coverage: Coverage.optional(),
    gate: Gate.optional(),
  })
  .meta({ title: 'A conformance report of petvet' });

/** What a document holds, none of which is changed after it was made. */
export type Unchanging<T> = { readonly [K in keyof T]: Unchanging<T[K]> };

/** A conformance report as it is read and written. */
export type ConformanceReport = Unchanging<z.output<typeof ConformanceReport>>;

/**
 * The JSON Schema (2020-12) of conformance.json, for those who read it without petvet.
 * `conformance.schema.json` beside this file holds it.
 */
export function conformanceJsonSchema(): object {
  return publishedSchema(ConformanceReport);
}

/** A schema as it is published: readers must accept members that a later version adds. */
export function publishedSchema(document: z.ZodType): object {
  return z.toJSONSchema(document, {
    io: 'input', // members that a later version adds are no fault
    override({ jsonSchema }) {
      if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
}
