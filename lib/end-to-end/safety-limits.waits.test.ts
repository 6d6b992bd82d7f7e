import { describe, expect, it } from 'vitest';
import { PLANS } from '../contract/plans.ts';
import { headerValue } from '../evidence/exchange.ts';
import { readEvidence } from '../evidence/log.ts';
import { LIMITER_KINDS, type LimiterKind } from '../reference/limiter-kinds.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { embeddedRun } from './embedded-run.fixture.ts';
import { SECOND_KEY, TO_THE_LIMIT, vetted, type Vetted } from './vetted.fixture.ts';

/** Several processes and short windows, on a machine that may be busy. */
const PATIENCE = 120_000;

/** A service that bans sooner than most: whoever goes on in spite of a refusal a few times is seen. */
const STRICT = { banAfter: 3 };

/** A bucket of a short minute refills faster than a busy machine can take. */
const OF_KIND: Partial<Record<LimiterKind, ReferenceOptions>> = {
  aligned: { retryAfter: 'date' },
  'token-bucket': { windowSeconds: 16 },
};

/** A whole run; one more where the machine was too busy to use the limit up in either of its windows. */
async function wholeRun(there: Vetted): Promise<void> {
  const ended = await there.check([]);
  expect([ended.status, ended.err], ended.out).toEqual([0, expect.not.stringContaining('Error')]);
  if (there.report().requests.refused === 0) await there.check([]);
}

describe.concurrent('a whole run uses the limit up with one burst, and keeps silent after it:', () => {
  it.each(LIMITER_KINDS)(
    'a limiter of the kind %s',
    async (limiter) => {
      await using there = await vetted({ ...STRICT, limiter, ...OF_KIND[limiter] });
      await wholeRun(there);
      const { requests, created } = there.report();
      expect(requests.refused).toBeGreaterThanOrEqual(1);
      expect(requests.refused).toBeLessThanOrEqual(3);
      // On a busy machine a window may end before its limit is used up, and a bucket refills meanwhile: twice the limit more at most.
      expect(requests.sent).toBeLessThanOrEqual(120 + 2 * PLANS.free.perMinute);
      expect(created.length).toBeLessThanOrEqual(15);
      expect([there.server.requestsDuringRetryAfter(), there.server.bans()]).toEqual([0, 0]);
    },
    PATIENCE,
  );
});

it.concurrent(
  'a run that does not use the limit up leaves others a quarter of each window, by whatever name the target goes',
  async () => {
    await using run = await embeddedRun({ plan: 'free', windowSeconds: 6 });
    const left: number[] = [];
    for await (const item of readEvidence(run.evidence)) {
      const { request, answer } = 'exchange' in item ? item.exchange : {};
      if (request?.credential === 'primary')
        left.push(Number(headerValue(answer?.headers ?? [], 'X-RateLimit-Remaining')));
    }
    expect(left.length).toBeGreaterThan(30);
    expect(Math.min(...left)).toBeGreaterThanOrEqual(PLANS.free.perMinute / 4);
  },
  PATIENCE,
);

/** A run that a signal stops within the wait after its burst: when the second caller was looked at once more. */
async function stoppedBy(signal: NodeJS.Signals) {
  let pid: number | undefined;
  let refused = 0;
  const there = await vetted(STRICT, ({ status, headers }) => {
    if (status === 429) refused++;
    const isAfterwards = refused > 0 && headers.authorization === `Bearer ${SECOND_KEY}`;
    if (!isAfterwards || pid === undefined) return;
    process.kill(pid, signal);
    pid = undefined;
  });
  const remember = (id: number) => {
    pid = id;
  };
  const stopped = await there.checkFar('staging', TO_THE_LIMIT, { printed: /so far/, act: remember });
  return { there, stopped, refused, [Symbol.asyncDispose]: () => there[Symbol.asyncDispose]() };
}

/** The next run starts at once: it finds out with one request, waits, and is not banned. */
async function expectPeace(there: Vetted): Promise<void> {
  const next = await there.checkFar('staging', TO_THE_LIMIT);
  expect(next.status, next.out + next.err).toBe(0);
  expect(there.server.bans()).toBe(0);
  expect(there.server.requestsDuringRetryAfter()).toBeLessThanOrEqual(1);
}

describe.concurrent('a run that is stopped within the wait after its burst', () => {
  it(
    'by Ctrl-C writes its report, and leaves the key in order for the next one',
    async () => {
      await using run = await stoppedBy('SIGINT');
      const { stopped, refused, there } = run;
      expect([stopped.status, refused], stopped.err).toEqual([130, 3]);
      const { aborted, outcome, requests, rules } = there.report();
      expect([aborted, outcome, requests.refused]).toEqual(['the run was interrupted', 'aborted', 3]);
      expect(rules.find(({ id }) => id === 'RATE-7')).toMatchObject({ verdict: 'pass' });
      await expectPeace(there);
    },
    PATIENCE,
  );

  it(
    'by being killed leaves the key in order for the next one',
    async () => {
      await using run = await stoppedBy('SIGKILL');
      const { stopped, refused, there } = run;
      expect([stopped.status, refused], stopped.err).toEqual([null, 3]);
      await expectPeace(there);
    },
    PATIENCE,
  );
});
