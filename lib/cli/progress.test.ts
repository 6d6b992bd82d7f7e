import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

const DAY = { sent: 0, planned: 0 };

function watched(live: boolean, isQuiet = false) {
  let err = '';
  const progress = createProgress({ err: (text) => (err += text), live, width: 120 }, isQuiet);
  return { progress, written: () => err };
}

describe('the progress of a run', () => {
  it('writes a wait of one reason once, and again for another reason', () => {
    const { progress, written } = watched(false);
    progress.onProbe('GET /pets: limit=100');
    for (let second = 0; second < 20; second++) {
      progress.onWaiting(Date.UTC(2026, 10, 21, 12, 0, second), 'X-RateLimit-Remaining was 0');
      progress.onSent(second + 1, DAY);
    }
    progress.onWaiting(Date.UTC(2026, 10, 21, 12, 1), 'the service refused a request with 429');
    expect(written().split('\n')).toEqual([
      'waiting until 12:00:00 UTC: X-RateLimit-Remaining was 0 · 0 requests so far',
      'GET /pets · 1 request so far',
      'waiting until 12:00:01 UTC: X-RateLimit-Remaining was 0 · 1 request so far',
      'waiting until 12:01:00 UTC: the service refused a request with 429 · 20 requests so far',
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
      'waiting until 00:00:00 UTC: X-RateLimit-Remaining was 0 · 1 request so far',
      'GET /pets · 22 requests so far',
      'waiting until 00:00:00 UTC: X-RateLimit-Remaining was 0 · 22 requests so far',
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

  it('shows each wait in the line of a terminal', () => {
    const { progress, written } = watched(true);
    for (const until of [0, 1_000]) progress.onWaiting(until, 'X-RateLimit-Remaining was 0');
    expect(written().match(/waiting until 00:00:0[01] UTC/g)).toHaveLength(2);
  });
});
