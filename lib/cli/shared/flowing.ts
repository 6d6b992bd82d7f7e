import { wrap } from '../../text/columns.ts';
import { widthOf } from '../../text/look.ts';
import type { Terminal } from './terminal.ts';

/**
 * A sentence as it is read at a terminal: wrapped at blanks, further lines beneath the first one. Where nobody watches, as in a pipe or
 * in a log, it stays one line, so that it can be searched for.
 *
 * @param margin - blanks before each line, or a mark of that width before the first one
 */
export function flowing(
  text: string,
  terminal: Pick<Terminal, 'piped' | 'width'>,
  margin: number | string = 0,
): string {
  const first = typeof margin === 'string' ? margin : ' '.repeat(margin);
  if (terminal.piped !== false) return first + text;
  const [head = '', ...others] = wrap(text, widthOf({ ...terminal, colour: false }) - first.length);
  return [first + head, ...others.map((line) => ' '.repeat(first.length) + line)].join('\n');
}
