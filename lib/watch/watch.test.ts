import { describe, expect, it } from 'vitest';
import { foreignKnowledge } from '../targets/foreign.ts';
import type { Observed } from './observed.ts';
import { NOON, trafficOf } from './traffic.fixture.ts';
import { Watch, type Violation } from './watch.ts';
import { WatchReport } from './watch-report.ts';
import { renderWatchMetrics } from './metrics.ts';

async function watched(observed: readonly Observed[], isComplete = false) {
  const violations: Violation[] = [];
  const kept: string[] = [];
  const watch = new Watch({
    knowledge: foreignKnowledge('https://pets.example/v1', 'auto', '2026-11-29'),
    isComplete,
    keep: (_judged, rule) => {
      kept.push(rule);
      return Promise.resolve(`${kept.length}-${rule}`);
    },
    onViolation: (violation) => violations.push(violation),
  });
  const byEnd = observed.toSorted((a, b) => a.exchange.times.endedAt - b.exchange.times.endedAt);
  for (const one of byEnd) await watch.take(one);
  await watch.end();
  const report = WatchReport.parse(watch.report({ source: 'test', skipped: {} }));
  const ruleOf = (id: string) => report.rules.find((rule) => rule.id === id);
  return { report, ruleOf, violations, kept };
}

/** Instants within minutes after noon. */
const minutes = (...all: readonly number[]) => all.map((minute) => NOON + minute * 60_000 + 30_000);

const account = (name: string) => ({ kind: 'account', name }) as const;

describe('a watch', () => {
  it('of conforming traffic of several callers violates nothing', async () => {
    const all = ['a', 'b', 'c'].flatMap((name, nth) =>
      trafficOf({ sender: account(name), count: 500, from: NOON + 170 * nth }),
    );
    const { report, ruleOf } = await watched(all);
    expect(report).toMatchObject({ outcome: 'not violated', requests: 1_500, callers: 3 });
    expect(ruleOf('RATE-4')).toMatchObject({ verdict: 'pass' });
  });

  it('sees two accounts that share a limit, though both send all the time', async () => {
    const both = trafficOf({ count: 400, every: 450, jitter: 90 });
    const shared = both.map((one, nth) => ({ ...one, sender: account(nth % 2 === 0 ? 'a' : 'b') }));
    expect((await watched(shared, true)).ruleOf('RATE-10')).toMatchObject({ verdict: 'fail' });
    const apart = ['a', 'b'].flatMap((name, nth) =>
      trafficOf({ sender: account(name), count: 300, every: 900, jitter: 90, from: NOON + 370 * nth }),
    );
    expect((await watched(apart)).ruleOf('RATE-10')).toMatchObject({ verdict: 'pass' });
  });

  it('keeps few proofs of what many callers meet, and counts them all', async () => {
    const all = Array.from({ length: 8 }, (_, nth) =>
      trafficOf({ sender: account(`a${nth}`), admits: 66, from: NOON + 31 * nth }),
    );
    const { ruleOf, kept, violations } = await watched(all.flat());
    expect(kept).toHaveLength(3);
    expect(violations[0]).toMatchObject({ caller: 'account a0', rules: expect.arrayContaining(['RATE-5']) as unknown });
    expect(ruleOf('RATE-5')).toMatchObject({ verdict: 'fail', callers: 8, reports: { length: 3 } });
  });

  it('takes what a restart explains for a violation only where it happens more often than services restart', async () => {
    const twice = trafficOf({ count: 900, restartsAt: minutes(1, 8) });
    expect((await watched(twice, true)).report.outcome).toBe('not violated');
    const often = trafficOf({ count: 2_000, restartsAt: minutes(1, 5, 9, 13, 17) });
    expect((await watched(often, true)).ruleOf('RATE-5')?.verdict).toBe('fail');
  });

  it('takes a request without a key for one only where some request has a key: something in front may remove the header', async () => {
    const nobody = trafficOf({ sender: { kind: 'nobody' }, count: 5 });
    expect((await watched(nobody)).ruleOf('AUTH-1')?.verdict).toBe('not-exercised');
    expect((await watched([...nobody, ...trafficOf({ count: 1 })])).ruleOf('AUTH-1')?.verdict).toBe('fail');
  });

  it('that saw nothing of the service says so', async () => {
    expect((await watched([])).report).toMatchObject({ outcome: 'nothing judged', requests: 0 });
  });

  it('tells which callers owe something: who insists, and who still uses getPet', async () => {
    const { report } = await watched([
      ...trafficOf({ sender: account('patient') }),
      ...trafficOf({ sender: account('insisting'), waits: false, every: 400, from: NOON + 7 }),
      ...trafficOf({ sender: account('old'), target: () => '/pets/7', from: NOON + 13 }),
    ]);
    const of = (name: string) => report.integrations.find(({ caller }) => caller === `account ${name}`);
    expect(of('patient')).toMatchObject({ insisted: 0, getPet: 0, violates: {}, agents: ['demo/1'] });
    expect(of('insisting')?.insisted).toBeGreaterThan(10);
    expect(Object.keys(of('insisting')?.violates ?? {})).toEqual(expect.arrayContaining(['CLIENT-2', 'CLIENT-4']));
    expect(of('old')).toMatchObject({ getPet: 200, violates: {} });
    expect(report.integrations.at(-1)?.caller).toBe('account patient');
    expect(report.getPetRemovedIn).toBeGreaterThan(1_400);
  });

  it('offers what it has come to as metrics', async () => {
    const { report } = await watched(trafficOf({ admits: 66 }));
    const lines = renderWatchMetrics(report, 'access.log').split('\n');
    expect(lines).toContain('petvet_watch_requests_total{source="access.log"} 200');
    expect(lines).toContainEqual(
      expect.stringMatching(/^petvet_watch_segments_judged_total\{.*rule="RATE-5",level="must",verdict="fail"\} [1-9]/),
    );
    expect(lines.at(-2)).toBe('# EOF');
  });
});
