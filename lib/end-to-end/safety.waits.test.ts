import { describe, expect, it } from 'vitest';
import { PETVET_VERSION } from '../run/version.ts';
import { API_KEY, SECOND_KEY, TO_THE_LIMIT, vetted, type Vetted } from './vetted.fixture.ts';
import { windowOfTry } from './window-of-try.fixture.ts';

/** Several processes and short windows, on a machine that may be busy. */
const PATIENCE = 120_000;

/** A limit is used up within it also where the machine is busy, in seconds. */
const LONG_MINUTES = [15, 45] as const;

/** Enough to read a list and to create one pet. */
const BRIEFLY = ['--allow-plain-http', '--rule', 'GET-5,CREATE-1', '--max-requests', '12'];

function posts({ passed }: Vetted): number {
  return passed.filter(({ method }) => method === 'POST').length;
}

function refusals({ passed }: Vetted): number {
  return passed.filter(({ status }) => status === 429).length;
}

function says(there: Vetted, rule: string): string {
  const row = there.report().rules.find(({ id }) => id === rule);
  return `${row?.verdict}: ${row?.says}`;
}

describe.concurrent('a service that is not of this machine', () => {
  it.each([
    ['staging', [], true],
    ['production', ['--writes'], true],
    ['live', [], false],
  ] as const)(
    'named %s, with %j, is written to: %j',
    async (name, flags, written) => {
      await using there = await vetted();
      const { status, out, err } = await there.checkFar(name, [...BRIEFLY, ...flags]);
      expect([status, there.passed.length > 0, posts(there) > 0], out + err).toEqual([0, true, written]);
    },
    PATIENCE,
  );

  it(
    'named production keeps its limit, is not written to, and can tell who called',
    async () => {
      await using there = await vetted();
      const { status, out, err } = await there.checkFar('production', ['--allow-plain-http']);
      expect([status, refusals(there), posts(there)], out + err).toEqual([0, 0, 0]);
      expect(says(there, 'RATE-5')).toBe(
        'not-exercised: the rate limit of production is not used up (--burn uses it up)',
      );
      expect(says(there, 'CREATE-1')).toMatch(/^not-exercised: .*writes are off/);

      const { run, requests } = there.report();
      expect(there.passed).toHaveLength(requests.sent);
      const agents = new Set(there.passed.map(({ headers }) => headers['user-agent']));
      expect([...agents]).toEqual([`petvet/${PETVET_VERSION} (run ${run.id})`]);
      const shown = there.passed.filter(({ url }) => url.includes(API_KEY) || url.includes(SECOND_KEY));
      expect(shown).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'is sent no POST with --no-writes, not even over the limit',
    async ({ task }) => {
      await using there = await vetted({ windowSeconds: windowOfTry(task, LONG_MINUTES) });
      const { status, out, err } = await there.checkFar('staging', ['--allow-plain-http', '--no-writes']);
      expect([status, posts(there), refusals(there)], out + err).toEqual([0, 0, 3]);
      expect([there.server.requestsDuringRetryAfter(), there.server.bans()]).toEqual([0, 0]);
    },
    PATIENCE,
  );

  it.for([
    ['production', ['--burn'], 3, 'pass: '],
    ['staging', ['--no-burn'], 0, 'the rate limit is not used up (--no-burn)'],
    ['staging', ['--skip', 'RATE-5'], 0, 'left out with --skip'],
  ] as const)(
    'named %s, with %j, refuses %i requests',
    { timeout: PATIENCE },
    async ([name, flags, refused, why], { task }) => {
      await using there = await vetted({ windowSeconds: windowOfTry(task, LONG_MINUTES) });
      const { status, out, err } = await there.checkFar(name, [...TO_THE_LIMIT, ...flags]);
      expect([status, refusals(there)], out + err).toEqual([0, refused]);
      expect(says(there, 'RATE-5')).toContain(why);
    },
  );

  it(
    'is sent no key over plain http, nor anything else, unless that is allowed',
    async () => {
      await using there = await vetted();
      const { status, out, err } = await there.checkFar('staging', []);
      expect({ status, out, passed: there.passed }).toEqual({ status: 2, out: '', passed: [] });
      expect(err).toContain('plain http');
    },
    PATIENCE,
  );
});
