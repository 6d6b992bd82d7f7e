import { describe, expect, it } from 'vitest';
import { InterruptedError, TargetError } from '../errors.ts';
import { service } from './loopback-service.ts';
import type { Clock } from '../wire/clock.ts';
import { waitUntilUp } from '../run/wait-until-up.ts';

/** A service that answers with these statuses, the last one again and again; and what it was sent. */
async function answering(...statuses: readonly number[]) {
  const keys: (string | undefined)[] = [];
  const behind = await service(({ headers }, outgoing) => {
    outgoing.writeHead(statuses[Math.min(keys.length, statuses.length - 1)] ?? 500).end('{}');
    keys.push(headers.authorization);
  });
  return { ...behind, keys, [Symbol.asyncDispose]: () => behind[Symbol.asyncDispose]() };
}

/** A clock on which waiting takes no time. */
function hurried(): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: (milliseconds) => {
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

const WINDOWS = { minute: 60, day: 86_400, testInstallation: false };

const IN_TIME = { longest: 60_000, interrupt: new AbortController().signal };

describe('waitUntilUp', () => {
  it.each([200, 401, 404, 429, 500])('is over at the first response of a service: %i', async (status) => {
    await using up = await answering(status);
    expect(await waitUntilUp({ baseUrl: up.baseUrl, headers: [], windows: WINDOWS }, IN_TIME)).toBe(1);
  });

  it('waits while a gateway says that nobody is there, without a key, and says so once', async () => {
    await using up = await answering(503, 502, 504, 401);
    const said: string[] = [];
    const clock = hurried();
    const bounds = { ...IN_TIME, clock, onWaiting: (why: string) => said.push(why) };
    expect(await waitUntilUp({ baseUrl: up.baseUrl, headers: [], windows: WINDOWS }, bounds)).toBe(4);
    expect([said, up.keys]).toEqual([['the response was 503'], [undefined, undefined, undefined, undefined]]);
  });

  it.each([200, 401, 503])('sends nothing within the Retry-After of a %i, nor is it over before', async (status) => {
    const clock = hurried();
    const at: number[] = [];
    await using up = await service((_, outgoing) => {
      at.push(clock.now());
      outgoing.writeHead(at.length === 1 ? status : 200, at.length === 1 ? { 'Retry-After': '40' } : {}).end('{}');
    });
    const said: string[] = [];
    const bounds = { ...IN_TIME, clock, onWaiting: (why: string) => said.push(why) };
    await waitUntilUp({ baseUrl: up.baseUrl, headers: [], windows: WINDOWS }, bounds);
    expect(clock.now()).toBeGreaterThanOrEqual(40_000);
    expect(at.slice(1).every((instant) => instant >= 40_000)).toBe(true);
    expect(said).toEqual([`the service said to wait 40 s (Retry-After on a ${status})`]);
  });

  it('gives up at once where the service says to wait for longer', async () => {
    await using down = await service((_, outgoing) => outgoing.writeHead(503, { 'Retry-After': '61' }).end('{}'));
    const target = { baseUrl: down.baseUrl, headers: [], windows: WINDOWS };
    await expect(waitUntilUp(target, { ...IN_TIME, clock: hurried() })).rejects.toThrow(
      'was not up within 60 s: the service said to wait 61 s (Retry-After on a 503)',
    );
  });

  it('gives up in time, in one sentence', async () => {
    await using down = await answering(503);
    const clock = hurried();
    const waiting = waitUntilUp({ baseUrl: down.baseUrl, headers: [], windows: WINDOWS }, { ...IN_TIME, clock });
    await expect(waiting).rejects.toThrow(TargetError);
    await expect(waiting).rejects.toThrow(`${down.baseUrl} was not up within 60 s: the response was 503`);
    expect(down.keys.length).toBeLessThan(20);
  });

  it('waits for a port that nobody listens on', async () => {
    const gone = await answering(200);
    await gone[Symbol.asyncDispose]();
    const waiting = waitUntilUp(
      { baseUrl: gone.baseUrl, headers: [], windows: WINDOWS },
      { ...IN_TIME, clock: hurried() },
    );
    await expect(waiting).rejects.toThrow('was not up within 60 s');
  });

  it('ends when it is interrupted', async () => {
    await using down = await answering(503);
    const interrupted = AbortSignal.abort();
    const waiting = waitUntilUp(
      { baseUrl: down.baseUrl, headers: [], windows: WINDOWS },
      { longest: 60_000, interrupt: interrupted },
    );
    await expect(waiting).rejects.toThrow(InterruptedError);
  });
});
