import { z } from 'zod';
import { WrittenName } from '../gate/baseline-file.ts';

/** One run to be made, as a line of JSON for another process. */
export const Sitting = z.object({
  /** A subject. */
  name: z.string(),
  seed: z.number(),
  /** False: no POST is sent. */
  writes: z.boolean(),
  /** As its subject asks for when absent. */
  maxRequests: z.number().optional(),
  /** The file that its evidence is kept in; nowhere when absent. */
  evidence: z.string().optional(),
});

/** One run to be made: a subject by its name, the seed of the run, whether it may write, and what is kept of it. */
export type Sitting = z.infer<typeof Sitting>;

/** A rule that caught a subject. */
const Catch = z.object({
  rule: z.string(),
  /** The ids of the probes whose exchanges show its first violation. */
  probes: z.array(z.string()),
  /** The number of the last exchange that this took. */
  requests: z.number(),
});

/** A rule that caught a subject, the probes that showed it, and the number of the exchange that sufficed. */
export type Catch = z.infer<typeof Catch>;

/** What petvet made of one subject in one run; a line of JSON where it comes from another process. */
export const ExamResult = z.object({
  name: z.string(),
  seed: z.number(),
  /** Ids of the rules whose verdict is fail. */
  failed: z.array(z.string()),
  /** Their sentences, by rule. */
  says: z.record(z.string(), z.string()),
  inconclusive: z.array(z.string()),
  warned: z.array(z.string()),
  requests: z.number(),
  created: z.number(),
  /** Of the violations that are blamed on the rule itself; the earliest first. */
  catches: z.array(Catch),
  /** What its violations are called. */
  names: z.array(WrittenName),
  /** By rule, how many exchanges showed that it is kept: each of them could have shown a violation. */
  kept: z.record(z.string(), z.number()),
  /** Of a defect that was caught, or a variant that earned a warning: the judges without any one of which it would not have been, by the same evidence. */
  neededJudges: z.array(z.string()),
  aborted: z.string().optional(),
  /** It is the second run: the first one, on a busy machine, missed a defect of the limiter. */
  isRepeated: z.boolean().optional(),
});

/** What petvet made of one subject in one run. */
export type ExamResult = z.infer<typeof ExamResult>;
