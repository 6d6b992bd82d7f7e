import { describe, expect, it } from 'vitest';
import { confirmedBy, LOOKS_APART_MS, SETTLING_MS, type Glance } from './alternation.ts';

/** Glances 10 ms apart, by letter: Sight, Look, Against; a hyphen waits out a lag, an equals sign far longer. */
function glances(pattern: string): Glance[] {
  const sides = { S: 'sight', L: 'look', A: 'against' } as const;
  const seen: Glance[] = [];
  let now = 0;
  for (const letter of pattern) {
    if (letter === '-') now += SETTLING_MS;
    if (letter === '=') now += LOOKS_APART_MS;
    if (letter === 'S' || letter === 'L' || letter === 'A') {
      seen.push({ number: seen.length + 1, from: now, to: now + 4, side: sides[letter] });
    }
    now += 10;
  }
  return seen;
}

function numbers(pattern: string, enclosed: boolean): readonly number[] | undefined {
  return confirmedBy(glances(pattern), enclosed)?.map(({ number }) => number);
}

describe('two alternating pairs', () => {
  it.each(['SL-SL', 'LS-LS', 'SLLSS-SLLSL', 'ASL-SLA', 'SL-LSSL'])('%s is confirmed', (pattern) => {
    expect(numbers(pattern, false)).toBeDefined();
  });

  it.each(['', 'S', 'SL', 'SL-S', 'SSLL-', 'SLSL', 'SL-ASL', 'SL=SL', 'S-LS'])('"%s" is not', (pattern) => {
    expect(numbers(pattern, false)).toBeUndefined();
  });

  it('shows the first and the last pair', () => {
    expect(numbers('SLSL-SLSL', false)).toEqual([1, 2, 7, 8]);
  });
});

describe('looks enclosed by sights', () => {
  it.each(['SLS-LS', 'SL-SLS', 'LSLS-LSL', 'SSLLS-LLSS'])('%s is confirmed', (pattern) => {
    expect(numbers(pattern, true)).toBeDefined();
  });

  it.each(['SLSLS', 'SL-SL', 'LS-LS', 'SLS-S', 'SLSA-LS', 'SLS-LAS', 'SLS=LS'])('%s is not', (pattern) => {
    expect(numbers(pattern, true)).toBeUndefined();
  });

  it('does not count exchanges that overlap as one after the other', () => {
    const overlapping = glances('SLS-LS').map((glance) => ({ ...glance, to: glance.to + 100 }));
    expect(confirmedBy(overlapping, true)).toBeUndefined();
  });
});
