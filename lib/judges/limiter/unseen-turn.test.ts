import { describe, expect, it } from 'vitest';
import { aKnowledge, aReading, FIRST_INSTANT } from '../judges.fixture.ts';
import { judgeLimiter } from './index.ts';
import { failed } from './limiter-simulation.fixture.ts';

/** Headers that speak of the day: nobody is told when the minute's window ends. */
const ofTheDay = (nth: number) =>
  [
    ['X-RateLimit-Limit', '1000'],
    ['X-RateLimit-Remaining', `${999 - nth}`],
    ['X-RateLimit-Reset', `${Math.ceil(FIRST_INSTANT / 86_400_000) * 86_400}`],
  ] as const;

/** What RATE-5 says of that many requests within half a second, all admitted at 60 a minute. */
function brokenBy(count: number): string[] {
  const readings = Array.from({ length: count }, (_none, nth) =>
    aReading({ id: nth + 1, at: FIRST_INSTANT + 5 * nth, headers: ofTheDay(nth) }),
  );
  const knowledge = aKnowledge({ plan: { name: 'free', perMinute: 60, perDay: 1_000 } });
  return failed(judgeLimiter({ readings, unanswered: [], knowledge })).filter((rule) => rule === 'RATE-5');
}

describe("a clock's window that no response announces", () => {
  it('may begin anew in the middle of what is sent', () => {
    expect(brokenBy(90)).toEqual([]);
    expect(brokenBy(118)).toEqual([]);
  });

  it('does so once within its length', () => {
    expect(brokenBy(130)).toEqual(['RATE-5']);
  });
});
