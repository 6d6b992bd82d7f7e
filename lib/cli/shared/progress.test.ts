import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadProbes } from '../../run/flow.ts';
import { WAITS } from '../../wire/wait-words.ts';
import { CLEAR, createProgress } from './progress.ts';

const DAY = { sent: 0, planned: 0 };
const NOON = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

function watched(live: boolean, isQuiet = false, width = 120) {
  let err = '';
  const progress = createProgress({ err: (text) => (err += text), live, width, piped: false }, isQuiet);
  return { progress, written: () => err, lines: () => err.replaceAll(CLEAR, '\n').split('\n') };
}

describe('the progress of a run', () => {
  it('writes a wait of one reason once, and again for another reason', () => {
    const { progress, written } = watched(false);
    progress.onProbe('GET /pets: limit=100');
    for (let second = 0; second < 20; second++) {
      progress.onWaiting(NOON + 1_000 * second, 'X-RateLimit-Remaining was 0');
      progress.onSent(second + 1, DAY);
    }
    progress.onWaiting(NOON + 60_000, 'the service refused a request with 429');
    expect(written().split('\n')).toEqual([
      'waiting 0 s: X-RateLimit-Remaining was 0 · 0 requests so far',
      'GET /pets · 1 request so far',
      'waiting 1 s: X-RateLimit-Remaining was 0 · 1 request so far',
      'waiting 60 s: the service refused a request with 429 · 20 requests so far',
      '',
    ]);
  });

  it('writes a line with the first request and every twenty, and a wait again after it', () => {
    const { progress, written } = watched(false);
    for (const sent of [1, 20, 22, 40]) {
      progress.onProbe(`GET /pets: probe ${sent}`);
      progress.onSent(sent, DAY);
      progress.onWaiting(0, 'X-RateLimit-Remaining was 0');
    }
    expect(written().split('\n')).toEqual([
      'GET /pets · 1 request so far',
      'waiting 0 s: X-RateLimit-Remaining was 0 · 1 request so far',
      'GET /pets · 22 requests so far',
      'waiting 0 s: X-RateLimit-Remaining was 0 · 22 requests so far',
      '',
    ]);
  });

  it.each([true, false])('is notes alone where it is quiet', (live) => {
    const { progress, written } = watched(live, true);
    progress.onProbe('GET /pets: a');
    progress.onSent(1, DAY);
    progress.onWaiting(0, 'X-RateLimit-Remaining was 0');
    progress.onNote?.('The key is shared.');
    progress.done();
    expect(written()).toBe('The key is shared.\n');
  });

  it.each([true, false])('names no probe that sends nothing', (live) => {
    const { progress, written } = watched(live);
    for (const title of ['GET /pets: a', 'POST /pets: b', 'Populating: c']) progress.onProbe(title);
    progress.onWaiting(0, 'X-RateLimit-Remaining was 0');
    progress.onProbe('GET /pets: d');
    progress.onSent(1, DAY);
    progress.onProbe('POST /pets: e');
    progress.onNote?.('a note');
    progress.done();
    expect(written()).toContain('GET /pets');
    expect(written()).not.toMatch(/POST|Populating/);
  });

  it('counts a wait down in the line of a terminal, and stops with the next request', () => {
    const { progress, lines } = watched(true);
    progress.onWaiting(NOON + 37_000, WAITS.remaining);
    vi.advanceTimersByTime(2_000);
    progress.onSent(8, DAY);
    vi.advanceTimersByTime(5_000);
    expect(lines().filter((line) => line !== '')).toEqual([
      'waiting 37 s: the rate limit has 0 remaining · 0 requests',
      'waiting 36 s: the rate limit has 0 remaining · 0 requests',
      'waiting 35 s: the rate limit has 0 remaining · 0 requests',
      '8 requests',
    ]);
  });

  it('writes a line a minute of a long wait where there is no terminal', () => {
    const { progress, written } = watched(false);
    progress.onWaiting(NOON + 130_000, WAITS.remaining);
    vi.advanceTimersByTime(300_000);
    const seconds = written().matchAll(/waiting (\d+) s/g);
    expect(Array.from(seconds, ([, left]) => left)).toEqual(['130', '70', '10']);
  });

  it('cuts nothing at 80 columns, and lets no line be longer', async () => {
    const long = 'one request keeps failing: the connection was closed before the response had come to its end';
    const waits = [...Object.values(WAITS), long];
    const probes = await loadProbes();
    for (const why of waits) {
      const { progress, lines } = watched(true, false, 80);
      progress.onWaiting(NOON + 130_000, why);
      expect(lines().filter((line) => line.length >= 80)).toEqual([]);
      expect(lines().join(' ').replaceAll(/\s+/g, ' ')).toContain(why);
    }
    for (const { suite, probe } of probes) {
      const { progress, lines } = watched(true, false, 80);
      progress.onProbe(`${suite.title}: ${probe.title}`);
      progress.onSent(1_000, DAY);
      expect(lines().at(-1)).toMatch(/^\S.{0,66} · 1000 requests$/);
    }
  });
});
