import { HarnessError } from '../../errors.ts';
import { shortageOf, type Shortage } from '../../files/shortage.ts';
import { hasSystemWords, systemWords } from '../../files/system-words.ts';

/** What is wrong and what to do, of an error that was foreseen. Undefined for every other one, which may be a fault of petvet's own. */
export function foreseen(error: unknown): Shortage | undefined {
  return error instanceof HarnessError
    ? { says: error.message, hint: error.hint }
    : (shortageOf(error) ?? changedMeanwhile(error));
}

/** What is checked before it is used may be moved, removed or locked in between. */
function changedMeanwhile(error: unknown): Shortage | undefined {
  if (!(error instanceof Error && 'path' in error && typeof error.path === 'string')) return undefined;
  if (!hasSystemWords(error)) return undefined;
  return {
    says: `${error.path} cannot be used: ${systemWords(error)}`,
    hint: 'was it moved, removed or changed while petvet used it? Start the command again',
  };
}
