import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { expect as specified } from '../expectation/expect.ts';
import { aRequest, knowing } from '../expectation/request.fixture.ts';
import { Coverage } from '../model/coverage.ts';
import { exchangesOfARun, knownPets } from '../model/exchanges.fixture.ts';
import { MODEL } from '../model/index.ts';
import { pairsOf } from '../model/pairs.ts';
import { asPrimary } from './credentials.ts';
import { oddReads } from './odd-reads.ts';
import { planRequests } from './planned.ts';

const IDS = [3n, 7n, 2n ** 40n, 2n ** 60n];

/** How many requests it takes to combine limits with statuses, with pets and odd ones between them. */
const MOST = 76;

/** The odd requests of this one's query or petId need not be served. */
function isOdd(target: string): boolean {
  const { regularity, petId } = specified(aRequest({ target }), knowing());
  return regularity !== 'documented' || petId?.kind === 'not-int64';
}

/** A run that sends one planned request after the other, to a service in order. */
class Run {
  readonly coverage = new Coverage();
  readonly sent: string[] = [];
  readonly #known = knownPets(...IDS);
  readonly #next = exchangesOfARun();
  readonly #plan: ReturnType<typeof planRequests>;

  constructor(odd: readonly string[] = oddReads(IDS[0])) {
    const { coverage } = this;
    this.#plan = planRequests({
      adds: (request) => coverage.adds(request, this.#known),
      moment: () => coverage.moment,
      known: IDS,
      odd: odd.map((target) => asPrimary('GET', target)),
    });
  }

  /** What all requests so far have covered. */
  get covered(): number {
    return this.coverage.partitions.size + this.coverage.pairs.size;
  }

  /** Sends what the plan has for this moment. @returns its target, undefined where it has nothing */
  step(): string | undefined {
    const target = this.#plan()?.target;
    if (target !== undefined) this.take(target);
    return target;
  }

  /** Sends at most `most` requests. */
  steps(most: number): void {
    while (most-- > 0 && this.step() !== undefined);
  }

  /** Takes a request that something else has sent. */
  take(target: string, status = this.#statusOf(target)): Exchange {
    const exchange = this.#next({ request: aRequest({ target }), status });
    this.coverage.take(exchange, this.#known);
    this.sent.push(target);
    return exchange;
  }

  #statusOf(target: string): number {
    const id = /^\/pets\/(-?\d+)$/.exec(target)?.[1];
    if (id !== undefined) return this.#known.has(BigInt(id)) ? 200 : 404;
    return isOdd(target) ? 400 : 200;
  }
}

describe('a plan', () => {
  it('has nothing that adds nothing, and adds what it said', () => {
    const run = new Run();
    for (let before = run.covered; run.step() !== undefined; before = run.covered) {
      expect([run.sent.at(-1), run.covered > before]).toEqual([run.sent.at(-1), true]);
      expect(run.sent.length).toBeLessThan(500);
    }
  });

  it('has documented and odd requests by turns, as long as both add something', () => {
    const run = new Run();
    run.steps(30);
    expect(run.sent.map(isOdd)).toEqual(run.sent.map((_target, at) => at % 2 === 1));
  });

  it('has an odd request once', () => {
    const run = new Run();
    run.steps(500);
    const odd = run.sent.filter(isOdd);
    expect(new Set(odd).size).toBe(odd.length);
  });

  it('ends at a moment, and goes on at another one', () => {
    const run = new Run([]);
    run.steps(500);
    expect(run.step()).toBeUndefined();
    const at = run.coverage.moment;
    run.take('/pets?limit=1', at === '' ? 404 : 200);
    expect(run.coverage.moment).not.toBe(at);
    expect(run.step()).toBeDefined();
  });

  it('is over for good at a moment at which it has ended once, and looks at nothing there', () => {
    let looks = 0;
    const adds = () => {
      looks++;
      return { partitions: [], pairs: [] };
    };
    const next = planRequests({ adds, moment: () => 'after an error', known: IDS, odd: [] });
    expect(next()).toBeUndefined();
    const once = looks;
    expect([next(), next(), looks]).toEqual([undefined, undefined, once]);
    expect(once).toBeGreaterThan(0);
  });

  it('is the same for the same', () => {
    const [one, other] = [new Run(), new Run()];
    one.steps(100);
    other.steps(100);
    expect(one.sent).toEqual(other.sent);
  });

  it(`combines each limit with each status in each order within ${MOST} requests`, () => {
    const run = new Run();
    run.steps(MOST);
    const wanted = pairsOf(MODEL).filter(({ dimensions }) =>
      dimensions.every((name) => ['limit', 'status', 'order of limit and status'].includes(name)),
    );
    expect(wanted).toHaveLength(64);
    expect(wanted.filter(({ key }) => !run.coverage.pairs.has(key)).map(({ key }) => key)).toEqual([]);
  });

  it('counts what it has for two requests at once before either has a response', () => {
    const coverage = new Coverage();
    const adds: Parameters<typeof planRequests>[0]['adds'] = (request) => coverage.adds(request, knownPets());
    const next = planRequests({ adds, moment: () => '', known: [], odd: [] });
    const targets = [next(), next(), next()].map((request) => request?.target);
    expect(new Set(targets).size).toBe(3);
  });
});
