import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Traffic, TRAFFIC_BOUNDS, type Segment } from './traffic.ts';
import { NOON, trafficOf } from './traffic.fixture.ts';

const key = (name: string) => ({ kind: 'key', name }) as const;

function segmentsOf(observed: ReturnType<typeof trafficOf>, traffic = new Traffic()): Segment[] {
  return [...observed.flatMap((one) => traffic.take(one)), ...traffic.rest()];
}

const startsOf = ({ observed }: Segment) => observed.map(({ exchange }) => exchange.times.startedAt);

describe('traffic', () => {
  it('loses nothing, whatever the order and the callers are, and cuts no request that is under way', () => {
    const one = fc.record({ name: fc.constantFrom('a', 'b', 'c'), at: fc.nat(900_000), takes: fc.nat(9_000) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 200 }), (requests) => {
        const [plain] = trafficOf({ count: 1 });
        if (plain === undefined) return;
        const observed = requests.map(({ name, at, takes }) => ({
          sender: key(name),
          exchange: { ...plain.exchange, times: { startedAt: NOON + at, endedAt: NOON + at + takes } },
        }));
        const byEnd = observed.toSorted((a, b) => a.exchange.times.endedAt - b.exchange.times.endedAt);
        const segments = segmentsOf(byEnd);
        expect(segments.flatMap((segment) => segment.observed)).toHaveLength(observed.length);
        for (const segment of segments) expect(startsOf(segment)).toEqual(startsOf(segment).toSorted((a, b) => a - b));
      }),
    );
  });

  it('is judged after some minutes, each caller apart', () => {
    const both = [...trafficOf({ sender: key('a'), count: 600 }), ...trafficOf({ sender: key('b'), count: 600 })];
    const segments = segmentsOf(both.toSorted((a, b) => a.exchange.times.endedAt - b.exchange.times.endedAt));
    expect(segments.length).toBeGreaterThan(3);
    for (const { observed, sender } of segments)
      expect(new Set(observed.map((one) => one.sender))).toEqual(new Set([sender]));
  });

  it('is judged when nothing comes any more', () => {
    const traffic = new Traffic();
    const early = trafficOf({ count: 20 }).flatMap((one) => traffic.take(one));
    expect(early).toEqual([]);
    expect(traffic.passed(TRAFFIC_BOUNDS.quiet / 2)).toEqual([]);
    expect(traffic.passed(TRAFFIC_BOUNDS.quiet)).toMatchObject([{ observed: { length: 20 } }]);
    expect(traffic.kept).toEqual({ senders: 0, exchanges: 0 });
  });

  it('is bounded: whoever was silent for the longest is judged first', () => {
    const traffic = new Traffic({ ...TRAFFIC_BOUNDS, mostInAll: 50, mostSenders: 10 });
    const judged = Array.from({ length: 40 }, (_, nth) => trafficOf({ sender: key(`k${nth}`), count: 3, every: 1 }))
      .flat()
      .flatMap((one) => traffic.take(one));
    expect(traffic.kept.senders).toBeLessThanOrEqual(11);
    expect(judged[0]?.sender).toEqual(key('k0'));
  });

  it('whose bodies and targets are large is judged at once', () => {
    const traffic = new Traffic({ ...TRAFFIC_BOUNDS, mostBytes: 5_500 });
    const large = trafficOf({ count: 20 }).map(({ sender, exchange }) => ({
      sender,
      exchange: {
        ...exchange,
        answer: { status: 200, headers: [], body: { kind: 'bytes' as const, bytes: new Uint8Array(1_000) } },
      },
    }));
    const judged = large.flatMap((one) => traffic.take(one));
    expect(judged.map(({ observed }) => observed.length)).toEqual([6, 6, 6]);
  });

  it('of a clock that jumps ahead does not end the segments of all others', () => {
    const traffic = new Traffic();
    const [first] = trafficOf({ count: 1 });
    if (first !== undefined) traffic.take(first);
    const ahead = trafficOf({ sender: key('b'), count: 1, from: NOON + 30 * 86_400_000 });
    expect(ahead.flatMap((one) => traffic.take(one)).length).toBeLessThanOrEqual(1);
    expect(traffic.kept.senders).toBeGreaterThanOrEqual(1);
  });
});
