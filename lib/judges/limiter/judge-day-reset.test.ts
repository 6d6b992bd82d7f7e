import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const plan = { name: 'free', perMinute: 60, perDay: 1_000 } as const;

/** Requests of two minutes, with the figures of the day. @param resetIn - from each response, in seconds */
const ofTheDay = (resetIn: (at: number) => number, said: (sent: number, minute: number) => number): LoggedRequest[] =>
  [0, 1].flatMap((minute) =>
    Array.from({ length: 20 }, (_, index) => {
      const at = minute * 60_000 + 5_000 + index * 200;
      return { at, limit: 1_000, remaining: said(minute * 20 + index + 1, minute), resetIn: resetIn(at) };
    }),
  );

const ofTheMinute = (at: number) => 60 - (at % 60_000) / 1_000;
const ofMidnight = (at: number) => 40_000 - at / 1_000;

/** Of the minute before midnight, and of the day after it. */
const acrossMidnight = (at: number) => (at < 60_000 ? 60 - at / 1_000 : 86_460 - at / 1_000);

const verdicts = (log: readonly LoggedRequest[]) =>
  aLimiterLog(log, undefined, { plan }).flatMap(({ rule, verdict }) =>
    rule === 'RATE-13' && verdict !== 'pass' ? [verdict] : [],
  );

const next = (remaining: number) => ({ at: 61_000, limit: 1_000, remaining, resetIn: 59 });

describe('Limit and Remaining of the day', () => {
  it('beside the Reset of the minute are a doubt', () => {
    expect(verdicts(ofTheDay(ofTheMinute, (sent) => 1_000 - sent))).toEqual(['inconclusive']);
  });

  it('are one, too, where several were on their way at once before that Reset', () => {
    const burst = [930, 928, 929].map((remaining) => ({ at: 50_000, limit: 1_000, remaining, resetIn: 10 }));
    expect(verdicts([...burst, next(927)])).toEqual(['inconclusive']);
    expect(verdicts([...burst, next(928)])).toEqual([]);
  });

  it('are those of the Reset of the day', () => {
    expect(verdicts(ofTheDay(ofMidnight, (sent) => 1_000 - sent))).toEqual([]);
  });

  it('are restored at midnight, of which the minute before ends with the day', () => {
    expect(verdicts(ofTheDay(acrossMidnight, (sent, minute) => 1_000 - sent + minute * 20))).toEqual([]);
  });

  it('go with the Reset of a bucket or a log, at which one is given back', () => {
    expect(verdicts(ofTheDay(ofTheMinute, (sent, minute) => 900 - sent + minute))).toEqual([]);
  });
});
