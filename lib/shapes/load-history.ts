import { z } from 'zod';
import { publishedSchema, type Unchanging } from './report.ts';

/** The name and version of the format; the number rises when a reader of the old format would be misled. */
export const LOAD_HISTORY_SCHEMA = 'petvet/load-history/1';

const Count = z.int().min(0);
const BeforeAndAfter = z.object({ before: z.number(), after: z.number() });
const Run = z.object({ folder: z.string(), startedAt: z.string() });
const Figure = z.enum(['p50', 'p95', 'p99', 'errors', 'admitted', 'knee']);
const Unit = z.enum(['ms', '%', 'req/s']);

const Change = BeforeAndAfter.extend({
  is: z.enum(['better', 'worse', 'neither']),
  percent: z.number().optional().meta({ description: 'Of what it was; absent where that was 0' }),
  last: Run.meta({ description: 'The last run before the change' }),
  first: Run.meta({ description: 'The first run after it: the best estimate' }),
  runsSince: Count.meta({ description: 'Runs of the history from that one on' }),
  probability: z.number().meta({ description: 'How often chance alone produces a change as large' }),
  startDelay: BeforeAndAfter.optional().meta({ description: 'Milliseconds by which requests left late, p99' }),
});

const Course = z.object({
  of: Figure,
  unit: Unit,
  runs: Count,
  isEnough: z.boolean().meta({ description: 'Whether there are enough runs for a change to be found' }),
  changes: z.array(Change),
});

const History = z.object({
  scenario: z.string(),
  settings: z.array(z.string()),
  isCurrent: z
    .boolean()
    .meta({ description: 'No other settings of its scenario had two runs since; others decide nothing' }),
  runs: Count,
  needed: Count.meta({ description: 'Runs that are needed for a change to be found' }),
  figures: z.array(Course),
});

/** What `petvet diff --history --format json` prints: what changed over the load runs in a folder, to stay so. */
export const LoadHistoryDocument = z
  .object({
    schema: z.literal(LOAD_HISTORY_SCHEMA),
    outcome: z.enum(['worse', 'not-worse', 'undecided']),
    last: Count.meta({ description: 'How many of the newest runs are compared: an earlier change does not decide' }),
    level: z.number().meta({ description: 'The maximum false positive rate for each scenario' }),
    worse: z.array(BeforeAndAfter.extend({ target: z.string(), scenario: z.string(), of: Figure, unit: Unit })),
    undecided: z.array(z.string()).meta({ description: 'One clause for each undecided scenario' }),
    targets: z.array(z.object({ name: z.string(), histories: z.array(History) })),
    skipped: z.array(z.string()).meta({ description: 'One sentence for each load.json that was skipped' }),
  })
  .meta({ title: 'What changed over the load runs of a service, by petvet' });

/** The same as it is written. */
export type LoadHistoryDocument = Unchanging<z.output<typeof LoadHistoryDocument>>;

/** The JSON Schema (2020-12) of it; `load-history.schema.json` beside this file holds it. */
export function loadHistoryJsonSchema(): object {
  return publishedSchema(LoadHistoryDocument);
}
