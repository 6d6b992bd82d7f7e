/** Names of created pets are at most this long. */
const MOST_NAME = 20;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The name of a pet that a run creates: short, in ASCII letters alone, of both cases.
 *
 * @param runId - of lower-case letters
 * @param count - how many pets the run has named before
 */
export function petName(runId: string, count: number): string {
  return `petvet${runId.toUpperCase()}${inLetters(count)}`.slice(0, MOST_NAME);
}

/** Two letters for each of some hundred names; more where there are more. */
function inLetters(count: number): string {
  const last = LETTERS.charAt(count % LETTERS.length);
  const before = Math.floor(count / LETTERS.length);
  return before < LETTERS.length ? `${LETTERS.charAt(before)}${last}` : `${inLetters(before)}${last}`;
}
