import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inPath } from '../load/k6-program.ts';
import { withoutOwnSettings } from '../load/own-settings.ts';
import { petvet, ROOT, run, type Ended } from './petvet-process.fixture.ts';

const EXAMPLES = join(ROOT, 'examples', 'sessions');

/** How each is run, as its first line and docs/clients.md say. */
const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'AdoptTest.java': ['java', 'AdoptTest.java'],
  'adopt.test.mjs': ['node', '--test', 'adopt.test.mjs'],
  'adopt_test.go': ['go', 'test', '-count=1', 'adopt_test.go'],
  'adopt_test.py': ['python3', '-B', '-m', 'unittest', 'adopt_test'],
};

/** Those whose language is on this machine; Node is. */
const HERE = Object.entries(COMMANDS).filter(([, [program]]) => inPath(program, process.env)[0] !== undefined);

/** A run takes about ten seconds, and what compiles first a good deal longer on a busy machine. */
const PATIENCE = 120_000;

const listening = Promise.withResolvers<{ readonly pid: number; readonly url: string }>();
let ended: Promise<Ended>;
beforeAll(async () => {
  ended = petvet(['serve', '--sessions', '--port', '0'], {
    cwd: ROOT,
    when: {
      printed: /POST \S+\/sessions\./,
      act: (pid, printed) => listening.resolve({ pid, url: /http\S+\/sessions/.exec(printed)?.[0] ?? '' }),
    },
  });
  await Promise.race([listening.promise, ended.then(({ err }) => Promise.reject(new Error(err)))]);
});
afterAll(async () => {
  process.kill((await listening.promise).pid, 'SIGINT');
  await ended;
});

it('every example is run', () => {
  expect(
    readdirSync(EXAMPLES)
      .filter((name) => name.includes('.'))
      .toSorted(),
  ).toEqual(Object.keys(COMMANDS));
  expect(HERE.map(([name]) => name)).toContain('adopt.test.mjs');
});

it.concurrent.each(
  HERE.flatMap(([name, command]) => [
    { name, command, client: 'that backs off', env: {}, isGood: true },
    { name, command, client: 'whose waits are Retry-After alone', env: { ADOPT_BACKOFF: '0' }, isGood: false },
  ]),
)(
  '$name judges a client $client',
  async ({ command: [program, ...args], env, isGood }) => {
    const { url } = await listening.promise;
    const own = { ...withoutOwnSettings(process.env), ...env, SESSIONS_URL: url };
    const { status, out, err } = await run(program, args, { cwd: EXAMPLES, env: own });
    // A bad client is found to violate a rule; its test does not just fail.
    const seen = { isGood: status === 0, isViolating: `${out}${err}`.includes('violating') };
    expect(seen, `${out}${err}`).toEqual({ isGood, isViolating: !isGood });
  },
  PATIENCE,
);
