import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IS_THE_PROXY_UP } from '../../errors.ts';
import { startReferenceServer, type ReferenceOptions } from '../../reference/server.ts';
import { service } from '../../end-to-end/loopback-service.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { systemClock, type Clock } from '../../wire/clock.ts';
import { TEST_TLS } from '../../wire/tls.fixture.ts';
import { httpServer, listening } from '../../wire/wire.fixture.ts';
import { runDoctor } from './doctor.ts';

const KEY = 'doctor-7b1e90c2-key';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-doctor-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const Said = z.object({
  schema: z.literal('petvet/doctor/1'),
  exitStatus: z.number(),
  target: z.object({ name: z.string(), baseUrl: z.string() }).optional(),
  requests: z.number(),
  lines: z.array(
    z.object({
      topic: z.string(),
      state: z.enum(['well', 'mend', 'unknown']),
      says: z.string(),
      toDo: z.string().optional(),
    }),
  ),
});

/** What the doctor says of a service, by topic, each state before its sentence. */
async function says(environment: Readonly<Record<string, string>>, over: Parameters<typeof runDoctor>[2] = {}) {
  let out = '';
  const status = await runDoctor(
    { format: 'json' },
    terminalOf(environment, (text) => (out += text)),
    over,
  );
  const said = Said.parse(JSON.parse(out));
  expect(out).not.toContain(KEY);
  expect(said.exitStatus).toBe(status);
  const lines = Object.fromEntries(said.lines.map((line) => [line.topic, `${line.state}: ${line.says}`]));
  return { status, requests: said.requests, lines };
}

function terminalOf(environment: Readonly<Record<string, string>>, out: (text: string) => void) {
  return {
    out,
    err: () => {},
    pass: () => {},
    colour: false,
    live: false,
    width: 120,
    cwd: place,
    environment: { HOME: place, ...environment },
    today: '2026-11-21',
    interrupt: new AbortController().signal,
  };
}

function settings(baseUrl: string, key = KEY): Record<string, string> {
  return { PETVET_BASE_URL: baseUrl, PETVET_API_KEY: key };
}

async function reference(options: ReferenceOptions = {}) {
  const server = await startReferenceServer({ keys: [{ key: KEY }], ...options });
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

describe('doctor', () => {
  it('finds nothing to mend where all is well, in two requests', async () => {
    await using server = await reference({ plan: 'free' });
    const { status, requests, lines } = await says(settings(server.baseUrl));
    expect({ status, requests, sent: server.requests() }).toEqual({ status: 0, requests: 2, sent: 2 });
    expect(lines).toEqual({
      node: expect.stringMatching(/^well: Node 2\d\.\d+\.\d+, petvet \d/),
      k6: 'unknown: k6 is not installed, which only `petvet load` needs',
      settings: expect.stringContaining(
        `well: target unnamed at ${server.baseUrl}, key from PETVET_API_KEY, no second key (needed for RATE-10), plan auto`,
      ),
      service: expect.stringMatching(/^well: responds in \d+ ms$/),
      clock: 'well: agrees with the service',
      key: 'well: accepted',
      quota: expect.stringMatching(/^well: 59 of 60 requests remaining, renews in \d+ s$/),
      window: 'well: 60 per 60 s: plan free; its length is that of the specification, not measured',
    });
  });

  it('says that a key is wrong, and which setting has it', async () => {
    await using server = await reference();
    const { status, lines } = await says(settings(server.baseUrl, `${KEY}x`));
    expect({ status, key: lines['key'], quota: lines['quota'] }).toEqual({
      status: 1,
      key: 'mend: refused (401)',
      quota: undefined,
    });
    const { out } = await typed(['doctor'], place, settings(server.baseUrl, `${KEY}x`));
    expect(out).toContain(
      '✖ key       refused (401)\n            → look at PETVET_API_KEY: does it belong to this environment?',
    );
    expect(out).toMatch(/\n1 thing to fix\. 2 requests sent\.\n$/);
  });

  it('says that nothing listens there', async () => {
    const gone = await service(() => {});
    await gone[Symbol.asyncDispose]();
    const { status, requests, lines } = await says(settings(gone.baseUrl));
    expect({ status, requests }).toEqual({ status: 1, requests: 1 });
    expect(lines['service']).toMatch(/^mend: no connection to 127\.0\.0\.1:\d+: connection refused \(ECONNREFUSED\)/);
  });

  it.each([
    [
      'a page',
      200,
      '<html>',
      /^mend: the response to GET \/pets is not a JSON array: another service is listening there$/,
    ],
    ['nothing', 404, 'no such page', /^mend: GET \/pets gets 404: nothing is there, or another service$/],
    ['a redirect', 301, '', /^mend: redirects with 301, and petvet follows no redirect$/],
    ['a gateway without a service', 503, '', /^mend: responds with 503: it is unavailable/],
    ['a fault', 500, '', /^mend: responds with 500$/],
  ])('does not give the key to a wrong port that has %s', async (_, status, body, said) => {
    const keys: (string | undefined)[] = [];
    const port = await httpServer(({ headers }, outgoing) => {
      keys.push(headers.authorization);
      outgoing.writeHead(status).end(body);
    });
    const { status: ended, lines } = await says(settings(`http://127.0.0.1:${port}/v1`));
    expect({ ended, keys }).toEqual({ ended: 1, keys: [undefined] });
    expect(lines['service']).toMatch(said);
    expect(lines['key']).toMatch(/^unknown: not sent/);
  });

  it('says that a service takes its time', async () => {
    await using server = await reference();
    let now = systemClock.now();
    const slow: Clock = { ...systemClock, now: () => (now += 3_200) };
    const { status, lines } = await says(settings(server.baseUrl), { clock: slow });
    expect({ status, service: lines['service'] }).toEqual({ status: 0, service: 'unknown: responds, but takes 3.2 s' });
  });

  it('gives up on a service that never responds', async () => {
    const port = await listening(createServer(() => {}));
    const { status, lines } = await says(settings(`http://127.0.0.1:${port}/v1`), { bounds: { headers: 40 } });
    expect({ status, service: lines['service'] }).toEqual({
      status: 1,
      service: `mend: 127.0.0.1:${port} did not respond within 0.04 s`,
    });
  });

  it('says that there are no rate limit headers', async () => {
    const port = await httpServer(({ headers }, outgoing) => {
      outgoing.writeHead(headers.authorization === undefined ? 401 : 200).end('[]');
    });
    const { status, lines } = await says(settings(`http://127.0.0.1:${port}/v1`));
    expect({ status, key: lines['key'], quota: lines['quota'] }).toEqual({
      status: 0,
      key: 'well: accepted',
      quota: 'unknown: the response has no readable X-RateLimit-Limit and X-RateLimit-Remaining',
    });
  });

  it('says that the clocks are an hour apart', async () => {
    await using ahead = await reference({ clockAhead: 3_700 });
    await using behind = await reference({ clockAhead: -3_700 });
    expect((await says(settings(ahead.baseUrl))).lines['clock']).toBe(
      'mend: the service is 62 min ahead of this machine',
    );
    expect((await says(settings(behind.baseUrl))).lines['clock']).toMatch(
      /^mend: the service is 6\d min behind this machine$/,
    );
  });

  it('says that a certificate expires soon, or is none that is trusted', async () => {
    const { key, certificate: cert, authority } = TEST_TLS;
    const server = createTlsServer({ key, cert }, ({ headers }, outgoing) => {
      outgoing.writeHead(headers.authorization === undefined ? 401 : 200).end('[]');
    });
    const baseUrl = `https://localhost:${await listening(server)}/v1`;
    const ca = join(place, 'ca.pem');
    writeFileSync(ca, authority);
    const trusted = { ...settings(baseUrl), PETVET_CA_FILE: ca };
    const eightDaysBefore = Date.parse(new X509Certificate(cert).validTo) - 8.5 * 86_400_000;
    const late: Clock = { ...systemClock, now: () => eightDaysBefore };
    expect((await says(trusted, { clock: late })).lines['tls']).toMatch(
      /^unknown: the certificate is valid until 2126-\d\d-\d\d, 8 days from now$/,
    );
    expect((await says(trusted)).lines['tls']).toMatch(/^well: the certificate is valid until 2126/);
    const { status, lines } = await says(settings(baseUrl));
    expect({ status, tls: lines['tls'] }).toEqual({ status: 1, tls: undefined });
    expect(lines['service']).toMatch(/^mend: no trusted TLS connection to .* its certificate is signed by itself, or/);
  });

  it('says that the declared plan has another limit, and that little of it remains', async () => {
    await using server = await reference({ plan: 'free' });
    for (let sent = 0; sent < 55; sent++)
      await fetch(`${server.baseUrl}/pets?limit=1`, { headers: { authorization: `Bearer ${KEY}` } });
    const { status, lines } = await says({ ...settings(server.baseUrl), PETVET_PLAN: 'pro' });
    expect({ status, window: lines['window'] }).toEqual({
      status: 1,
      window: 'mend: the limit is 60 per 60 s, but the plan pro has 300',
    });
    expect(lines['quota']).toMatch(/^unknown: 4 of 60 requests remaining/);
  });

  it('says that the length of a window is declared, which it cannot measure', async () => {
    await using server = await reference({ plan: 'free', windowSeconds: 20 });
    const { lines } = await says({ ...settings(server.baseUrl), PETVET_WINDOW_SECONDS: '30' });
    expect(lines['window']).toBe('well: 60 per 30 s: plan free; its length is declared in the settings, not measured');
  });

  it('names the proxy of the target, or one that other programs would use', async () => {
    await using server = await reference();
    const own = settings(server.baseUrl);
    const through = await typed(['doctor'], place, { ...own, PETVET_PROXY: 'http://me:secret@127.0.0.1:9' });
    expect(through.out).toContain('through the proxy 127.0.0.1:9');
    expect(through.out).not.toContain('secret');
    const { out } = await typed(['doctor'], place, { ...own, HTTP_PROXY: 'http://127.0.0.1:9' });
    expect(out).toContain('? settings  HTTP_PROXY is set, and petvet does not use it');
  });

  it('names the targets that there are instead of an unknown one', async () => {
    const known = { PETVET_STAGING_BASE_URL: 'http://127.0.0.1/v1', PETVET_EU_WEST_BASE_URL: 'http://127.0.0.1/v1' };
    const { status, out } = await typed(['doctor', '--target', 'stagin'], place, known);
    expect(status).toBe(2);
    expect(out).toContain('✖ settings  there is no target stagin: neither .env nor the environment sets');
    expect(out).toContain('→ did you mean staging? the targets are staging, eu-west');
  });

  it('says of each wrong setting what is wrong, and sends nothing', async () => {
    const { status, out } = await typed(['doctor'], place, {
      PETVET_BASE_URL: 'https://pets.example',
      PETVET_PLAN: 'gold',
    });
    expect(status).toBe(2);
    expect(out).toMatch(
      /✖ settings {2}PETVET_PLAN must be one of .*\n.*\n✖ settings {2}PETVET_BASE_URL must end with \/v1/,
    );
    expect(out).toMatch(/3 things to fix\. Nothing was sent\.\n$/);
  });

  it('calls an empty variable a setting that no run can begin with', async () => {
    const { status, requests, lines } = await says({ PETVET_BASE_URL: '', PETVET_API_KEY: '' });
    expect({ status, requests, settings: lines['settings'] }).toMatchObject({
      status: 2,
      requests: 0,
      settings: expect.stringMatching(/^mend: /),
    });
  });

  it.each([
    ['is down', '1', 'no connection to the proxy 127.0.0.1:1'],
    ['refuses the way', 'refuses', 'did not open the way to pets.example'],
  ])('names the proxy that %s, and what to do about it', async (_what, port, said) => {
    await using proxy = await service(() => {});
    const { out } = await typed(['doctor', '--format', 'json'], place, {
      PETVET_BASE_URL: 'https://pets.example/v1',
      PETVET_API_KEY: KEY,
      PETVET_PROXY: port === 'refuses' ? new URL(proxy.baseUrl).origin : `http://127.0.0.1:${port}`,
    });
    const { lines } = Said.parse(JSON.parse(out));
    const line = lines.find(({ topic }) => topic === 'service');
    expect(line).toMatchObject({ state: 'mend', says: expect.stringContaining(said) });
    expect(line?.toDo).toBe(IS_THE_PROXY_UP);
  });

  it('says that nothing is configured, which is no fault', async () => {
    const { status, lines } = await says({});
    expect({ status, settings: lines['settings'] }).toEqual({
      status: 0,
      settings: expect.stringContaining('unknown: no target is configured'),
    });
  });

  it('says that PETVET_K6 names no k6', async () => {
    const { status, lines } = await says({ PETVET_K6: '/nowhere/k6' });
    expect({ status, k6: lines['k6'] }).toEqual({
      status: 2,
      k6: 'mend: PETVET_K6 names /nowhere/k6: there is no program of that name',
    });
  });

  it('wants one target', async () => {
    const { status, err } = await typed(['doctor', '--target', 'a', '--base-url', 'http://127.0.0.1/v1'], place);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining("'--target <name>' cannot be used with option '--base-url <url>'"),
    });
  });
});
