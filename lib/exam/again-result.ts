import { z } from 'zod';

/** How a printed command ended. */
const Ending = z.object({
  status: z.number(),
  /** What it said of the finding. */
  says: z.string(),
});

/** How a printed command ended. */
export type Ending = z.infer<typeof Ending>;

/** What the command that a report prints came to; a line of JSON where it comes from another process. */
export const AgainResult = z.object({
  /** A defect. */
  name: z.string(),
  seed: z.number(),
  /** The rule under which it was caught; absent where it was not. */
  rule: z.string().optional(),
  /** As printed; absent where none is. */
  command: z.string().optional(),
  /** Against the same service. */
  broken: Ending.optional(),
  /** Against a conforming service in its place. */
  mended: Ending.optional(),
  aborted: z.string().optional(),
});

/** What the command that a report prints came to. */
export type AgainResult = z.infer<typeof AgainResult>;
