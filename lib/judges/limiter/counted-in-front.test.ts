import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** A window of a minute: every fifth request cannot be sent over HTTP, and what stands in front of the service refuses it. */
const sent = (count: number, remainingOf: (index: number) => number): LoggedRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * 20,
    remaining: remainingOf(index),
    resetIn: 60 - index / 50,
    ...(isInFront(index) && { target: '/pets?status=[', status: 400 }),
  }));
const isInFront = (index: number) => index % 5 === 3;
const refused: LoggedRequest = { at: 1_200, status: 429, remaining: 0, resetIn: 58, retryAfter: 58 };
const verdicts = (log: readonly LoggedRequest[]) => aLimiterLog(log).map(({ rule, verdict }) => `${rule} ${verdict}`);

describe('requests refused in front of the service', () => {
  it('are counted where the served ones beside them bear their Remaining out', () => {
    const found = verdicts([...sent(60, (index) => 59 - index), refused]);
    expect(found).toContain('RATE-5 pass');
    expect(found.filter((one) => one.endsWith('fail'))).toEqual([]);
  });

  it('show that a Remaining is one too high when the limit was reached', () => {
    const found = verdicts([...sent(60, (index) => 60 - index), { ...refused, remaining: 1 }]);
    expect(found).toContain('RATE-4 fail');
    expect(found).not.toContain('RATE-6 fail');
  });

  it.each([
    ['says nothing of the limit', {}],
    ['has the figures of another caller', { remaining: 3, resetIn: 9 }],
  ])('are counted beside one that %s', (_, said) => {
    // Too fast for a bucket to give one back; the 61st of those that are counted is admitted.
    const log = sent(61, (index) => 60 - index).map((one) => ({ ...one, at: one.at / 4 }));
    const between = { at: 17, target: '/pets?status=[', status: 431, ...said };
    const found = verdicts([...log.slice(0, 4), between, ...log.slice(4), { ...refused, at: 310 }]);
    expect(found).toContain('RATE-5 fail');
  });

  it('are not counted where they carry the figures of another caller', () => {
    // The service counts none of them; an anonymous caller's figures fall by one with each.
    let own = 60;
    let others = 47;
    const log = sent(58, (index) => (isInFront(index) ? --others : --own));
    expect(verdicts(log).filter((one) => one.endsWith('fail'))).toEqual([]);
    expect(verdicts(log).filter((one) => one.startsWith('RATE-5'))).toEqual([]);
  });

  it('are not counted where the next served one has as much left as if they had not been', () => {
    let own = 60;
    const log = [
      ...sent(70, (index) => (isInFront(index) ? own - 1 : --own)),
      { at: 1_400, remaining: own - 1, resetIn: 58 },
    ];
    expect(verdicts(log).filter((one) => one.endsWith('fail'))).toEqual([]);
  });

  it('are told by the length of their bodies where only that had them refused', () => {
    const log = sent(50, (index) => 59 - index);
    const found = aLimiterLog(
      [...log, { at: 1_100, method: 'POST', target: '/pets', status: 413, remaining: 58, resetIn: 59 }],
      (parts) => (parts.status === 413 ? { ...parts, sends: { name: 'a'.repeat(100_000), categoryId: 1n } } : parts),
    );
    expect(found.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it('do not hide that the next one is refused though more remain than were sent since', () => {
    const log = sent(39, (index) => 59 - index);
    expect(isInFront(38)).toBe(true);
    expect(verdicts([...log, { ...refused, remaining: 20 }])).toContain('RATE-6 fail');
  });

  it('may have used up what the last one announced', () => {
    const log = sent(59, (index) => 59 - index);
    const inFront = { at: 1_190, target: '/pets?status=[', status: 400 };
    const found = verdicts([...log, inFront, { ...refused, remaining: 0 }]);
    expect(found.filter((one) => one.endsWith('fail'))).toEqual([]);
  });
});
