/** Names of created pets are at most this long: of a longer name of a run, the end gives way to the count. */
const MOST_NAME = 20;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The name of a pet that a run creates: short, in ASCII letters of both cases, and for a run under a nonce digits of its mark.
 *
 * @param runId - of lower-case letters, or the mark of a nonce and some letters
 * @param count - how many pets the run has named before
 */
export function petName(runId: string, count: number): string {
  const letters = inLetters(count);
  return `petvet${runId.toUpperCase()}`.slice(0, MOST_NAME - letters.length) + letters;
}

/** Two letters for each of some hundred names; more where there are more. */
function inLetters(count: number): string {
  const last = LETTERS.charAt(count % LETTERS.length);
  const before = Math.floor(count / LETTERS.length);
  return before < LETTERS.length ? `${LETTERS.charAt(before)}${last}` : `${inLetters(before)}${last}`;
}
