import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { petvet, folder } from './petvet-process.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { service } from './loopback-service.ts';
import { proxyTo } from './proxy.fixture.ts';
import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { compareTargets, KEYS, type Compared, type Service } from './two-targets.fixture.ts';

/** Whole runs, on a machine that may be busy. */
const PATIENCE = { timeout: 180_000 };

/** What a run takes that waits for no window. */
const SHORT = ['--no-burn', '--writes'];

const same = { outcome: 'same', differences: [], noise: [] };

/** Tells how a comparison ended, with what was told where it did not end so. */
const ended = ({ status, diff, reports, err }: Compared) => ({ status, diff, again: reports.again, err });

/** A service that forbids some of what the key may do. */
const forbids =
  (isMeant: (order: number) => boolean): NonNullable<Service['front']> =>
  (port) => {
    let order = 0;
    return (incoming, outgoing) => {
      const { method, headers, url = '' } = incoming;
      if (method !== 'GET' || !headers.authorization?.includes(KEYS.staging) || !isMeant(order++))
        return proxyTo(port)(incoming, outgoing);
      const asked = fetch(`http://127.0.0.1:${port}${url}`, { headers: { authorization: headers.authorization } });
      void asked.then((answer) => {
        for (const name of Object.values(RATE_LIMIT_HEADERS)) outgoing.setHeader(name, answer.headers.get(name) ?? '');
        outgoing.writeHead(403, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ code: 'forbidden', message: 'not for this key', status: 403 }));
      });
    };
  };

describe.concurrent('petvet diff of two targets, of which an accident', PATIENCE, () => {
  // As long as a busy machine takes to begin a run, and longer.
  const FREE = { plan: 'free', windowSeconds: 15 } as const;

  it('before, a quota that was used already, leaves out what neither run was to verify', async () => {
    await compareTargets({ ...FREE, usedBefore: 61 }, FREE, SHORT, (compared) => {
      expect(ended(compared)).toMatchObject({ status: 0, diff: { differences: [] } });
      expect(compared.diff).toMatchObject({
        outcome: 'same',
        undecided: expect.arrayContaining([expect.objectContaining({ about: ['RATE-7', 'RATE-8'], kind: 'chance' })]),
      });
      expect(compared.reports.afterAgain).toBeUndefined();
      expect(compared.out).toContain('RATE-7, RATE-8: verified on production by chance');
    });
  });

  it('after is asked again, and verifies the rule', async () => {
    await compareTargets({}, { front: forbids((order) => order === 3) }, SHORT, (compared) => {
      expect(compared.reports.after?.rules.find(({ id }) => id === 'AUTH-3')?.verdict).toBe('inconclusive');
      expect(ended(compared)).toMatchObject({ status: 0, diff: { afterAgain: { rules: ['AUTH-3'] } } });
      expect(compared.err).toContain('Checking staging a second time for AUTH-3');
      expect(compared.reports.afterAgain?.requests.sent).toBeLessThan(61);
    });
  });

  it('is none: what the service keeps from being verified stays undecided', async () => {
    await compareTargets({}, { pets: 30 }, SHORT, (compared) => {
      expect(ended(compared)).toMatchObject({
        status: 2,
        diff: { outcome: 'undecided', undecided: expect.arrayContaining([expect.objectContaining({ kind: 'lost' })]) },
      });
      expect(compared.reports.afterAgain?.scope?.rules).toContain('LIST-4');
      expect(compared.out).toContain('A second run of staging did not verify it either');
    });
  });
});

describe.concurrent('petvet diff of two targets', PATIENCE, () => {
  it.each([1, 2, 3])('that are alike: no difference, with seed %i', async (seed) => {
    await compareTargets({ seed: 20 + seed }, { seed, pets: 140 }, [...SHORT, '--seed', `${seed}`], (compared) => {
      expect(ended(compared)).toMatchObject({ status: 0, diff: same, again: undefined });
      expect(compared.out).toContain('No difference that callers could notice');
      const { before, after } = compared.reports;
      expect([before?.seed, after?.seed]).toEqual([seed, seed]);
      // At the same time: each began before the other had ended.
      expect(Date.parse(before?.run.startedAt ?? '')).toBeLessThan(Date.parse(after?.run.endedAt ?? ''));
      expect(Date.parse(after?.run.startedAt ?? '')).toBeLessThan(Date.parse(before?.run.endedAt ?? ''));
    });
  });

  it('that differ in one variant: exactly that', async () => {
    await compareTargets({}, { variant: 'limit-zero-empty' }, SHORT, (compared) => {
      expect(ended(compared)).toMatchObject({
        status: 0,
        diff: {
          outcome: 'changed',
          noise: [],
          differences: [{ rule: 'LIST-5', subject: 'behaviour LIST-5 limit is "0"' }],
        },
        again: { scope: { rules: ['LIST-4', 'LIST-5'] } },
      });
      expect(compared.reports.again?.requests.sent).toBeLessThan(61);
      expect(compared.err).toMatch(/Test data created: \d+ pets in production, \d+ pets in staging; they stay/);
    });
  });

  it('of which one violates a rule: exit status 1, with its name', async () => {
    await compareTargets({}, { defect: 'limit-1-gives-2' }, SHORT, (compared) => {
      expect(ended(compared)).toMatchObject({
        status: 1,
        diff: { outcome: 'worse', differences: [{ weight: 'worse', subject: 'verdict LIST-2' }] },
      });
      expect(compared.out).toContain('Worse for callers: 1 rule (LIST-2)');
    });
  });

  it('of which the one before does a thing by turns: noise, and no difference', async () => {
    let times = 0;
    await compareTargets(
      {
        front: (port) => (request, response) => {
          // 400 as long as it is asked for the first time, then 200.
          const isZero = request.url?.includes('limit=0') === true && request.headers.authorization !== undefined;
          if (!isZero || times++ === 0) return proxyTo(port)(request, response);
          request.url = request.url?.replace('limit=0', 'limit=1') ?? '';
          return proxyTo(port)(request, response);
        },
      },
      { variant: 'limit-zero-empty' },
      SHORT,
      (compared) => {
        expect(ended(compared)).toMatchObject({
          status: 0,
          diff: { outcome: 'same', differences: [], noise: [{ subject: 'behaviour LIST-5 limit is "0"' }] },
        });
        expect(compared.out).toMatch(/Noise \(1\)[^]*limit is "0": 400; second run: 200; after: 200/);
      },
    );
  });

  it('leaves production alone in what it does not allow, and staging with it', async () => {
    await compareTargets(
      { plan: 'free' },
      { plan: 'free' },
      ['--seed', '1'],
      async (compared) => {
        expect(ended(compared)).toMatchObject({ status: 0, diff: same });
        expect(compared.err).toContain('no POST to either: writes are off for production');
        expect(compared.err).toContain('neither rate limit is used up, because that of production is not');
        for (const run of ['before', 'after'] as const) {
          expect(await compared.methods(run)).not.toContain('POST');
          expect(compared.reports[run]).toMatchObject({
            scope: { writes: false, limit: false },
            requests: { refused: 0 },
          });
        }
      },
      { PETVET_PRODUCTION_WRITES: 'no', PETVET_PRODUCTION_WINDOW_SECONDS: '60' },
    );
  });

  it('uses up both limits where that is asked for, and gives the second run a window of its own', async () => {
    const free = { plan: 'free', windowSeconds: 6 } as const;
    const differing = { ...free, variant: 'limit-zero-empty' };
    await compareTargets(free, differing, ['--burn', '--writes', '--seed', '1'], (compared) => {
      expect(ended(compared)).toMatchObject({
        status: 0,
        diff: { outcome: 'changed', differences: [{ rule: 'LIST-5' }] },
      });
      const { before, after, again } = compared.reports;
      expect([before, after].map((one) => one?.scope?.limit)).toEqual([true, true]);
      expect(again).toMatchObject({ scope: { limit: false }, requests: { refused: 0, waitedSeconds: 0 } });
    });
  });

  it('that share a key are checked one after the other', async () => {
    const key = { keys: [{ key: KEYS.staging }, { key: KEYS.production }] };
    await compareTargets(
      { ...key, windowSeconds: 2 },
      { ...key, windowSeconds: 2 },
      SHORT,
      ({ reports, status, err }) => {
        expect({ status, err }).toMatchObject({ status: 0, err: expect.stringContaining('one after the other') });
        const [first, second] = [reports.before, reports.after];
        expect(Date.parse(second?.run.startedAt ?? '')).toBeGreaterThan(Date.parse(first?.run.endedAt ?? '') + 2_000);
      },
      { PETVET_STAGING_API_KEY: KEYS.production },
    );
  });

  it('says no key anywhere', async () => {
    await using place = await folder();
    await using one = await service((_request, response) => response.writeHead(200).end('[]'));
    await using other = await service((_request, response) => response.writeHead(200).end('{}'));
    const env = {
      PETVET_A_BASE_URL: one.baseUrl,
      PETVET_A_API_KEY: KEYS.production,
      PETVET_B_BASE_URL: other.baseUrl,
      PETVET_B_API_KEY: KEYS.staging,
    };
    const { out, err } = await petvetHere(['diff', 'a', 'b', '--smoke', '--report', 'r'], { cwd: place.path, env });
    const files = readdirSync(place.path, { recursive: true, encoding: 'utf8' }).map((name) => join(place.path, name));
    const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'utf8'));
    expect(texts.length).toBeGreaterThan(10);
    for (const key of Object.values(KEYS))
      expect([out, err, ...texts].filter((text) => text.includes(key))).toEqual([]);
  });
});

describe.concurrent('petvet diff of a target that', PATIENCE, () => {
  it('cannot be reached says which, and keeps what the other one showed', async () => {
    await compareTargets(
      {},
      {},
      SHORT,
      ({ status, out, err, diff, reports }) => {
        expect({ status, out, diff }).toEqual({ status: 2, out: '', diff: undefined });
        expect(err).toMatch(/petvet: staging: http:\/\/127\.0\.0\.1:9\/v1 cannot be reached/);
        expect(err).toContain('Partial report: r');
        expect(reports.before).toMatchObject({ outcome: 'aborted', run: { interrupted: true } });
      },
      { PETVET_STAGING_BASE_URL: 'http://127.0.0.1:9/v1' },
    );
  });

  it('is interrupted compares and writes what there is', async () => {
    await using place = await folder();
    let count = 0;
    const { promise: waiting, resolve: isWaiting } = Promise.withResolvers<void>();
    const answer = (response: ServerResponse) => {
      if (++count > 12) isWaiting();
      else response.writeHead(200).end('[]');
    };
    await using one = await service((_request, response) => answer(response));
    await using other = await service((_request, response) => answer(response));
    const env = {
      PETVET_A_BASE_URL: one.baseUrl,
      PETVET_A_API_KEY: KEYS.production,
      PETVET_B_BASE_URL: other.baseUrl,
      PETVET_B_API_KEY: KEYS.staging,
      PETVET_A_WRITES: 'no',
    };
    const { status, out, err } = await petvet(['diff', 'a', 'b', '--report', 'r'], {
      cwd: place.path,
      env,
      when: { printed: /At most/, act: (pid) => void waiting.then(() => process.kill(pid, 'SIGINT')) },
    });
    expect({ status, err }).toMatchObject({ status: 130, err: expect.stringContaining('Stopping') });
    expect(out).toContain('Report: r');
    expect(JSON.parse(readFileSync(join(place.path, 'r', 'diff.json'), 'utf8'))).toMatchObject({
      outcome: expect.stringMatching(/undecided|worse/),
      before: { aborted: 'the run was interrupted' },
    });
  });
});
