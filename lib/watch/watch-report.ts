import * as z from 'zod';
import { publishedSchema } from '../shapes/report.ts';

const counts = z.object({
  pass: z.int().min(0),
  fail: z.int().min(0),
  warn: z.int().min(0),
  inconclusive: z.int().min(0),
});

/** What a watch saw of one rule. */
const WatchedRule = z.object({
  id: z.string(),
  level: z.string(),
  verdict: z.enum(['fail', 'pass', 'warn', 'inconclusive', 'not-exercised']),
  says: z.string(),
  segments: counts.meta({
    description: 'How many segments, each the traffic of one caller over some minutes, say what.',
  }),
  callers: z.int().min(0).meta({ description: 'How many callers met a violation.' }),
  firstAt: z.string().exactOptional(),
  lastAt: z.string().exactOptional(),
  reports: z.array(z.string()).meta({ description: 'Folders of reports on violations, below the one of this file.' }),
});

const WatchedCaller = z.object({
  caller: z.string(),
  agents: z.array(z.string()),
  requests: z.int(),
  refused: z.int(),
  insisted: z.int().meta({ description: 'Requests sent while a 429 still said to wait.' }),
  getPet: z.int().meta({ description: 'Calls of getPet, which is deprecated.' }),
  lastGetPet: z.string().exactOptional(),
  violates: z.record(z.string(), z.string()),
});

/** `watch.json`: what a watch has come to so far. `watch.schema.json` beside this file is its JSON Schema. */
export const WatchReport = z.object({
  schema: z.literal('petvet/watch/1'),
  petvet: z.string(),
  source: z.string(),
  format: z.string().exactOptional(),
  asOf: z.string(),
  outcome: z.enum(['violating', 'not violated', 'nothing judged']),
  from: z.string().exactOptional(),
  to: z.string().exactOptional(),
  requests: z.int().meta({ description: 'Requests to the service that were judged.' }),
  skipped: z
    .record(z.string(), z.int())
    .meta({ description: 'What else was in the traffic, by why it was not judged.' }),
  callers: z.int(),
  segments: z.int(),
  rules: z.array(WatchedRule),
  integrations: z.array(WatchedCaller).meta({ description: 'What callers owe the service: those to write to first.' }),
  unlistedCallers: z.int().min(0),
  getPetRemovedIn: z.int().meta({ description: 'Days until getPet is removed; 0 once it is.' }),
});

export type WatchReport = z.infer<typeof WatchReport>;

/** The JSON Schema (2020-12) of it. */
export function watchJsonSchema(): object {
  return publishedSchema(WatchReport);
}
