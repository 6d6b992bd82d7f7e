import { counted } from '../text/counted.ts';
import type { Verdict } from '../ledger/ledger.ts';
import type { Tone } from '../text/look.ts';

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

/** For how many more runs like this one the pages of the lists have room, in words. */
export function describeRoom(runs: number): string {
  return runs === 0
    ? 'test data fills a whole list page: later runs verify less'
    : `about ${counted(runs, 'more run')} before test data fills all list pages`;
}

/** Creations that succeeded, whose responses have no integer id or were not recorded. */
export function describeWithoutId(count: number): string {
  return `${counted(count, 'creation')} succeeded with no known id`;
}
