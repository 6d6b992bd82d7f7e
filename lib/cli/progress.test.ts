import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

const DAY = { sent: 0, planned: 0 };

function watched(live: boolean) {
  let err = '';
  const progress = createProgress({ err: (text) => (err += text), live, width: 120 });
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
      'waiting until 12:01:00 UTC: the service refused a request with 429 · 20 requests so far',
      '',
    ]);
  });

  it('writes a line when the first probe is sent and every twenty requests, and a wait again after it', () => {
    const { progress, written } = watched(false);
    for (const sent of [0, 0, 19, 20, 39]) {
      progress.onSent(sent, DAY);
      progress.onProbe('GET /pets: a probe');
      progress.onWaiting(0, 'X-RateLimit-Remaining was 0');
    }
    expect(written().split('\n')).toEqual([
      'waiting until 00:00:00 UTC: X-RateLimit-Remaining was 0 · 0 requests so far',
      'GET /pets · 0 requests so far',
      'waiting until 00:00:00 UTC: X-RateLimit-Remaining was 0 · 0 requests so far',
      'GET /pets · 20 requests so far',
      'waiting until 00:00:00 UTC: X-RateLimit-Remaining was 0 · 20 requests so far',
      '',
    ]);
  });

  it('shows each wait in the line of a terminal', () => {
    const { progress, written } = watched(true);
    for (const until of [0, 1_000]) progress.onWaiting(until, 'X-RateLimit-Remaining was 0');
    expect(written().match(/waiting until 00:00:0[01] UTC/g)).toHaveLength(2);
  });
});
