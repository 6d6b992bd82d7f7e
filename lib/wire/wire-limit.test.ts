import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { BudgetSpentError, InterruptedError, LimitSpentError } from '../errors.ts';
import { systemClock, type Clock } from './clock.ts';
import { aTarget, aWire, httpServer } from './wire.fixture.ts';

/** A clock that is put forward by whoever would wait. */
function quickClock(): Clock {
  let ahead = 0;
  return {
    now: () => systemClock.now() + ahead,
    sleep: async (milliseconds) => {
      ahead += Math.max(0, milliseconds);
    },
  };
}

interface Service {
  readonly port: number;
  readonly statuses: number[];
}

/** A service that admits that many requests in a fixed window of a minute, on the given clock. */
async function aLimitedService(limit: number, clock: Clock): Promise<Service> {
  const statuses: number[] = [];
  let ends = 0;
  let used = 0;
  const port = await httpServer((request, response) => {
    request.resume();
    response.sendDate = false;
    if (clock.now() >= ends) [ends, used] = [clock.now() + 60_000, 0];
    used += 1;
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - used));
    response.setHeader('X-RateLimit-Reset', Math.ceil(ends / 1_000));
    const status = request.url?.includes('%00') === true ? 400 : 200;
    answer(response, used > limit ? 429 : status, Math.ceil((ends - clock.now()) / 1_000));
  });
  const answer = (response: ServerResponse, status: number, retryAfter: number) => {
    statuses.push(status);
    if (status === 429) response.setHeader('Retry-After', retryAfter);
    response.writeHead(status).end('[]');
  };
  return { port, statuses };
}

/** A service of 5 a minute; in front of it a gateway refuses a NUL itself, with the figures of an anonymous caller, or none. */
async function behindAGateway(figures: readonly [string, string][]) {
  const seen: number[] = [];
  const port = await httpServer((request, response) => {
    request.resume();
    if (request.url?.includes('%00') === true) {
      for (const [name, value] of figures) response.setHeader(name, value);
      response.writeHead(400).end('bad request');
      return;
    }
    seen.push(Date.now());
    response.writeHead(200).end('[]');
  });
  return { port, seen };
}

describe('what a gateway refused in front of the service', () => {
  it.each([
    ['without figures', []],
    [
      "with another caller's",
      [
        ['X-RateLimit-Limit', '2'],
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', `${Math.ceil(Date.now() / 1_000) + 50}`],
      ],
    ],
  ] satisfies [string, [string, string][]][])(
    'uses up nothing and says nothing of the limit, %s',
    async (_what, figures) => {
      const service = await behindAGateway(figures);
      const wire = aWire(
        { ...aTarget(service.port), plan: { name: 'enterprise', perMinute: 5 } },
        { clock: quickClock() },
      );
      await wire.get('/pets');
      for (let sent = 0; sent < 20; sent += 1) await wire.get('/pets/%00');
      expect(wire.left()).toBe(4);
      for (let sent = 0; sent < 4; sent += 1) await wire.get('/pets');
      expect(service.seen).toHaveLength(5);
      expect(wire.events.filter(({ kind }) => kind === 'waiting')).toEqual([]);
      await wire.get('/pets');
      expect(wire.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1);
    },
  );

  it("is counted where its figures are like the caller's own, and lower than before", async () => {
    const clock = quickClock();
    const service = await aLimitedService(5, clock);
    const wire = aWire({ ...aTarget(service.port), plan: { name: 'enterprise', perMinute: 5 } }, { clock });
    const [pets, odd] = ['/pets', '/pets/%00'];
    const first = [pets, pets, pets, pets, pets];
    for (const target of [...first, pets, odd, odd, odd, pets, pets]) await wire.get(target);
    expect(service.statuses).toEqual([...first.map(() => 200), 200, 400, 400, 400, 200, 200]);
  });
});

describe('at the limit', () => {
  it('a run waits for the window to reset and is never refused', async () => {
    const clock = quickClock();
    const service = await aLimitedService(5, clock);
    const wire = aWire(aTarget(service.port), { clock });
    for (let sent = 0; sent < 12; sent += 1) await wire.get();
    expect(service.statuses).toEqual(Array.from({ length: 12 }, () => 200));
    expect(wire.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(2);
    expect(wire.facts()).toMatchObject({ sent: 12, refused: 0 });
    expect(wire.facts().waitedSeconds).toBeGreaterThan(100);
    expect(wire.facts().waitedSeconds).toBeLessThan(130);
  });

  it('requests at the same time do not overrun it', async () => {
    const clock = quickClock();
    const service = await aLimitedService(4, clock);
    const wire = aWire(aTarget(service.port), { clock });
    await wire.get();
    await Promise.all(Array.from({ length: 15 }, () => wire.get()));
    expect(service.statuses).toEqual(Array.from({ length: 16 }, () => 200));
  });

  it('a refused GET is sent again after Retry-After, as an exchange of its own; a POST is not', async () => {
    const clock = quickClock();
    const began = clock.now();
    let requests = 0;
    const port = await httpServer((request, response) => {
      request.resume();
      requests += 1;
      response.sendDate = false;
      response.writeHead(requests === 2 ? 200 : 429, { 'Retry-After': '20' }).end();
    });
    const wire = aWire(aTarget(port), { clock });
    const exchange = await wire.get();
    expect(exchange).toMatchObject({ id: 2, answer: { status: 200 } });
    expect(exchange).not.toHaveProperty('retryOf');
    expect(wire.appended[0]).not.toHaveProperty('retried');
    expect(clock.now() - began).toBeGreaterThanOrEqual(20_000);
    const post = await wire.send(
      { method: 'POST', target: '/pets', headers: [['Authorization', 'Bearer {primary}']], body: '{}' },
      'p',
    );
    expect(post).toMatchObject({ id: 3, answer: { status: 429 } });
    expect(wire.facts()).toMatchObject({ sent: 3, refused: 2 });
    const [first, second] = wire.appended;
    expect((second?.times.startedAt ?? 0) - (first?.times.endedAt ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  it('a GET that is refused again and again is given up after the third', async () => {
    const port = await httpServer((_request, response) => response.writeHead(429, { 'Retry-After': '0' }).end());
    const wire = aWire(aTarget(port), { clock: quickClock() });
    expect(await wire.get()).toMatchObject({ id: 3, answer: { status: 429 } });
  });

  it('a wait for the day is an error that names the time, and nothing is sent meanwhile', async () => {
    const port = await httpServer((_request, response) => response.writeHead(429, { 'Retry-After': '40000' }).end());
    const wire = aWire(aTarget(port));
    expect(await wire.get()).toMatchObject({ id: 1, answer: { status: 429 } });
    await expect(wire.get()).rejects.toThrow(LimitSpentError);
    await expect(wire.get()).rejects.toThrow(/until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect(wire.facts().sent).toBe(1);
  });

  it('the second key and an anonymous caller have a lane of their own', async () => {
    const port = await httpServer((request, response) => {
      const isPrimary = request.headers.authorization?.includes('k3y') === true;
      response.writeHead(isPrimary ? 429 : 200, isPrimary ? { 'Retry-After': '40000' } : {}).end('[]');
    });
    const wire = aWire(aTarget(port));
    await wire.get();
    const second = await wire.send(
      { method: 'GET', target: '/pets', headers: [['Authorization', 'Bearer {second}']] },
      'p',
    );
    const nobody = await wire.send({ method: 'GET', target: '/pets', headers: [] }, 'p');
    expect([second, nobody].map(({ answer }) => answer?.status)).toEqual([200, 200]);
    await expect(wire.get()).rejects.toThrow(LimitSpentError);
  });

  it('a burst leaves at once, three beyond what is left, and none of it is sent again', async () => {
    const clock = quickClock();
    const service = await aLimitedService(5, clock);
    const wire = aWire(aTarget(service.port), { clock });
    expect(wire.left()).toBeUndefined();
    for (let sent = 0; sent < 3; sent += 1) await wire.get();
    expect(wire.left()).toBe(2);
    expect(wire.figures()).toEqual({ perMinute: 5 });
    const request = { method: 'GET', target: '/pets', headers: [['Authorization', 'Bearer {primary}']] } as const;
    const burst = await Promise.all([1, 2, 3, 4, 5].map(() => wire.send(request, 'a burst', { overLimit: true })));
    expect(burst.filter(({ answer }) => answer?.status === 429)).toHaveLength(3);
    expect(wire.appended).toHaveLength(8);
    expect(wire.left()).toBe(0);
    expect(wire.openAgainAt('primary')).toBeGreaterThan(clock.now() + 50_000);
    expect(wire.openAgainAt('second')).toBeUndefined();
    expect(await wire.get()).toMatchObject({ answer: { status: 200 } });
  });

  it('a run may be allowed more while it goes on', async () => {
    const port = await httpServer((_request, response) => response.end('[]'));
    const wire = aWire(aTarget(port), { maxRequests: 1 });
    await wire.get();
    await expect(wire.get()).rejects.toThrow(BudgetSpentError);
    wire.allow(2);
    expect(await wire.get()).toMatchObject({ id: 2 });
  });

  it('a run stops before the share of the key’s day is exceeded, and says which flag grants it', async () => {
    const port = await httpServer((_request, response) => response.end('[]'));
    const wire = aWire(aTarget(port), { dayAllowance: 1 });
    await wire.get();
    await expect(wire.get()).rejects.toThrow(/--day-share/);
  });

  it('stop ends the waiting', async () => {
    const port = await httpServer((_request, response) => response.writeHead(429, { 'Retry-After': '60' }).end());
    const wire = aWire(aTarget(port));
    const sent = wire.get().catch((error: unknown) => error);
    await vi.waitFor(() => expect(wire.events.some(({ kind }) => kind === 'waiting')).toBe(true));
    wire.stop();
    expect(await sent).toBeInstanceOf(InterruptedError);
    expect(wire.facts()).toMatchObject({ sent: 1, refused: 1 });
  });
});
