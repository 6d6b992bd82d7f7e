import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { governed, START, type Governed, type World } from './governed.fixture.ts';
import { KINDS } from './limiter.fixture.ts';

const WINDOW = 60_000;

/** A world in which the headers, where they say anything, say what is so. */
const honest = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    limit: fc.constantFrom(60, 100, 300),
    countsRefused: fc.boolean(),
    resetsFully: fc.boolean(),
    headers: fc.constantFrom('minute', 'day', 'tighter', 'none', 'never moves', 'in milliseconds'),
    latencies: fc.oneof(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 7 }),
      fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 7 }),
    ),
    skew: fc.constantFrom(0, 0, 90_000, -90_000),
    rounding: fc.constantFrom('ceil', 'floor'),
    isDeclared: fc.boolean(),
    freeEvery: fc.constantFrom(undefined, undefined, 2, 5),
    window: fc.constantFrom(WINDOW, WINDOW, 6_000),
  })
  .map(({ isDeclared, freeEvery, ...drawn }): World => {
    const perDay = 100_000;
    // Nobody can know a figure that is neither declared nor announced.
    const isKnown = isDeclared || drawn.headers !== 'none';
    const declared =
      isKnown && !isDeclared && ['minute', 'never moves'].includes(drawn.headers)
        ? {}
        : { perMinute: drawn.limit, perDay };
    return { ...drawn, ...(freeEvery !== undefined && { freeEvery }), perDay, declared };
  });

/** Senders that send one request after the other. @returns what ends their work */
function keepSending(run: Governed, parallel: number): () => void {
  const work = { goesOn: true };
  const sendOn = async () => {
    while (work.goesOn && run.ended.length < 10_000) await run.send();
  };
  for (let sender = 0; sender < parallel; sender += 1) void sendOn();
  return () => {
    work.goesOn = false;
  };
}

function sentDuringRetryAfter({ sent }: Governed): number {
  return sent.filter(({ leftAt }) =>
    sent.some(
      ({ answeredAt = Infinity, retryUntil }) =>
        retryUntil !== undefined && leftAt > answeredAt && leftAt < retryUntil + 1_000,
    ),
  ).length;
}

function sentDuringSilence({ sent }: Governed): number {
  return sent.filter(({ leftAt }) =>
    sent.some(
      ({ answeredAt = Infinity, silentUntil = 0 }) => silentUntil > 0 && leftAt > answeredAt && leftAt < silentUntil,
    ),
  ).length;
}

describe('whatever kind of limiter', () => {
  it('nothing is refused while nobody else uses the key, and at most a twentieth of a window is idle', async () => {
    await fc.assert(
      fc.asyncProperty(honest, fc.integer({ min: 4, max: 12 }), async (world, parallel) => {
        const run = governed(world);
        const end = keepSending(run, parallel);
        // Whole seconds weigh too much in a short window.
        const share = world.window < WINDOW ? 0 : 0.95;
        for (let windows = 1; windows <= 3; windows += 1) {
          await run.clock.run(START + windows * world.window);
          expect(run.sent.length).toBeGreaterThanOrEqual(share * windows * world.limit);
        }
        end();
        await run.clock.run(START + 5 * WINDOW);
        expect(run.sent.filter(({ admitted }) => admitted !== true)).toEqual([]);
        expect(run.ended).toHaveLength(run.sent.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('where another client takes a third of the window', () => {
  it('the run goes on, and keeps each wait after a refusal', async () => {
    const telling = fc.constantFrom('minute', 'tighter');
    await fc.assert(
      fc.asyncProperty(honest, telling, fc.integer({ min: 1, max: 9 }), async (drawn, headers, parallel) => {
        // A limiter that counts the refused ones never opens for anybody while another client insists.
        const world = { ...drawn, headers, countsRefused: false, window: WINDOW };
        const run = governed(world);
        const end = keepSending(run, parallel);
        const every = (3 * WINDOW) / world.limit;
        const windows = 4;
        for (let at = START; at < START + windows * WINDOW; at += every * 5) {
          run.disturb(5);
          await run.clock.run(at);
        }
        end();
        await run.clock.run(Infinity);
        expect(sentDuringRetryAfter(run)).toBe(0);
        expect(run.ended).toHaveLength(run.sent.length);
        expect(longestRunOfRefusals(run)).toBeLessThanOrEqual(3);
        expect(run.ended).not.toContain('RefusedTooOftenError');
        expect(run.sent.filter(({ admitted }) => admitted === true).length).toBeGreaterThan(world.limit);
      }),
      { numRuns: 25 },
    );
  });
});

interface Model {
  asked: number;
}

class SendSome implements fc.AsyncCommand<Model, Governed> {
  readonly #count: number;
  readonly #overLimit: boolean;

  constructor(count: number, overLimit: boolean) {
    this.#count = count;
    this.#overLimit = overLimit;
  }

  check = () => true;

  async run(model: Model, real: Governed): Promise<void> {
    model.asked += this.#count;
    for (let made = 0; made < this.#count; made += 1) void real.send(this.#overLimit);
    await real.clock.run(real.clock.now());
  }

  toString = () => `${this.#overLimit ? 'burst of' : 'send'} ${this.#count}`;
}

class PassTime implements fc.AsyncCommand<Model, Governed> {
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  check = () => true;

  async run(_model: Model, real: Governed): Promise<void> {
    await real.clock.run(real.clock.now() + this.#milliseconds);
  }

  toString = () => `pass ${this.#milliseconds} ms`;
}

class Disturb implements fc.AsyncCommand<Model, Governed> {
  readonly #requests: number;

  constructor(requests: number) {
    this.#requests = requests;
  }

  check = () => true;

  async run(_model: Model, real: Governed): Promise<void> {
    real.disturb(this.#requests);
    await real.clock.run(real.clock.now());
  }

  toString = () => `another client sends ${this.#requests}`;
}

const anything = fc.record({
  kind: fc.constantFrom(...KINDS),
  limit: fc.constantFrom(5, 20, 60),
  window: fc.constantFrom(3_000, WINDOW),
  countsRefused: fc.boolean(),
  resetsFully: fc.boolean(),
  headers: fc.constantFrom('minute', 'day', 'tighter', 'none', 'always 0', 'never moves', 'in milliseconds'),
  perDay: fc.constantFrom(30, 1_000),
  declared: fc.constantFrom({}, { perMinute: 60, perDay: 1_000 }, { perMinute: 5, perDay: 30 }),
  latencies: fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 7 }),
  skew: fc.constantFrom(0, 30_000, -90_000),
  rounding: fc.constantFrom('ceil', 'floor'),
  maxRequests: fc.constantFrom(40, 1_000),
  asks: fc.array(
    fc.oneof(
      fc.constant({ status: 200, retryAfter: '0', seconds: 0 }),
      fc.constant({ status: 503, retryAfter: 'soon', seconds: 0 }),
      fc
        .record({ status: fc.constantFrom(200, 301, 401, 413, 503), seconds: fc.constantFrom(1, 2, 30, 100, 1_000) })
        .map((ask) => ({
          ...ask,
          retryAfter: `${ask.seconds}`,
        })),
      fc.constant({ status: 503, retryAfter: '7'.repeat(400), seconds: Infinity }),
    ),
    { minLength: 1, maxLength: 6 },
  ),
});

const own = [
  fc.integer({ min: 1, max: 40 }).map((count) => new SendSome(count, false)),
  fc.integer({ min: 1, max: 8 }).map((count) => new SendSome(count, true)),
  fc.integer({ min: 1, max: 90_000 }).map((milliseconds) => new PassTime(milliseconds)),
];
const undisturbed = fc.commands(own, { maxCommands: 12 });
const commands = fc.commands([...own, fc.integer({ min: 1, max: 30 }).map((requests) => new Disturb(requests))], {
  maxCommands: 12,
});

describe('whatever happens', () => {
  it('nothing leaves during Retry-After, every request comes to an end, and a run of refusals ends the sending', async () => {
    await fc.assert(
      fc.asyncProperty(anything, commands, async (world, history) => {
        const run = governed(world);
        const model = { asked: 0 };
        await fc.asyncModelRun(() => ({ model, real: run }), history);
        await run.clock.run(Infinity);
        expect(sentDuringRetryAfter(run)).toBe(0);
        expect(sentDuringSilence(run)).toBe(0);
        expect(run.ended).toHaveLength(model.asked);
        expect(longestRunOfRefusals(run)).toBeLessThanOrEqual(4);
        expect(run.sent.length).toBeLessThanOrEqual(world.maxRequests);
      }),
      { numRuns: 150 },
    );
  });

  it('nothing is refused while nobody else uses the key, but three of the one burst', async () => {
    await fc.assert(
      fc.asyncProperty(honest, undisturbed, async (world, history) => {
        const run = governed(world);
        const model = { asked: 0 };
        await fc.asyncModelRun(() => ({ model, real: run }), history);
        await run.clock.run(Infinity);
        const refused = run.sent.filter(({ admitted }) => admitted === false);
        expect(refused.every(({ burst }) => burst)).toBe(true);
        expect(refused.length).toBeLessThanOrEqual(3);
        expect(new Set(refused.map(({ leftAt }) => leftAt)).size).toBeLessThanOrEqual(1);
        expect(run.ended).toHaveLength(model.asked);
      }),
      { numRuns: 60 },
    );
  });

  it('an interrupt ends whatever waits', async () => {
    await fc.assert(
      fc.asyncProperty(anything, commands, async (world, history) => {
        const run = governed(world);
        const model = { asked: 0 };
        await fc.asyncModelRun(() => ({ model, real: run }), history);
        run.interrupt.abort();
        const before = run.sent.length;
        // The answers of what is on its way come at last.
        await run.clock.run(run.clock.now() + 10_000);
        expect(run.sent).toHaveLength(before);
        expect(run.ended).toHaveLength(model.asked);
      }),
      { numRuns: 50 },
    );
  });
});

/** Refusals of one moment, before any of them was known, are one: what left in the same millisecond as the response did so before it. */
function longestRunOfRefusals({ sent }: Governed): number {
  const answered = sent
    .flatMap(({ leftAt, answeredAt, admitted }) => (answeredAt === undefined ? [] : [{ leftAt, answeredAt, admitted }]))
    .toSorted((one, other) => one.leftAt - other.leftAt);
  let longest = 0;
  let current = 0;
  let knownAt = -Infinity;
  for (const { leftAt, answeredAt, admitted } of answered) {
    if (admitted === true) current = 0;
    else if (leftAt > knownAt) {
      current += 1;
      knownAt = answeredAt;
    }
    longest = Math.max(longest, current);
  }
  return longest;
}
