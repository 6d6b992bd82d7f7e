import { describe, expect, it } from 'vitest';
import { SETTLING_MS, type Glance } from './alternation.ts';
import { explain, explainTurns } from './explanations.ts';

/** S shows the pet, L lacks it; one each second, but for a wait of several where a `-` stands. */
function glances(letters: string): Glance[] {
  let at = 0;
  return Array.from(letters, (letter, index) => ({ letter, index })).flatMap(({ letter, index }): Glance[] => {
    at += letter === '-' ? SETTLING_MS : 1_000;
    return letter === '-' ? [] : [{ number: index, from: at, to: at + 10, side: letter === 'S' ? 'sight' : 'look' }];
  });
}

function disagreement(letters: string) {
  const [sights = [], looks = []] = (['sight', 'look'] as const).map((one) =>
    glances(letters).filter(({ side }) => side === one),
  );
  return { sights, looks };
}

const read = (letters: string) => explainTurns(disagreement(letters), { number: 0, from: 0, to: 0 });

describe('a pet that is found, not found, and found again', () => {
  it.each(['S-L-S-L-S', 'S-LLL-SS-L-S'])('is proven to come and go by %s', (letters) => {
    expect(read(letters)).toMatchObject({ by: 'service' });
  });

  it.each(['S-LS', 'S-LLLS', 'SL-LSS', 'S-L-S-LL'])(
    'is doubted after %s, however often it was gone in a row',
    (letters) => {
      expect(read(letters)).toMatchObject({
        by: 'lag',
        shownBy: [{ side: 'sight' }, { side: 'look' }, { side: 'sight' }],
      });
    },
  );

  it.each(['S', 'SS', 'S-L', 'S-LL', 'L-S', 'SLS', 'SL-S'])(
    'is in order after %s: a lag, or another client',
    (letters) => {
      expect(read(letters)).toBeUndefined();
    },
  );
});

const by = (letters: string, isAtRest: () => boolean) => explain(disagreement(letters), isAtRest)?.by;

describe('a pet that one view shows and another does not', () => {
  it.each([
    ['S', undefined],
    ['L-S', undefined],
    ['S-L', 'lag'],
    ['S-L-S', 'lag'],
    ['SLSLS', 'lag'],
    ['SLS-LS', 'service'],
  ])('%s is explained by %s where nobody else is at work', (letters, expected) => {
    expect(by(letters, () => true)).toBe(expected);
  });

  it.each([
    ['SLS-LS', 'clients'],
    ['SL-SL-SL-SL-SL-S', 'clients'],
    ['SL-SL-SL-SL-SL-SL-S', 'service'],
  ])('%s is explained by %s where others are at work', (letters, expected) => {
    expect(by(letters, () => false)).toBe(expected);
  });

  it('is told by what was seen when nobody was at work any more', () => {
    let asked = 0;
    expect(by('SLS-LS-SLS-LS', () => asked++ > 0)).toBe('service');
  });

  it('is in order where a later response shows it as it should be, or that it is gone', () => {
    const { sights, looks } = disagreement('S-L');
    const [last] = disagreement('---S').sights;
    expect(explain({ sights, looks, against: last ? [last] : [] })).toBeUndefined();
  });
});
