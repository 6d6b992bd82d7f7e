import { z } from 'zod';
import { publishedSchema, type Unchanging } from '../shapes/report.ts';

/** The name and version of the format; the number rises when a reader of the old format would be misled. */
export const DIFF_SCHEMA = 'petvet/diff/1';

const Count = z.int().min(0);
const Outcome = z.enum(['conforming', 'incomplete', 'violating', 'aborted']);
const Where = z
  .enum(['before', 'after', 'again', 'afterAgain'])
  .meta({ description: 'The runs of this document by their names' });
const Part = z.enum(['verdict', 'finding', 'behaviour', 'limit']).meta({
  description:
    'verdict: of a rule; finding: one kind of fault more, or less, of a rule that is violated in both; behaviour: observed, not judged',
});
const Subject = z.string().meta({
  description:
    'What it is about, in the same words in every comparison: no seed, id or sentence of a run is part of it',
});
const Rule = z.string().optional().meta({ description: 'Absent for the rate limit' });

const Run = z.object({
  target: z.string(),
  baseUrl: z.string(),
  startedAt: z.iso.datetime(),
  outcome: Outcome,
  seed: z.int(),
  aborted: z.string().optional().meta({ description: 'Why the run ended early; absent when it did not' }),
});

const SecondRun = Run.extend({ rules: z.array(z.string()).meta({ description: 'The rules that it was to judge' }) });

const Difference = z.object({
  weight: z.enum(['worse', 'changed', 'better']).meta({
    description:
      'worse: a must rule that was satisfied is violated, or violated in one more way; better: the reverse; changed: callers could notice',
  }),
  of: Part,
  subject: Subject,
  rule: Rule,
  what: z.string(),
  before: z.string(),
  after: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  shownBy: z.array(z.int().min(1)).meta({ description: 'Exchanges of the run that `shownIn` names' }),
  shownIn: Where,
});

const Noise = z.object({
  of: Part,
  subject: Subject,
  rule: Rule,
  what: z.string(),
  before: z.string(),
  again: z.string().meta({ description: 'In the second run of the service before' }),
  after: z
    .string()
    .optional()
    .meta({ description: 'Absent where the service after does as the one before did at first' }),
});

const Undecided = z.object({
  about: z.array(z.string()).meta({ description: 'Rules, topics' }),
  why: z.string(),
  kind: z.enum(['lost', 'violated', 'chance', 'other']).meta({
    description:
      'lost: must rules verified before and not after; violated: must rules violated after and not verified before; chance: must rules that neither run set out to verify; other, chance: decides nothing',
  }),
});

/** What `petvet diff` of two checks writes as JSON. */
export const DiffDocument = z
  .object({
    schema: z.literal(DIFF_SCHEMA),
    before: Run,
    after: Run,
    again: SecondRun.optional().meta({
      description: 'The second run of the service before; absent where there was none',
    }),
    afterAgain: SecondRun.optional().meta({
      description: 'The second run of the service after; absent where there was none',
    }),
    notes: z.array(z.string()).meta({ description: 'What narrows the comparison, a sentence each' }),
    differences: z.array(Difference).meta({ description: 'For the worse first' }),
    undecided: z.array(Undecided),
    noise: z
      .array(Noise)
      .meta({ description: 'What varies between two runs of the service before: it does not count' }),
    compared: z.object({ rules: Count, behaviours: Count }).meta({ description: 'How many both runs have' }),
    latency: z
      .object({
        before: z.number().min(0).optional(),
        after: z.number().min(0).optional(),
        percent: z.number().optional().meta({ description: 'By how much it is longer after' }),
        limit: z.enum(['within', 'exceeded', 'undecided']).optional(),
      })
      .meta({ description: 'The median response times, in milliseconds; they decide only where the user set a limit' }),
    outcome: z.enum(['same', 'changed', 'worse', 'undecided']),
  })
  .meta({ title: 'What would change for callers between two checks of petvet' });

/** The same as it is written. */
export type DiffDocument = Unchanging<z.output<typeof DiffDocument>>;

/** What would change for callers of one service if another took its place. */
export type ChecksDiff = Omit<DiffDocument, 'schema'>;

/** What the comparison of two checks comes to. */
export type DiffOutcome = ChecksDiff['outcome'];

/** One run of a comparison. */
export type ComparedRun = ChecksDiff['before'];

/** One difference that callers could notice. */
export type Difference = ChecksDiff['differences'][number];

/** What a difference means to callers of the run before, if the service of the run after took its place. */
export type Weight = Difference['weight'];

/** Something that one of the runs did not verify, or that one run alone cannot tell. */
export type Undecided = ChecksDiff['undecided'][number];

/** Something in which two runs of the service before differ: that the service after differs in it, too, says nothing. */
export type Noise = ChecksDiff['noise'][number];

/** The median response times of two checks. */
export type Latency = ChecksDiff['latency'];

/** The JSON Schema (2020-12) of it; `diff.schema.json` beside this file holds it. */
export function diffJsonSchema(): object {
  return publishedSchema(DiffDocument);
}
