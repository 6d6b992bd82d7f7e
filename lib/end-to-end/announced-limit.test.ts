import { describe, expect, it } from 'vitest';
import { startReferenceServer, type ReferenceOptions } from '../reference/server.ts';
import { service } from './loopback-service.ts';
import { resolveTarget } from '../targets/resolve.ts';
import type { Target } from '../targets/target.ts';
import { withAnnouncedLimit } from '../run/announced-limit.ts';

const KEY = 'announced-limit-8c2d-key';
const PATIENT = new AbortController().signal;

function targetAt(baseUrl: string, more: Readonly<Record<string, string>> = {}): Target {
  const target = resolveTarget({}, { PETVET_BASE_URL: baseUrl, PETVET_API_KEY: KEY, ...more });
  if (target === undefined) throw new TypeError('a target is configured');
  return target;
}

async function announcedBy(options: ReferenceOptions, more: Readonly<Record<string, string>> = {}) {
  const server = await startReferenceServer({ keys: [{ key: KEY }], ...options });
  try {
    return (await withAnnouncedLimit(targetAt(server.baseUrl, more), PATIENT)).plan;
  } finally {
    await server.close();
  }
}

describe('a plan that nobody named', () => {
  it.each(['free', 'pro', 'business'] as const)('is that of the limit that the service announces: %s', async (plan) => {
    expect(await announcedBy({ plan })).toMatchObject({ name: plan });
  });

  it('is asked of nobody where it is named, or its limit is', async () => {
    for (const more of [{ PETVET_PLAN: 'pro' }, { PETVET_LIMIT_PER_MINUTE: '7' }] as const) {
      const target = targetAt('http://127.0.0.1:9/v1', more);
      // oxlint-disable-next-line no-await-in-loop -- two
      expect(await withAnnouncedLimit(target, PATIENT)).toBe(target);
    }
  });
});

const reset = (seconds: number) => `${Math.ceil(Date.now() / 1_000) + seconds}`;
const limits = (limit: string, seconds: number) => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': '5',
  'x-ratelimit-reset': reset(seconds),
});

const planAt = async (headers: Readonly<Record<string, string>>, status = 200) => {
  const requests: (string | undefined)[] = [];
  await using there = await service(({ headers: { authorization } }, response) => {
    requests.push(authorization);
    if (authorization === undefined) response.writeHead(401).end('{}');
    else response.writeHead(status, headers).end('[]');
  });
  const asked = withAnnouncedLimit(targetAt(there.baseUrl), PATIENT);
  const { plan } = await asked.finally(() => expect(requests).toEqual([undefined, `Bearer ${KEY}`]));
  return plan;
};

describe('a service', () => {
  it('that announces the limit of a day tells the plan by it', async () => {
    expect(await planAt(limits('1000', 40_000))).toMatchObject({ name: 'free', perMinute: 60, perDay: 1_000 });
    expect(await planAt(limits('1000', 30))).toMatchObject({ name: 'business', perMinute: 1_000 });
  });

  it('that announces a limit of its own is taken by its word', async () => {
    expect(await planAt(limits('4321', 30))).toEqual({ name: 'auto', perMinute: 4_321 });
  });

  it.each([{}, limits('many', 30), limits('4321', 40_000)])(
    'that tells nothing leaves it open: %j',
    async (headers) => {
      expect(await planAt(headers)).toEqual({ name: 'auto' });
    },
  );

  it('that refuses the key, or asks to wait, is sent nothing more', async () => {
    await expect(planAt({}, 401)).rejects.toMatchObject({ code: 'TARGET' });
    await expect(planAt({ ...limits('60', 30), 'retry-after': '17' }, 429)).rejects.toMatchObject({
      code: 'LIMIT_SPENT',
      message: expect.stringContaining('17 s'),
    });
  });

  it('that says to wait before it was shown the key is not shown it', async () => {
    const requests: (string | undefined)[] = [];
    await using there = await service(({ headers: { authorization } }, response) => {
      requests.push(authorization);
      response.writeHead(401, { 'retry-after': '17' }).end('{}');
    });
    await expect(withAnnouncedLimit(targetAt(there.baseUrl), PATIENT)).rejects.toMatchObject({ code: 'LIMIT_SPENT' });
    expect(requests).toEqual([undefined]);
  });
});
