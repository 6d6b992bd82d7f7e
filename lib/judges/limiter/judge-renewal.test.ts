import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/**
 * Fifty requests before an end of a window by the clock, two after it, and one in the middle of the next window, which no counter that weighs the window
 * before would answer so.
 *
 * @param said - what remains after as many requests, those of the new window counted apart
 */
function acrossReset(said: (sent: number, inNew: number) => number): LoggedRequest[] {
  const ats = [...Array.from({ length: 50 }, (_none, index) => 49_000 + index * 200), 60_500, 61_000, 90_000, 90_100];
  return ats.map((at, index) => ({
    at,
    remaining: said(index + 1, at < 60_000 ? 0 : index - 49),
    resetIn: (at < 60_000 ? 60 : 120) - at / 1_000,
  }));
}

/** The window after the next: a sliding log would still count what was used in the middle of the one before. */
const WHOLE: LoggedRequest = { at: 121_000, remaining: 59, resetIn: 59 };

const weighted = (sent: number, inNew: number) =>
  inNew === 0 ? 60 - sent : Math.floor(60 - inNew - 50 * (inNew > 2 ? 0.5 : 0.99));

const verdicts = (log: readonly LoggedRequest[]) =>
  aLimiterLog(log).flatMap(({ rule, verdict, fault }) =>
    rule === 'RATE-13' && verdict !== 'pass' ? [`${verdict} ${fault}`] : [],
  );

describe('a Reset of the minute', () => {
  it('at which Remaining goes on falling is a doubt', () => {
    const log = acrossReset((sent) => 60 - sent);
    expect(verdicts([...log, WHOLE])).toEqual(['inconclusive nothing restored']);
    // A sliding log counts all of it.
    expect(verdicts(log)).toEqual([]);
  });

  it('restores the whole quota', () => {
    expect(verdicts([...acrossReset((sent, inNew) => 60 - (inNew === 0 ? sent : inNew)), WHOLE])).toEqual([]);
  });

  it('restores what others use partly at once', () => {
    expect(verdicts([...acrossReset((sent, inNew) => (inNew === 0 ? 60 - sent : 40 - inNew)), WHOLE])).toEqual([]);
  });

  it('restores bit by bit what a weighted counter counts of the window before', () => {
    expect(verdicts(acrossReset(weighted))).toEqual([]);
  });
});
