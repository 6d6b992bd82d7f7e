import { HarnessError } from '../errors.ts';
import { shortageOf, type Shortage } from '../files/shortage.ts';

/** What is wrong and what to do, of an error that was foreseen. Undefined for every other one, which may be a fault of petvet's own. */
export function foreseen(error: unknown): Shortage | undefined {
  return error instanceof HarnessError ? { says: error.message, hint: error.hint } : shortageOf(error);
}
