import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { readEvidence } from '../evidence/log.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { expect as specified } from '../expectation/expect.ts';
import { Bench } from '../judges/index.ts';
import { Coverage } from '../model/coverage.ts';
import type { Share } from '../model/summary.ts';
import { embeddedRun } from './embedded-run.fixture.ts';

/** Each run takes a few seconds; the machine may be busy. */
const PATIENCE = 240_000;

/** How often a documented request is sent at most: again to be compared, and after what may have changed its response. */
const MOST_ALIKE = 6;

/** A run of the Business plan that leaves the limit alone: what it covered, and what it sent in the order of the log. */
interface Made {
  readonly partitions: Share;
  readonly pairs: Share;
  readonly log: readonly Exchange[];
  readonly knowledge: Knowledge;
}

async function made(maxRequests: number, seed: number): Promise<Made> {
  await using run = await embeddedRun({}, { seed, maxRequests });
  const { coverage, knowledge } = run;
  if (coverage === undefined) throw new TypeError("a run of petvet's own has its coverage");
  const log: Exchange[] = [];
  for await (const item of readEvidence(run.evidence)) if ('exchange' in item) log.push(item.exchange);
  return { ...coverage, log, knowledge };
}

/** What petvet asks for only to have an error before the next request. */
const NOBODYS = /^\/pets\/80000000\d{8}$/;

/** The GETs of the probe for combinations that added nothing, but those for an error; of two at once both are told by the second. */
function sentInVain({ log, knowledge }: Made): readonly string[] {
  const [coverage, bench] = [new Coverage(), new Bench(knowledge)];
  const covered = () => coverage.partitions.size + coverage.pairs.size;
  return log.flatMap((exchange, at) => {
    const before = covered();
    coverage.take(exchange, bench.knowledge.pets);
    bench.see(exchange);
    const { probe, request, times } = exchange;
    const isWithNext = (log[at + 1]?.times.startedAt ?? Infinity) < times.endedAt;
    const isMeant = probe === 'coverage/combinations' && request.method === 'GET' && !NOBODYS.test(request.target);
    return isMeant && !isWithNext && covered() === before ? [request.target] : [];
  });
}

/** How often the documented GET was sent that was sent most often. */
function mostAlike({ log, knowledge }: Made): number {
  const known = new Bench(knowledge).knowledge;
  const gets = log.filter(
    ({ request }) =>
      request.method === 'GET' &&
      request.credential === 'primary' &&
      specified(request, known).regularity === 'documented',
  );
  const alike = Map.groupBy(gets, ({ request }) => request.target);
  return Math.max(...[...alike.values()].map(({ length }) => length));
}

describe.concurrent('a larger budget', { timeout: PATIENCE }, () => {
  it.each([1, 2])('is not exceeded, covers more, and sends nothing in vain (seed %i)', async (seed) => {
    const runs: Made[] = [];
    for (const budget of [120, 300, 1_000]) {
      const run = await made(budget, seed);
      expect(run.log.length).toBeLessThanOrEqual(budget);
      expect(sentInVain(run)).toEqual([]);
      expect(mostAlike(run)).toBeLessThanOrEqual(MOST_ALIKE);
      runs.push(run);
    }
    const [small, middle, large] = runs;
    expect(middle?.pairs.covered).toBeGreaterThan(small?.pairs.covered ?? Infinity);
    expect(large?.pairs.covered).toBeGreaterThan(middle?.pairs.covered ?? Infinity);
    expect(middle?.partitions.covered).toBeGreaterThanOrEqual(small?.partitions.covered ?? Infinity);
    expect(large?.partitions.covered).toBeGreaterThanOrEqual(middle?.partitions.covered ?? Infinity);
  });
});
