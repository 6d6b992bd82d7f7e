import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { LIMITER_KINDS } from '../reference/limiter-kinds.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { check, type CheckPlan } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';
import { SILENT } from '../run/silent-watcher.ts';
import { service } from './loopback-service.ts';
import { folder } from './petvet-process.fixture.ts';
import { proxyTo } from './proxy.fixture.ts';
import { windowOfTry } from './window-of-try.fixture.ts';

/** What differs from a run of every rule that need not know the plan. */
interface Parts extends Partial<Omit<CheckPlan, 'target' | 'directory'>> {
  readonly options?: ReferenceOptions;
  /** Figures that are declared. */
  readonly declared?: { readonly perMinute?: number };
  /** Requests of the key that another client sends first. */
  readonly used?: number;
  /** Answers in place of the service, where it returns true. */
  readonly answers?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A run, counted where the service is. */
async function counted({ options, declared, used = 0, answers, ...parts }: Parts) {
  await using place = await folder();
  const embedded = await startEmbedded({ plan: 'free', windowSeconds: 6, ...options });
  const forward = proxyTo(Number(new URL(embedded.target.baseUrl).port));
  let sent = 0;
  await using gateway = await service((request, response) => {
    sent++;
    if (answers?.(request, response) !== true) forward(request, response);
  });
  const { apiKey } = embedded.target;
  for (let one = 0; one < used; one++)
    await fetch(`${embedded.target.baseUrl}/pets?limit=1`, { headers: { authorization: `Bearer ${apiKey}` } });
  const said: number[] = [];
  const waits: string[] = [];
  try {
    const verdicts = await check(
      {
        target: { ...embedded.target, baseUrl: gateway.baseUrl, plan: { name: 'auto', ...declared } },
        asOf: '2026-11-21',
        selection: selectRules([], []),
        seed: 1,
        useUp: 'documented',
        smoke: false,
        directory: place.path,
        ...parts,
      },
      {
        ...SILENT,
        onBounds: (says) => said.push(Number(/^At most (\d+)/.exec(says)?.[1])),
        onWaiting: (_until, why) => waits.push(why),
      },
      new AbortController().signal,
    );
    const { startedAt, endedAt, aborted = '', endedEarly = '' } = verdicts.run;
    return { ...verdicts, sent, said, waits, seconds: (endedAt - startedAt) / 1_000, aborted, endedEarly };
  } finally {
    await embedded.close();
  }
}

/** Of a try whose time counts, in seconds. */
const WINDOWS = [6, 30] as const;

const QUICK = { useUp: 'never', limitLeft: 'the rate limit is not used up (--no-burn)' } as const;

describe('what a run says that it sends at most', { timeout: 120_000 }, () => {
  it.concurrent.each([
    ...LIMITER_KINDS.map((limiter) => [`a ${limiter} limiter`, { options: { limiter } }] as const),
    ['the Pro plan', { options: { plan: 'pro' as const } }],
    ['a declared plan', { declared: { perMinute: 60 } }],
    ['a declared plan that is not the key’s', { declared: { perMinute: 300 } }],
    ['no burst', QUICK],
    ['a number that the user set', { maxRequests: 30 }],
    ['a quick check', { ...QUICK, smoke: true, maxRequests: 10 }],
  ] as const)('is true, and none more is said later: %s', async (_what, parts) => {
    const { sent, said } = await counted(parts);
    expect(said.length).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(Math.min(...said));
  });

  it.concurrent('is by the plan that the service announces', async () => {
    const { said, run, ledger } = await counted({ declared: { perMinute: 300 } });
    // On a slow machine it says a longer time again, for as many requests.
    expect([...new Set(said)]).toEqual([720, 240]);
    expect(run.refused).toBeGreaterThan(0);
    expect(ledger.rows.find(({ id }) => id === 'RATE-5')?.verdict).toBe('pass');
  });
});

describe('a run that leaves the limit alone', { timeout: 120_000 }, () => {
  it.concurrent.each([true, false])('waits for nothing in a new window (with creations: %s)', async (writes) => {
    const { waits, run, ledger } = await counted({
      ...QUICK,
      ...(!writes && { selection: selectRules([], ['CREATE']) }),
    });
    expect(waits).toEqual([]);
    expect(run.sent).toBeLessThanOrEqual(60);
    expect(run.endedEarly).toBeUndefined();
    expect(ledger.rows.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it.concurrent('waits once where the window is nearly used up', async ({ task }) => {
    const windowSeconds = windowOfTry(task, WINDOWS);
    const { waits, seconds, run } = await counted({ ...QUICK, used: 50, options: { windowSeconds } });
    expect(waits).toHaveLength(1);
    expect(seconds).toBeLessThan(windowSeconds + 5);
    expect(run.endedEarly).toBeUndefined();
  });

  it.concurrent('waits for as many windows as the requests that the user allows take', async ({ task }) => {
    const windowSeconds = windowOfTry(task, WINDOWS);
    const { run } = await counted({ ...QUICK, maxRequests: 120, options: { windowSeconds } });
    expect(run.waitedSeconds).toBeGreaterThan(windowSeconds);
    expect(run.sent).toBeGreaterThan(90);
  });
});

describe('a run ends', { timeout: 120_000 }, () => {
  it.concurrent('after the time that it may take, with what it has judged', async () => {
    const { seconds, endedEarly, aborted, ledger } = await counted({ maxTime: 3, answers: slowly });
    expect(seconds).toBeLessThan(5);
    expect([endedEarly, aborted]).toEqual([expect.stringMatching(/3 s that --max-time allows/), '']);
    expect(ledger.rows.find(({ id }) => id === 'LIST-1')?.verdict).toBe('pass');
    expect(ledger.rows.find(({ id }) => id === 'CREATE-6')).toMatchObject({
      verdict: 'not-exercised',
      says: expect.stringMatching(/max-time/),
    });
  });

  it.concurrent('with the other operations where one gives no response, and names it', async () => {
    const { aborted, run, ledger } = await counted({
      answers: ({ method }) => method === 'POST',
      options: { windowSeconds: 60 },
      ...QUICK,
    });
    expect(aborted).toMatch(/^createPet gave no response to 3 requests in a row/);
    expect(run.sent).toBeGreaterThan(15);
    expect(ledger.rows.find(({ id }) => id === 'LIST-2')?.verdict).toBe('pass');
  });

  it.concurrent('with the other operations where one refuses although requests remain', async () => {
    const { aborted, run, ledger, sent } = await counted({ answers: refusingPosts, ...QUICK });
    expect(aborted).toMatch(/^createPet refused 2 requests in a row with 429 although/);
    expect(run.refused).toBe(2);
    expect(sent).toBeGreaterThan(20);
    expect(ledger.rows.find(({ id }) => id === 'LIST-2')?.verdict).toBe('pass');
  });
});

/** Each response but the first takes its time. */
function slowly({ url }: IncomingMessage): boolean {
  return url !== '/v1/pets?limit=100';
}

function refusingPosts({ method }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'POST') return false;
  const headers = {
    'content-type': 'application/json',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '50',
    'x-ratelimit-reset': `${Math.ceil(Date.now() / 1_000) + 2}`,
    'retry-after': '1',
  };
  response.writeHead(429, headers).end(JSON.stringify({ code: 'too_many', message: 'Slow down.', status: 429 }));
  return true;
}
