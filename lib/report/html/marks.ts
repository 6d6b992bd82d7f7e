import type { Finding } from '../../judges/finding.ts';
import { html, type Html } from './markup.ts';

/** Longer ones are not compared word by word. */
const MOST_WORDS = 200;

/**
 * What was expected and what came, with the words that differ marked.
 *
 * @param expected - harmless text, as `actual`
 */
export function differing(expected: string, actual: string): { expected: Html; actual: Html } {
  const left = words(expected);
  const right = words(actual);
  if (left.length > MOST_WORDS || right.length > MOST_WORDS)
    return { expected: html`${expected}`, actual: html`${actual}` };
  const shared = longestShared(left, right);
  return { expected: markedBut(left, shared.left), actual: markedBut(right, shared.right) };
}

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_-]+|[^\s\p{L}\p{N}_-]/gu) ?? [];
}

/** The positions of a longest common subsequence of two lists of words. */
function longestShared(left: readonly string[], right: readonly string[]) {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const shared = { left: new Set<number>(), right: new Set<number>() };
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) {
      shared.left.add(i++);
      shared.right.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return shared;
}

function markedBut(all: readonly string[], shared: ReadonlySet<number>): Html {
  const runs: { text: string; isShared: boolean }[] = [];
  all.forEach((word, index) => {
    const last = runs.at(-1);
    const isBlank = word.trim() === '';
    const isShared = shared.has(index) || (isBlank && (last?.isShared ?? true));
    if (last?.isShared === isShared) last.text += word;
    else runs.push({ text: word, isShared });
  });
  return html`${runs.map(({ text, isShared }) => (isShared ? text : html`<mark>${text}</mark>`))}`;
}

/** Words of a finding that may be marked where they stand in an exchange. */
export interface Telling {
  /** Names of headers, in lower case. */
  readonly headers: readonly string[];
  /** A status that came and was not expected. */
  readonly status?: string;
  /** Values that the finding quotes. */
  readonly values: readonly string[];
}

const HEADER_NAME = /\b(x-ratelimit-[a-z]+|retry-after|content-type|deprecation|www-authenticate|sunset|date)\b/gi;

/** What of an exchange a finding speaks of: header names, the status, quoted values and long numbers. */
export function tellingOf({
  says,
  expected = '',
  actual = '',
}: Pick<Finding, 'says' | 'expected' | 'actual'>): Telling {
  const all = `${says} ${expected} ${actual}`;
  const abbreviated = Array.from(
    all.matchAll(/\b(Remaining|Reset|Limit)\b/g),
    ([word]) => `x-ratelimit-${word.toLowerCase()}`,
  );
  const status = /\b[1-5]\d\d\b/.exec(actual)?.[0];
  const quoted = Array.from(
    actual.matchAll(/"([^"]{2,80})"|\b(\d{4,})\b/g),
    ([, text, number]) => text ?? number ?? '',
  );
  return {
    headers: [...new Set([...Array.from(all.matchAll(HEADER_NAME), ([name]) => name.toLowerCase()), ...abbreviated])],
    ...(status !== undefined && !expected.includes(status) && { status }),
    values: [...new Set(quoted.filter((value) => !expected.includes(value)))],
  };
}

/** A line with the values that tell marked. */
export function withMarks(line: string, values: readonly string[]): Html {
  const parts: (string | Html)[] = [];
  let rest = line;
  for (;;) {
    const [next] = values
      .map((value) => ({ value, at: rest.indexOf(value) }))
      .filter(({ value, at }) => at >= 0 && value !== '')
      .toSorted((a, b) => a.at - b.at || b.value.length - a.value.length);
    if (next === undefined) return html`${[...parts, rest]}`;
    parts.push(rest.slice(0, next.at), html`<mark>${next.value}</mark>`);
    rest = rest.slice(next.at + next.value.length);
  }
}
