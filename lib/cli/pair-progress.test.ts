import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPairProgress } from './pair-progress.ts';

const DAY = { sent: 0, planned: 0 };
const NOON = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What two runs write, of which one waits. */
function written(live: boolean, width = 80): string {
  let text = '';
  const progress = createPairProgress({ err: (said) => (text += said), live, width });
  const [a, b] = [progress.of('production'), progress.of('staging')];
  for (let sent = 1; sent <= 20; sent++) a.onSent(sent, DAY);
  b.onSent(1, DAY);
  b.onWaiting(NOON + 37_000, 'for the rate limit to reset');
  b.onWaiting(NOON + 37_000, 'for the rate limit to reset');
  progress.done();
  return text;
}

describe('the progress of two runs', () => {
  it('is a line every twenty requests of each, and one for a wait', () => {
    expect(written(false).split('\n')).toEqual([
      'production: 20 requests so far',
      'staging: waiting 37 s: for the rate limit to reset',
      '',
    ]);
  });

  it('is one line of both on a terminal, with the reason of a wait in a line of its own, and goes away', () => {
    const states = written(true).split('\r\u001B[2K');
    expect(states.at(-1)).toBe('');
    expect(states.at(-2)).toBe('production: 20 requests · staging: 1 request, waiting 37 s');
    expect(states).toContain('staging: waiting 37 s: for the rate limit to reset\n');
    expect(states.every((state) => state.length < 81)).toBe(true);
  });
});
