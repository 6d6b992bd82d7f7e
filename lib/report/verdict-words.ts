import { counted } from '../ledger/counted.ts';
import type { Verdict } from '../ledger/ledger.ts';
import { columnsOf, type Tone } from './terminal-look.ts';

export { counted };

/** How a verdict is shown: a symbol, a colour, and always its word. */
export const VERDICT_LOOKS: Readonly<Record<Verdict, { readonly symbol: string; readonly tone: Tone }>> = {
  fail: { symbol: '✖', tone: 'bad' },
  inconclusive: { symbol: '?', tone: 'doubt' },
  pass: { symbol: '✔', tone: 'good' },
  warn: { symbol: '!', tone: 'warning' },
  observed: { symbol: '·', tone: 'quiet' },
  'not-exercised': { symbol: '·', tone: 'quiet' },
  'not-applicable': { symbol: '·', tone: 'quiet' },
};

/** A text filled with blanks to that many columns. */
export function filled(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** For how many more runs like this one the pages of the lists have room, in words. */
export function describeRoom(runs: number): string {
  return runs === 0
    ? 'test data fills a whole list page: later runs verify less'
    : `about ${counted(runs, 'more run')} before test data fills all list pages`;
}

/** Creations that succeeded, of which no integer id is known. */
export function describeWithoutId(count: number): string {
  return `${counted(count, 'creation')} succeeded with no integer id in the response`;
}

/** Exchange numbers as `#3, #4 and 7 more`; `of` is how many there are when not all are listed. */
export function numbered(ids: readonly number[], most = 5, of = ids.length): string {
  const listed = ids.slice(0, most).map((id) => `#${id}`);
  const more = Math.max(of, ids.length) - listed.length;
  return more === 0 ? listed.join(', ') : `${listed.join(', ')} and ${more} more`;
}
