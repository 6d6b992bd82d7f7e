import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const FIGURE = 60;
const WINDOW_MS = 60_000;

/** One request after the other in a window of its own until this many are admitted, then one that is refused. */
function usedUp(nth: number, admitted: number, told = (left: number) => left): LoggedRequest[] {
  return Array.from({ length: admitted + 1 }, (_, index): LoggedRequest => {
    const [at, resetIn] = [nth * (WINDOW_MS + 1_000) + index * 20, WINDOW_MS / 1_000 - (index * 20) / 1_000];
    const isRefused = index === admitted;
    return isRefused
      ? { at, resetIn, remaining: 0, status: 429, retryAfter: Math.ceil(resetIn) }
      : { at, resetIn, remaining: told(FIGURE - 1 - index) };
  });
}

const said = (...windows: readonly (readonly LoggedRequest[])[]) =>
  aLimiterLog(windows.flat())
    .filter(({ rule }) => rule === 'RATE-6')
    .map(({ verdict }) => verdict);

describe('a refusal of the last request that was announced', () => {
  it('is a doubt where it was so once, as another client may have been quicker', () => {
    expect(said(usedUp(0, FIGURE - 1))).toEqual(['inconclusive']);
  });

  it('violates RATE-6 where it was so each time', () => {
    expect(said(usedUp(0, FIGURE - 1), usedUp(1, FIGURE - 1))).toEqual(['fail', 'fail']);
  });

  it('stays a doubt where the limit was used up in time as well', () => {
    expect(said(usedUp(0, FIGURE - 1), usedUp(1, FIGURE - 1), usedUp(2, FIGURE))).not.toContain('fail');
  });

  it('is none where the limit was used up in time', () => {
    expect(said(usedUp(0, FIGURE), usedUp(1, FIGURE))).toEqual(['pass']);
  });
});

const violated = (...windows: readonly (readonly LoggedRequest[])[]) => [
  ...new Set(aLimiterLog(windows.flat()).flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []))),
];

/** The next window, of which a weighted counter grants a part only. */
const partly = (tooHigh: number): LoggedRequest[] => usedUp(1, 20, (left) => left - 40 + tooHigh);

describe('a Remaining that is one too high where the limit had been admitted', () => {
  const whole = usedUp(0, FIGURE, (left) => left + 1);

  it('is not blamed on RATE-6 where less is known of the window', () => {
    expect(violated(whole, partly(1))).toEqual(['RATE-4']);
  });

  it('does not explain a refusal of more', () => {
    const says = aLimiterLog([...whole, ...partly(4)]).map((one) => one.says);
    expect(says.join()).toContain('Remaining was 4, yet the next request was refused');
  });
});
