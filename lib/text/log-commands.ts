/** Colours that stand between the characters of a text. */
const COLOURS = String.raw`(?:\u001b\[[\d;]*m)*`;

const spelled = (word: string) => Array.from(word).join(COLOURS);

/**
 * What is a command wherever it stands in a line: of Azure Pipelines and GitHub Actions (`##vso[`, `##[`), of TeamCity, and the sections and
 * folds of GitLab and Travis CI. The character that is replaced is its first `#`, or the colon.
 */
const ANYWHERE = new RegExp(
  [
    `#(?=${COLOURS}#${COLOURS}(?:(?:${spelled('vso')}|${spelled('teamcity')})${COLOURS})?\\[)`,
    `(?<=(?:${['section_start', 'section_end', 'travis_fold', 'travis_time'].map(spelled).join('|')})${COLOURS}):`,
  ].join('|'),
  'gi',
);

/** What is one at the start of a line, blanks and colours aside: commands of GitHub Actions (`::`), and the groups of Buildkite. */
const AT_THE_START = new RegExp(
  `(?<=^(?:[^\\S\\r\\n]|\\u001b\\[[\\d;]*[mK])*)(?:${[
    `:(?=${COLOURS}:)`,
    ...['-', '+', '~', '^'].map((mark) => `\\${mark}(?=(?:${COLOURS}\\${mark}){2}${COLOURS}[ \\t])`),
  ].join('|')})`,
  'gm',
);

/** Controls but for tabs and the ends of lines, and what turns the order of letters. The first two are whole sequences that petvet writes. */
const CONTROL =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?<colour>\u001b\[[\d;]*m)|(?<erased>\r\u001b\[2K)|\r(?!\n)|(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Sequences of petvet's own that may stand in a text. */
export interface OwnSequences {
  /** Colours. */
  readonly colour: boolean;
  /** The line is written over. */
  readonly live: boolean;
}

/**
 * A text as it may stand in a log or at a terminal, whoever sent parts of it: nothing in it is a command of the system that shows the log, and
 * nothing changes how the rest is read. What would stands as `\u0023`, so that JSON is the same JSON as before.
 *
 * @param text - whole lines, wrapped: what wrapping moves to the start of a line is seen
 */
export function harmless(text: string, own: OwnSequences = { colour: false, live: false }): string {
  return text
    .replace(ANYWHERE, escaped)
    .replace(AT_THE_START, escaped)
    .replace(CONTROL, (found, colour: string | undefined, erased: string | undefined) => {
      if ((colour !== undefined && own.colour) || (erased !== undefined && own.live)) return found;
      return found.length === 1 ? escaped(found) : found.replace(/\p{Cc}/gu, escaped);
    });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
