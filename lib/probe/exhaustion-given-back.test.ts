import { describe, expect, it } from 'vitest';
import { FIGURE, reopen, world } from './exhaustion.fixture.ts';

/** A run that asked for all of a window but one, as rejected requests gave these many places back before its bursts. */
async function withGivenBack(givenBack: readonly number[], rest = 100) {
  const there = world({ second: false, rest });
  there.state.givenBack.push(...givenBack);
  await there.requests(FIGURE - 1);
  return there;
}

describe('a burst that is let in, because rejected requests gave places back', () => {
  it('is followed by another one at once, three beyond what is left', async () => {
    const there = await withGivenBack([7]);
    expect(there.log.filter((line) => line.startsWith('burst')).map((line) => line.slice(-3))).toEqual([
      ...Array<string>(9).fill('200'),
      ...Array<string>(3).fill('429'),
    ]);
    expect(there.exhaustion.isDone).toBe(true);
  });

  it('is followed by three more where the limit refilled as fast as they used it, so that none was over it', async () => {
    const there = await withGivenBack([3, 1]);
    expect(there.log.filter((line) => line.startsWith('burst')).map((line) => line.slice(-3))).toEqual([
      ...Array<string>(6).fill('200'),
      ...Array<string>(2).fill('429'),
    ]);
    expect(there.exhaustion.isDone).toBe(true);
  });

  it('is followed by others as long as all that a large limit counts could have come back', async () => {
    const there = world({ second: false });
    there.state.givenBack.push(3, ...Array<number>(15).fill(3));
    await there.requests(FIGURE - 2);
    there.state.figure = 60;
    await there.request();
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([5 + 15 * 3 + 3, true]);
    expect(there.log.filter((line) => line.startsWith('burst')).slice(-3)).toEqual([
      'burst /pets?limit=1 429',
      'burst /pets?limit=2 429',
      'burst /pets?limit=3 429',
    ]);
  });

  it('is not, where the run could not send it whole', async () => {
    const there = await withGivenBack([7], FIGURE - 2 + 5 + 7);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([5, false]);
  });

  it('is not, where a window began meanwhile, which is used up in its turn', async () => {
    const there = await withGivenBack([FIGURE]);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([5, false]);
    reopen(there);
    await there.requests(FIGURE);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([10, true]);
  });

  it('does not come again and again where nothing is ever refused', async () => {
    const there = await withGivenBack([20, 20, 20, 20, 20], 1_000);
    for (let window = 0; window < 6; window++) {
      reopen(there);
      await there.requests(FIGURE);
    }
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([15, true]);
  });
});
