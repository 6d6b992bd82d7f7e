import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LoadDocument } from '../shapes/load.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const WINDOW_SECONDS = 5;
const PER_MINUTE = 60;
const PATIENCE = 240_000;

/** What becomes of the request with this number, from 1; undefined where it is answered as documented. */
type Instead = (nth: number, response: ServerResponse) => Promise<void> | undefined;

/** A service with a fixed window, on which something else than the limit goes wrong. */
function faulty(instead: Instead) {
  let nth = 0;
  let window = { ends: 0, used: 0 };
  return service((request, response) => {
    request.resume();
    const now = Date.now();
    if (now >= window.ends) window = { ends: now + WINDOW_SECONDS * 1_000, used: 0 };
    window.used += 1;
    nth += 1;
    response.setHeader('X-RateLimit-Limit', PER_MINUTE);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, PER_MINUTE - window.used));
    response.setHeader('X-RateLimit-Reset', Math.ceil(window.ends / 1_000));
    const other = instead(nth, response);
    if (other === undefined) response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
}

/** Fills two windows, and judges the folder again. */
async function loadAndJudge(instead: Instead, flags: readonly string[] = []) {
  await using place = await folder();
  await using there = await faulty(instead);
  const env = loadSettings(there.baseUrl, KEY, WINDOW_SECONDS);
  const loaded = await petvet(['load', 'ceiling', '--windows', '2', '--report', 'report', ...flags], {
    cwd: place.path,
    env,
  });
  const judged = await petvet(['judge', 'report'], { cwd: place.path });
  const document = () => LoadDocument.parse(JSON.parse(readFileSync(join(place.path, 'report', 'load.json'), 'utf8')));
  return { loaded, judged, document: loaded.out === '' ? undefined : document() };
}

const slow: Instead = (_nth, response) =>
  setTimeout(400).then(() => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]'));

describe.concurrent('what a load lost is said alike by `load` and by `judge` of its folder:', () => {
  it('a service that is gone', { timeout: PATIENCE }, async () => {
    const { loaded, judged, document } = await loadAndJudge((nth, response) =>
      nth > 40 ? Promise.resolve(void response.destroy()) : undefined,
    );
    for (const { status, out } of [loaded, judged]) {
      expect({ status, out }).toEqual({
        status: 2,
        out: expect.stringMatching(/the service stopped responding: the last \d+ of 120\s+requests got no response/),
      });
      expect(out).not.toMatch(/Outcome\s+(conforming|violating)/);
    }
    expect(document?.outcome).toBe('aborted');
  });

  it('a key that is refused', { timeout: PATIENCE }, async () => {
    const { loaded, judged } = await loadAndJudge((_nth, response) =>
      Promise.resolve(void response.writeHead(401).end('{}')),
    );
    for (const { status, out, err } of [loaded, judged]) {
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toContain('refuses the key (401)');
    }
  });

  it('requests that too few connections kept from being sent: not measured', { timeout: PATIENCE }, async () => {
    const { loaded, judged } = await loadAndJudge(slow, ['--connections', '2']);
    for (const { status, out } of [loaded, judged])
      expect({ status, out }).toEqual({
        status: 2,
        out: expect.stringMatching(/\d+ of 120 requests could not be sent in time by the load generator/),
      });
  });

  it('one 503 of 120 is within the allowance, and fails neither', { timeout: PATIENCE }, async () => {
    const { loaded, judged, document } = await loadAndJudge((nth, response) =>
      nth === 50 ? Promise.resolve(void response.writeHead(503).end()) : undefined,
    );
    expect([loaded.status, judged.status], `${loaded.out}${judged.out}`).toEqual([0, 0]);
    for (const { out } of [loaded, judged]) expect(out).toMatch(/Outcome\s+conforming/);
    expect(loaded.out).toMatch(/Outcome\s+conforming\s+verified under load: RATE-\d+/);
    expect(loaded.out).toMatch(/1 of 120 requests got 502, 503 or 504:\s+within\s+the\s+1\s+allowed/);
    expect(document).toMatchObject({ outcome: 'conforming', shortfalls: [], notes: [expect.any(String)] });
  });
});
