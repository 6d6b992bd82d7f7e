import { FREEDOMS, type Freedom } from '../client/freedoms.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { READINGS, USED_MOSTLY } from './readings.ts';
import { SeenReader } from './seen.ts';

/** What a service was seen to do with one thing that the specification leaves open. */
export interface Choice {
  readonly freedom: Freedom;
  /** `unseen`: no response shows it. */
  readonly is: 'used' | 'unused' | 'unseen';
  /** The number of the first exchange that shows the use, and of how many responses that could show it. */
  readonly exchange?: number;
  readonly of: number;
}

/**
 * Which freedoms a service uses, as far as the responses of a run show it.
 *
 * @param exchanges - of one run, in the order of sending
 * @returns one for each freedom, in their order
 */
export async function choicesIn(exchanges: AsyncIterable<Exchange> | Iterable<Exchange>): Promise<Choice[]> {
  const reader = new SeenReader();
  const tallies = FREEDOMS.map((freedom) => ({
    freedom,
    read: READINGS[freedom.name],
    numbers: [] as number[],
    of: 0,
  }));
  for await (const exchange of exchanges) {
    const seen = reader.read(exchange);
    if (seen === undefined) continue;
    for (const tally of tallies) {
      const isUsed = tally.read?.(seen);
      if (isUsed === undefined) continue;
      tally.of++;
      if (isUsed) tally.numbers.push(exchange.id);
    }
  }
  return tallies.map(({ freedom, numbers: [exchange], numbers, of }): Choice => {
    const least = USED_MOSTLY.includes(freedom.name) ? of / 2 : 0;
    if (exchange !== undefined && numbers.length > least) return { freedom, is: 'used', exchange, of };
    return { freedom, is: of === 0 ? 'unseen' : 'unused', of };
  });
}
