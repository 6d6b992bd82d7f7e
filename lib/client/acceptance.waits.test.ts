import { beforeAll, describe, expect, it, type RunnerTask } from 'vitest';
import { IS_WHOLE, few, times } from '../files/test-sample.fixture.ts';
import { CAREFUL } from './careful-clients.fixture.ts';
import { RELYING, VIOLATING } from './careless-clients.fixture.ts';
import { clientReport, type ClientReport } from './client-report.ts';
import { drawFreedoms } from './freedoms.ts';
import { tellOutcome } from './outcome.ts';
import type { SituationName } from './situations.ts';
import { vetClient, type RunnableClient } from './vet-client.ts';

const TODAY = '2026-11-27';
const SEEDS = Array.from({ length: 50 }, (_, index) => index + 1);

/** Clients that run at a time, of one process: most of them wait. */
const AT_A_TIME = times(80, 45);

/** All of them together, in milliseconds. */
const PATIENCE = IS_WHOLE ? 3_600_000 : 150_000;

/** A client that is vetted, and how. */
interface Trial {
  readonly client: RunnableClient;
  readonly situations: readonly SituationName[];
  readonly grease?: number;
  readonly asOf?: string;
}

/** What is tried: once with all the others, and alone if that fails. */
class Tried {
  readonly #trial: Trial;
  readonly #first = Promise.withResolvers<ClientReport>();

  constructor(trial: Trial) {
    this.#trial = trial;
    // The test that waits for it says why.
    this.#first.promise.catch(() => {});
  }

  async start(): Promise<void> {
    await vet(this.#trial).then(this.#first.resolve, this.#first.reject);
  }

  outcome({ result }: Readonly<RunnerTask>): Promise<ClientReport> {
    return (result?.retryCount ?? 0) === 0 ? this.#first.promise : vet(this.#trial);
  }
}

async function vet({ client, situations, grease, asOf = TODAY }: Trial): Promise<ClientReport> {
  const { signal: interrupt } = new AbortController();
  const plan = { asOf, port: 0, interrupt, situations, grease, onStart: () => {}, onSituation: () => {} };
  return clientReport(await vetClient(plan, client), { command: 'a client' }, asOf);
}

const relying = RELYING.flatMap(({ freedom, hiddenBy, client }) =>
  SEEDS.filter((seed) => {
    const names = drawFreedoms(seed).map(({ name }) => name);
    return names.includes(freedom) && !names.some((name) => hiddenBy.includes(name));
  })
    .slice(0, times(5, 1))
    .map((grease) => ({ freedom, grease, tried: new Tried({ client, situations: ['greased'], grease }) })),
);
/** A busy machine adds a quarter of a second to waits of 0 s, which then may hide a backoff; the simulated ones judge it at any time. */
const NEEDS_QUIET = 'Retry-After alone, twice';

const violating = VIOLATING.filter(({ what }) => IS_WHOLE || what !== NEEDS_QUIET).map(({ situation, ...one }) => ({
  ...one,
  tried: new Tried({ ...one, situations: [situation] }),
}));
const careful = CAREFUL.flatMap(({ what, client }) =>
  few(SEEDS, 1, (seed) => `${what} ${seed}`).map((grease) => ({
    what,
    grease,
    tried: new Tried({ client, situations: ['plain', 'greased', 'refusals'], grease }),
  })),
);

describe('clients of many kinds', { timeout: PATIENCE }, () => {
  beforeAll(() => {
    // Those that take longest first.
    const waiting = [...careful, ...violating, ...relying].map(({ tried }) => tried);
    const next = async (): Promise<void> => {
      const one = waiting.shift();
      if (one === undefined) return;
      await one.start();
      await next();
    };
    for (let at = 0; at < AT_A_TIME; at += 1) void next();
  });

  it.for(relying)('that rely on $freedom are named for it, seed $grease', async ({ freedom, tried }, { task }) => {
    const { grease, outcome: came } = await tried.outcome(task);
    expect([grease?.verdict, grease?.reliesOn.map(({ name }) => name), came]).toEqual([
      'breaks',
      [freedom],
      'violating',
    ]);
  });

  it.for(violating)('that violate $rules: $what', async ({ rules, tried }, { task }) => {
    const report = await tried.outcome(task);
    const violated = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(violated, report.rules.map(({ says }) => says).join('\n')).toEqual(rules);
  });

  it.for(careful)('that rely on nothing and violate nothing: $what, seed $grease', async ({ tried }, { task }) => {
    const report = await tried.outcome(task);
    const against = report.rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(against.map(({ id, says }) => `${id}: ${says}`)).toEqual([]);
    expect([report.grease?.verdict, report.grease?.freedoms.length], tellOutcome(report)).toEqual([
      'stands',
      drawFreedoms(report.grease?.seed ?? 0).length,
    ]);
  });
});
