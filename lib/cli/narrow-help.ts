import { wrap } from '../text/columns.ts';

/** Columns of a help text: what every terminal has. */
const COLUMNS = 80;

/** A description that begins further to the right than that stands below what it describes. */
const FURTHEST = 40;

const BELOW = 6;

/** An example or a name, and behind it what it does. */
const DESCRIBED = /^(?<head> {2}\S.*?)(?<gap> {2,})(?<what>\S.*)$/;

/**
 * A help text in 80 columns: sentences are wrapped, and descriptions beside what they describe. A command that is longer than that stays
 * on one line, so that it can be copied.
 */
export function narrowHelp(text: string): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  const close = () => {
    const isLong = paragraph.some((line) => line.length > COLUMNS);
    lines.push(...(isLong ? wrap(paragraph.join(' '), COLUMNS) : paragraph));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) {
      paragraph.push(line);
      continue;
    }
    close();
    lines.push(...(line.length > COLUMNS ? narrowed(line) : [line]));
  }
  close();
  return lines.join('\n');
}

function narrowed(line: string): string[] {
  const { head, gap = '', what } = DESCRIBED.exec(line)?.groups ?? {};
  if (head === undefined || what === undefined) return [line];
  const column = head.length + gap.length;
  if (column > FURTHEST) return [head, ...wrap(what, COLUMNS - BELOW).map((part) => ' '.repeat(BELOW) + part)];
  return wrap(what, COLUMNS - column).map((part, index) => (index === 0 ? head + gap : ' '.repeat(column)) + part);
}
