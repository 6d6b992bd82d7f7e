import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { service } from '../../end-to-end/loopback-service.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { systemClock, type Clock } from '../../wire/clock.ts';
import { TEST_TLS } from '../../wire/tls.fixture.ts';
import { httpServer, listening } from '../../wire/wire.fixture.ts';
import { KEY, reference, says, settings } from './doctor.fixture.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-doctor-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('doctor', () => {
  it('finds nothing to mend where all is well, in two requests', async () => {
    await using server = await reference({ plan: 'free' });
    const { status, requests, lines } = await says(place, settings(server.baseUrl));
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
    const { status, lines } = await says(place, settings(server.baseUrl, `${KEY}x`));
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
    const { status, requests, lines } = await says(place, settings(gone.baseUrl));
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
    const { status: ended, lines } = await says(place, settings(`http://127.0.0.1:${port}/v1`));
    expect({ ended, keys }).toEqual({ ended: 1, keys: [undefined] });
    expect(lines['service']).toMatch(said);
    expect(lines['key']).toMatch(/^unknown: not sent/);
  });

  it('says that a service takes its time', async () => {
    await using server = await reference();
    let now = systemClock.now();
    const slow: Clock = { ...systemClock, now: () => (now += 3_200) };
    const { status, lines } = await says(place, settings(server.baseUrl), { clock: slow });
    expect({ status, service: lines['service'] }).toEqual({ status: 0, service: 'unknown: responds, but takes 3.2 s' });
  });

  it('gives up on a service that never responds', async () => {
    const port = await listening(createServer(() => {}));
    const { status, lines } = await says(place, settings(`http://127.0.0.1:${port}/v1`), { bounds: { headers: 40 } });
    expect({ status, service: lines['service'] }).toEqual({
      status: 1,
      service: `mend: 127.0.0.1:${port} did not respond within 0.04 s`,
    });
  });

  it('says that there are no rate limit headers', async () => {
    const port = await httpServer(({ headers }, outgoing) => {
      outgoing.writeHead(headers.authorization === undefined ? 401 : 200).end('[]');
    });
    const { status, lines } = await says(place, settings(`http://127.0.0.1:${port}/v1`));
    expect({ status, key: lines['key'], quota: lines['quota'] }).toEqual({
      status: 0,
      key: 'well: accepted',
      quota: 'unknown: the response has no readable X-RateLimit-Limit and X-RateLimit-Remaining',
    });
  });

  it('says that the clocks are an hour apart', async () => {
    await using ahead = await reference({ clockAhead: 3_700 });
    await using behind = await reference({ clockAhead: -3_700 });
    expect((await says(place, settings(ahead.baseUrl))).lines['clock']).toBe(
      'mend: the service is 62 min ahead of this machine',
    );
    expect((await says(place, settings(behind.baseUrl))).lines['clock']).toMatch(
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
    expect((await says(place, trusted, { clock: late })).lines['tls']).toMatch(
      /^unknown: the certificate is valid until 2126-\d\d-\d\d, 8 days from now$/,
    );
    expect((await says(place, trusted)).lines['tls']).toMatch(/^well: the certificate is valid until 2126/);
    const { status, lines } = await says(place, settings(baseUrl));
    expect({ status, tls: lines['tls'] }).toEqual({ status: 1, tls: undefined });
    expect(lines['service']).toMatch(/^mend: no trusted TLS connection to .* its certificate is signed by itself, or/);
  });

  it('says that the declared plan has another limit, and that little of it remains', async () => {
    await using server = await reference({ plan: 'free' });
    for (let sent = 0; sent < 55; sent++)
      await fetch(`${server.baseUrl}/pets?limit=1`, { headers: { authorization: `Bearer ${KEY}` } });
    const { status, lines } = await says(place, { ...settings(server.baseUrl), PETVET_PLAN: 'pro' });
    expect({ status, window: lines['window'] }).toEqual({
      status: 1,
      window: 'mend: the limit is 60 per 60 s, but the plan pro has 300',
    });
    expect(lines['quota']).toMatch(/^unknown: 4 of 60 requests remaining/);
  });
});
