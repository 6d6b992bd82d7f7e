import { describe, expect, it } from 'vitest';
import { SETTLING_MS, type Glance } from './alternation.ts';
import { explainTurns } from './explanations.ts';

/** S shows the pet, L lacks it; one each second, but for a wait of several where a `-` stands. */
function glances(letters: string): Glance[] {
  let at = 0;
  return Array.from(letters, (letter, index) => ({ letter, index })).flatMap(({ letter, index }): Glance[] => {
    at += letter === '-' ? SETTLING_MS : 1_000;
    return letter === '-' ? [] : [{ number: index, from: at, to: at + 10, side: letter === 'S' ? 'sight' : 'look' }];
  });
}

const read = (letters: string) => {
  const [sights = [], looks = []] = (['sight', 'look'] as const).map((one) =>
    glances(letters).filter(({ side }) => side === one),
  );
  return explainTurns({ sights, looks }, { number: 0, from: 0, to: 0 });
};

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
