import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { anExchange, FIRST_INSTANT } from '../judges/judges.fixture.ts';
import { GivenUp } from './given-up.ts';

const WINDOWS = { windows: { minute: 60, day: 86_400, testInstallation: false } };
const CREATE = { method: 'POST', target: '/pets' } as const;

function silent(request: Parameters<typeof anExchange>[0]): Exchange {
  const { answer: _answer, ...rest } = anExchange(request);
  return { ...rest, failure: { kind: 'timeout', says: 'there was no response within 10 s' } };
}

let later = 0;

/** @param after - seconds from the response to its Reset; @param pause - seconds after the one before */
function refused(remaining: number, after = 30, status = 429, pause = 2): Exchange {
  later += pause;
  const exchange = anExchange({ ...CREATE, status, at: FIRST_INSTANT + 1_000 * later });
  const { answer, times } = exchange;
  if (answer === undefined) return exchange;
  const at = times.answeredAt ?? times.endedAt;
  const told = [
    ['X-RateLimit-Limit', '300'],
    ['X-RateLimit-Remaining', `${remaining}`],
    ['X-RateLimit-Reset', `${Math.ceil(at / 1_000) + after}`],
  ] as const;
  const others = answer.headers.filter(([name]) => !/^x-ratelimit|^date$/i.test(name));
  return { ...exchange, answer: { ...answer, headers: [...others, ...told] } };
}

/** What is said of each exchange: whether it decides that no more of its operation are sent. */
function decided(...exchanges: readonly Exchange[]) {
  const givenUp = new GivenUp(WINDOWS);
  return { ends: exchanges.map((one) => givenUp.note(one)?.why), givenUp };
}

describe('an operation without a response', () => {
  it('is given up after three requests, and the others are not', () => {
    const hung = silent({ target: '/pets/7' });
    const { ends, givenUp } = decided(anExchange({}), hung, hung, hung, hung);
    expect(ends.map((end) => end !== undefined)).toEqual([false, false, false, true, false]);
    expect(givenUp.refusal({ method: 'GET', target: '/pets/1' })?.message).toMatch(/^getPet .*no more/);
    expect(givenUp.refusal({ method: 'GET', target: '/pets?limit=1' })).toBeUndefined();
    expect(givenUp.refusal(CREATE)).toBeUndefined();
  });

  it('has more time where it has responded before: it may be the input', () => {
    const hung = silent({ target: '/pets/7' });
    const { ends } = decided(anExchange({ target: '/pets/1' }), hung, hung, hung, hung, hung, hung);
    expect(ends.findIndex((end) => end !== undefined)).toBe(6);
  });

  it('is not one that hangs at bodies which are no JSON object', () => {
    const hung = silent({ ...CREATE, sendsText: '{"name": ' });
    const { ends } = decided(anExchange({ ...CREATE, status: 201 }), ...Array.from({ length: 12 }, () => hung));
    expect(ends.every((end) => end === undefined)).toBe(true);
  });

  it('is no other one where a response comes between', () => {
    const hung = silent(CREATE);
    const bad = anExchange({ ...CREATE, status: 400 });
    expect(decided(hung, hung, bad, hung, hung, bad, hung).givenUp.refusal(CREATE)).toBeUndefined();
  });
});

describe('an operation that refuses with 429 although requests remain', () => {
  it('is waited for twice', () => {
    const { ends, givenUp } = decided(refused(250), refused(249));
    expect(ends.map((end) => end !== undefined)).toEqual([false, true]);
    expect(givenUp.refusal(CREATE)?.code).toBe('OPERATION_GIVEN_UP');
  });

  it.each([
    ['nothing remains', [refused(0), refused(0)]],
    ['what remains is of the day', [refused(250, 40_000), refused(249, 40_000)]],
    ['they are of one burst', [refused(250), refused(249, 30, 429, 0), refused(248, 30, 429, 0.5)]],
    ['a request was admitted between', [refused(250), refused(250, 30, 201), refused(250)]],
  ])('is no contradiction where %s', (_what, exchanges) => {
    expect(decided(...exchanges).ends.every((end) => end === undefined)).toBe(true);
  });
});
