import { describe, expect, it } from 'vitest';
import { fixed, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { judgeLoad } from './load-simulation.fixture.ts';

/** A window's figure, of which only `most` are admitted in each 50 ms; `left`: what the others say remains. */
function fewAtATime(perWindow: number, most: number, left: (remaining: number) => number): SimulatedLimiter {
  const limiter = fixed(perWindow);
  let slot = 0;
  let inSlot = 0;
  return (now) => {
    inSlot = Math.floor(now / 50) === slot ? inSlot + 1 : 1;
    slot = Math.floor(now / 50);
    if (inSlot <= most) return limiter(now);
    const word = limiter(now, false);
    return { ...word, admitted: false, remaining: left(word.remaining), opensAt: now + 50 };
  };
}

const sayingNothing = () => fewAtATime(600, 4, () => 0);

/** Twenty at once, and those that were admitted again, as a burst goes on. */
const BURST = [
  ...Array.from({ length: 20 }, () => 30),
  ...Array.from({ length: 12 }, (_, nth) => 150 + 50 * Math.floor(nth / 6)),
];

function judged(limiter: SimulatedLimiter, departures: readonly number[], rule: string, perWindow = 600) {
  return judgeLoad({ limiter, perWindow, departures, durations: [0.5, 4] }).findings.filter((one) => one.rule === rule);
}

describe('a burst over a limiter that admits few at a time', () => {
  it('shows requests refused within the limit, where they say themselves what remains', () => {
    const limiter = fewAtATime(600, 4, (remaining) => remaining);
    expect(judged(limiter, BURST, 'RATE-6').map(({ verdict }) => verdict)).toContain('fail');
  });

  it('shows a Remaining that makes no sense, where those refused say that nothing remains', () => {
    expect(judged(sayingNothing(), BURST, 'RATE-4')).toMatchObject([{ verdict: 'fail' }]);
    expect(judged(sayingNothing(), BURST, 'RATE-6')[0]).toMatchObject({ verdict: 'inconclusive', see: 'RATE-4' });
  });

  it('does not show what happens over the limit', () => {
    expect(
      judged(
        fewAtATime(600, 4, () => 0),
        BURST,
        'RATE-5',
      ),
    ).toMatchObject([
      {
        verdict: 'inconclusive',
        says: 'requests were refused with 429, but none when the limit is known to have been reached',
      },
    ]);
  });
});

describe('a burst over a limiter that admits all of the limit', () => {
  const all = Array.from({ length: 62 }, (_, nth) => nth * 0.3);

  it('shows that what is within it is not refused, and what comes after it is', () => {
    expect(judged(fixed(60), all, 'RATE-6', 60)).toMatchObject([{ verdict: 'pass' }]);
    const [only, ...others] = judged(fixed(60), all, 'RATE-5', 60);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ verdict: 'pass' });
    expect(only?.says).toMatch(
      /^over the limit requests get 429: 60 were admitted within [\d.]+ s before the first refusal; the limit is 60$/,
    );
  });

  it('over two windows is told by what the window of the refusal admitted', () => {
    const late = Array.from({ length: 20 }, (_, nth) => 40_000 + nth * 10);
    const [only] = judged(fixed(60), [0, ...late, ...all.map((at) => 61_000 + at)], 'RATE-5', 60);
    expect(only?.says).toMatch(
      /^over the limit requests get 429: 60 of its window were admitted before the first refusal \(80 within \d+ s, over two windows\); the limit is 60$/,
    );
  });
});
