import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPairProgress } from './progress.ts';

const DAY = { sent: 0, planned: 0 };
const NOON = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What two runs write, of which one waits. */
function written(live: boolean, width = 80, names: readonly [string, string] = ['production', 'staging']): string {
  let text = '';
  const progress = createPairProgress({ err: (said) => (text += said), live, width, piped: !live });
  const [a, b] = [progress.of(names[0]), progress.of(names[1])];
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

  it.each([
    [80, 'before: 20 requests · after: 1 request, waiting 37 s'],
    [50, '20 requests · 1 request, waiting 37 s'],
  ])('is whole in %i columns, however long the names are', (width, whole) => {
    const names = ['the-production-of-the-north', 'the-staging-of-the-north-with-a-name'] as const;
    const states = written(true, width, names).split('\r\u001B[2K');
    expect(states.at(-2)).toBe(whole);
    expect(states.filter((state) => state.includes('…'))).toEqual([]);
  });
});
