import { describe, expect, it } from 'vitest';
import { foreignKnowledge } from '../targets/foreign.ts';
import { judgeSegment } from './judge-segment.ts';
import type { Observed } from './observed.ts';
import { NOON, trafficOf, type Habits } from './traffic.fixture.ts';
import type { Segment } from './traffic.ts';

const KNOWLEDGE = foreignKnowledge('https://pets.example/v1', 'auto', '2026-11-29');

function segment(observed: readonly Observed[]): Segment {
  return { sender: observed[0]?.sender ?? { kind: 'untold' }, observed, from: NOON, to: NOON + 300_000 };
}

async function judged(habits: Habits | readonly Observed[], isComplete = false) {
  const observed = 'length' in habits ? habits : trafficOf(habits);
  return judgeSegment(segment(observed), KNOWLEDGE, { isComplete });
}

/** Every line but some, as a log that is sampled has them. */
const sampled = (all: readonly Observed[], share: number) => all.filter((_, nth) => (nth * 7919) % 100 < share);

describe('the traffic of one caller', () => {
  it('at a conforming service satisfies the rules that it shows', async () => {
    const { verdicts, proof } = await judged({});
    expect(proof).toBeUndefined();
    for (const rule of ['ERR-3', 'RATE-1', 'RATE-2', 'RATE-4', 'RATE-5', 'RATE-6', 'RATE-7', 'RATE-8'] as const)
      expect([rule, verdicts.get(rule)]).toEqual([rule, 'pass']);
  });

  it('proves a violation with a report of its own', async () => {
    const { verdicts, proof } = await judged({ admits: 63 });
    expect(verdicts.get('RATE-5')).toBe('fail');
    expect(proof?.verdicts.ledger.outcome).toBe('violating');
  });

  it('without a key must be refused', async () => {
    const { verdicts } = await judged({ sender: { kind: 'nobody' }, count: 3 });
    expect(verdicts.get('AUTH-1')).toBe('fail');
  });

  it('of whom nothing is known says nothing about the limiter', async () => {
    const { verdicts } = await judged({ sender: { kind: 'untold' }, admits: 80 });
    expect(verdicts.get('RATE-5')).toBeUndefined();
  });

  it('whose key is refused once, for whatever was about it, is judged all the same', async () => {
    const all = trafficOf({});
    const [first, ...others] = all;
    if (first === undefined) return;
    const refused = {
      ...first,
      exchange: { ...first.exchange, answer: { status: 401, headers: [], body: { kind: 'not-recorded' as const } } },
    };
    const { verdicts } = await judged([refused, ...others]);
    expect(verdicts.get('AUTH-3')).toBe('pass');
    expect(verdicts.get('RATE-4')).toBe('pass');
  });

  it('is no reason to fail a rule about headers that no log holds', async () => {
    const { verdicts } = await judged({ target: () => '/pets/7' });
    expect(verdicts.get('GET-5')).toBeUndefined();
  });

  it.each([400, 406, 304, 412])(
    'that was answered %d, for which headers may be the reason, violates nothing',
    async (status) => {
      const all = trafficOf({ count: 60 }).map((one, nth) =>
        nth === 30
          ? {
              ...one,
              exchange: {
                ...one.exchange,
                answer: {
                  status,
                  headers: one.exchange.answer?.headers ?? [],
                  body: { kind: 'not-recorded' as const },
                },
              },
            }
          : one,
      );
      const { proof } = await judged(all);
      expect(proof).toBeUndefined();
    },
  );
});

describe('what may have happened that no log shows', () => {
  it.each([20, 50, 80, 95])(
    'lost lines: of a sample of %d %% nothing is violated at a conforming service',
    async (share) => {
      for (const habits of [{}, { every: 300 }, { every: 950 }]) {
        const { verdicts } = await judged(sampled(trafficOf({ ...habits, count: 400 }), share));
        expect([...verdicts].filter(([, verdict]) => verdict === 'fail')).toEqual([]);
      }
    },
  );

  it('two units for each request are those of lost lines, unless the log is said to be complete', async () => {
    const irregular = { units: 2, jitter: 500 };
    const open = await judged(irregular);
    expect(open.verdicts.get('RATE-4')).toBe('inconclusive');
    expect(open.doubts.get('RATE-4')).toBe('lost lines');
    expect((await judged(irregular, true)).verdicts.get('RATE-4')).toBe('fail');
  });

  it('more than the limit is served, whatever is missing', async () => {
    const { verdicts } = await judged(sampled(trafficOf({ admits: 90, every: 300, count: 400 }), 90));
    expect(verdicts.get('RATE-5')).toBe('fail');
  });

  it('a restart explains one moment', async () => {
    const { verdicts, doubts } = await judged({ restartsAt: [NOON + 90_000] }, true);
    expect([...verdicts].filter(([, verdict]) => verdict === 'fail')).toEqual([]);
    expect([...doubts.values()]).toEqual(doubts.size === 0 ? [] : Array<string>(doubts.size).fill('restart'));
  });

  it('restarts with lost lines explain two moments of a few minutes', async () => {
    const restartsAt = [NOON + 40_000, NOON + 100_000];
    const all = trafficOf({ restartsAt, every: 900 }).filter((_, nth) => nth % 2 === 0);
    const { verdicts } = await judged(all);
    expect([...verdicts].filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  });

  it('instances whose clocks differ do not put requests in another order', async () => {
    const all = trafficOf({ every: 400 }).map((one, nth) => {
      const { startedAt, endedAt } = one.exchange.times;
      const ahead = nth % 2 === 0 ? 0 : 600;
      return {
        ...one,
        clock: `gateway-${nth % 2}`,
        exchange: {
          ...one.exchange,
          times: { startedAt: startedAt + ahead, answeredAt: endedAt + ahead, endedAt: endedAt + ahead },
        },
      };
    });
    const { verdicts } = await judged(all, true);
    expect([...verdicts].filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  });
});
