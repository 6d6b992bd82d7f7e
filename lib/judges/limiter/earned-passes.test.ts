import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';
import { findingsOf, oneWindow } from './one-window.fixture.ts';

const afterwards = (count: number, pace = 20): Pick<LoggedRequest, 'at' | 'resetIn'> => ({
  at: count * pace,
  resetIn: 60 - (count * pace) / 1_000,
});
const verdictOf = (rule: Finding['rule'], requests: readonly LoggedRequest[], knowledge = {}) =>
  findingsOf(rule, requests, knowledge).map(({ verdict }) => verdict);

const unmoved = (pace: number) =>
  findingsOf(
    'RATE-4',
    oneWindow(12, () => 59, pace),
  );

describe('RATE-4', () => {
  it('passes where Remaining falls', () => {
    expect(
      verdictOf(
        'RATE-4',
        oneWindow(20, (index) => 59 - index),
      ),
    ).toEqual(['pass']);
  });

  it.each([2, 3])('is violated where Remaining falls by %i at once, and stands still between', (size) => {
    const steps = oneWindow(size * 6, (index) => 60 - size * Math.floor((index + 1) / size));
    expect(findingsOf('RATE-4', steps)).toMatchObject([{ verdict: 'fail', fault: 'falls in steps' }]);
  });

  it('is violated where some requests are counted with the next one', () => {
    const late = oneWindow(30, (index) => (index % 6 === 2 ? 60 - index : 59 - index));
    expect(verdictOf('RATE-4', late)).toEqual(['fail']);
  });

  it('is not violated by a few such steps, nor where less is taken for good, nor where a bucket restores one unit with every other request', () => {
    const few = oneWindow(20, (index) => 59 - index + (index === 5 || index === 12 ? 1 : 0));
    const uncounted = oneWindow(25, (index) => 59 - index + Math.floor((index + 2) / 5));
    const bucket = oneWindow(40, (index) => 59 - Math.floor(index / 2), 500);
    for (const log of [few, uncounted, bucket])
      expect(findingsOf('RATE-4', log).filter(({ fault }) => fault === 'falls in steps')).toEqual([]);
  });

  it('is not violated where a 400 is not counted, and another client sends as many requests in pairs', () => {
    const others = oneWindow(40, (index) => 59 - 2 * Math.floor(index / 2)).map((one) => ({ ...one, status: 400 }));
    expect(verdictOf('RATE-4', others)).not.toContain('fail');
  });

  it('does not pass where Remaining stood still over nine requests', () => {
    const stood = oneWindow(20, (index) => 50 - Math.min(index, 5) - Math.max(0, index - 14));
    expect(verdictOf('RATE-4', stood)).not.toContain('pass');
    expect(findingsOf('RATE-4', stood).map(({ says }) => says)).toEqual([
      'Remaining stood still over 9 requests in a row (45), and fell with others',
    ]);
  });

  it('says only what was seen where Remaining never fell, as slowly as a limiter refills', () => {
    expect(unmoved(3_000)).toMatchObject([{ verdict: 'inconclusive', fault: 'hardly fell' }]);
  });

  it('is violated where it never fell, faster than any limiter refills', () => {
    expect(unmoved(20)).toMatchObject([{ verdict: 'fail', fault: 'takes 0', input: 'request' }]);
  });

  it('passes where a limiter that refills holds it up', () => {
    const slow = Array.from({ length: 24 }, (_, index) => ({
      at: index < 8 ? index * 20 : 140 + (index - 7) * 1_000,
      remaining: 59 - Math.min(index, 7),
      resetIn: Math.min(index, 7) + 1,
    }));
    expect(verdictOf('RATE-4', slow)).toEqual(['pass']);
  });

  it('does not pass where Remaining jumps about and too many are admitted', () => {
    const log = perOperation(60, 80, 20);
    expect(verdictOf('RATE-4', log)).toEqual(['inconclusive']);
    expect(findingsOf('RATE-4', log)).toMatchObject([{ see: 'RATE-5' }]);
  });
});

describe('RATE-5', () => {
  const used = oneWindow(60, (index) => 59 - index);
  const refused = { ...afterwards(60), status: 429, remaining: 0, retryAfter: 58 };

  it('passes on a refusal over the limit', () => {
    expect(verdictOf('RATE-5', [...used, refused])).toEqual(['pass']);
    const { remaining: _remaining, resetIn: _resetIn, ...bare } = refused;
    expect(verdictOf('RATE-5', [...used, bare])).toEqual(['pass']);
  });

  it('does not pass on one long before it', () => {
    const early: LoggedRequest[] = [...used.slice(0, 20), { ...afterwards(20), status: 429, remaining: 39 }];
    expect(verdictOf('RATE-5', early)).toEqual(['inconclusive']);
    expect(verdictOf('RATE-6', early)).toEqual(['fail']);
    const { remaining: _remaining, resetIn: _resetIn, ...bare } = { ...afterwards(20), status: 429, remaining: 39 };
    expect(verdictOf('RATE-5', [...used.slice(0, 20), bare])).toEqual(['inconclusive']);
  });

  it('says what was served and what was left where nothing was refused', () => {
    const business = { plan: { name: 'business', perMinute: 1_000, perDay: 100_000 } as const };
    const bucket = Array.from({ length: 1_100 }, (_, index) => ({
      at: index * 15,
      limit: 1_000,
      remaining: Math.floor(1_000 - (index + 1) * 0.75),
      resetIn: Math.ceil(((index + 1) * 0.75) / 16.7) + 1,
    }));
    const [only] = findingsOf('RATE-5', bucket, business);
    expect(only?.verdict).toBe('inconclusive');
    expect(only?.says).toBe(
      '1001 requests were served within 15 s and none was refused; the limit is 1000, and Remaining was 175 then; a token bucket may have refilled enough meanwhile',
    );
  });

  it('is not shown by what the service does not count', () => {
    const bodies = Array.from({ length: 90 }, (_, index) => ({
      at: index * 20,
      method: 'POST',
      target: '/pets',
      status: index % 10 === 0 ? 201 : 400,
      remaining: 59 - Math.floor(index / 10),
      resetIn: 60 - index / 50,
    }));
    expect(findingsOf('RATE-5', bodies)).toEqual([]);
  });

  it.each([
    [60, 90, 20, {}],
    [1_000, 1_497, 20, { plan: { name: 'business', perMinute: 1_000, perDay: 100_000 } as const }],
  ])('is violated by counters of %i for each operation, which it names', (perWindow, count, pace, knowledge) => {
    const [only, ...others] = findingsOf('RATE-5', perOperation(perWindow, count, pace), knowledge);
    expect(only?.verdict).toBe('fail');
    expect(only?.says).toContain('each operation seems to have a counter of its own (createPet, getPet, listPets)');
    expect(others).toEqual([]);
  });

  it('is violated by more than a limiter could refill, whatever Remaining says', () => {
    const stuck = oneWindow(120, () => 59);
    const fails = findingsOf('RATE-5', stuck);
    expect(fails.map(({ verdict }) => verdict)).toEqual(['fail']);
  });

  it('names a window that is shorter than the minute, and the setting', () => {
    const short = [0, 10, 20].flatMap((since) =>
      Array.from({ length: 58 }, (_, index) => ({
        at: since * 1_000 + index * 20,
        remaining: 59 - index,
        resetIn: 10 - index / 50,
      })),
    );
    const fails = aLimiterLog(short).filter(({ verdict }) => verdict === 'fail');
    expect(fails.map(({ says }) => says).join('\n')).toContain(
      'the window seems to be 10 s; on a test installation with shorter windows, set PETVET_FIXTURE_WINDOW_SECONDS=10',
    );
    expect(
      aLimiterLog(short, undefined, { target: 'unnamed' })
        .map(({ says }) => says)
        .join(),
    ).toContain('set PETVET_WINDOW_SECONDS=10');
  });
});

describe('RATE-6', () => {
  it('is not shown by requests without a response of the service', () => {
    const gateway = oneWindow(12, () => 59).map((one, index) =>
      index % 2 === 0 ? one : { ...one, target: '/pets?status=[', status: 400 },
    );
    expect(findingsOf('RATE-6', gateway)).toEqual([]);
  });
});

/** Twenty requests of which each leaves before the one before is answered; the last six are refused. */
const overlapping = (refused: Pick<LoggedRequest, 'remaining'>) =>
  Array.from({ length: 20 }, (_, index): LoggedRequest => {
    const common = { at: index * 2, remaining: 59 - index, resetIn: 59 };
    return index < 14 ? common : { ...common, status: 429, retryAfter: 59, ...refused };
  });

describe('RATE-6 among requests in flight', () => {
  it('is violated by a refusal which itself says that more remain than were in flight', () => {
    expect(verdictOf('RATE-6', overlapping({ remaining: 45 }))).toEqual(['fail']);
  });

  it.each([0, 3])('is not by one that says that %i remain', (remaining) => {
    expect(verdictOf('RATE-6', overlapping({ remaining }))).not.toContain('fail');
  });
});

describe('RATE-10', () => {
  const knowledge = { secondKey: true };
  const first = oneWindow(30, (index) => 59 - index).map((one) => ({ ...one, at: one.at + 10 }));

  it('passes where the second caller was charged with its own requests only', () => {
    expect(verdictOf('RATE-10', [second(0, 59), ...first, second(700, 58)], knowledge)).toEqual(['pass']);
  });

  it('does not pass where its Remaining never moves', () => {
    expect(verdictOf('RATE-10', [second(0, 59), ...first, second(700, 59)], knowledge)).toEqual(['inconclusive']);
  });

  it('passes where it is served while the first one is refused', () => {
    const refused: LoggedRequest = { at: 650, status: 429, remaining: 0, resetIn: 50, retryAfter: 50 };
    expect(verdictOf('RATE-10', [second(0, 59), ...first, refused, second(700, 59)], knowledge)).toEqual(['pass']);
  });

  it('is violated where it pays for the first one', () => {
    expect(verdictOf('RATE-10', [second(0, 59), ...first, second(700, 28)], knowledge)).toEqual(['fail']);
  });
});

/** A request of the second caller, in a window that began with the log. */
function second(at: number, remaining: number): LoggedRequest {
  return { at, remaining, resetIn: 60 - at / 1_000, credential: 'second' };
}

/** Each operation has a window of its own, which its first request opens. */
function perOperation(perWindow: number, count: number, pace: number): LoggedRequest[] {
  const windows = new Map<string, { since: number; used: number }>();
  return Array.from({ length: count }, (_, index) => {
    const at = index * pace;
    const sort = SORTS[index % SORTS.length] ?? SORTS[0];
    const its = windows.get(sort.name) ?? { since: at, used: 0 };
    windows.set(sort.name, its);
    its.used++;
    return {
      ...sort.parts,
      at,
      limit: perWindow,
      remaining: perWindow - its.used,
      resetIn: (its.since + 60_000 - at) / 1_000,
    };
  });
}

const LIST = { name: 'list', parts: {} };
const GET = { name: 'get', parts: { target: '/pets/9' } };
const POST = { name: 'post', parts: { method: 'POST', target: '/pets', status: 201 } };
const SORTS = [LIST, LIST, GET, LIST, POST] as const;
