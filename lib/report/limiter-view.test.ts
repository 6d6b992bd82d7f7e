import { describe, expect, it } from 'vitest';
import type { Contradiction } from '../judges/limiter/kinds.ts';
import { limiterViews } from './limiter-view.ts';
import { anXray } from './limiter.fixture.ts';

const COUNTED = { rule: 'RATE-5', by: 'admitted', shownBy: [1, 61], says: '61 were admitted' } as const;
const MOVED = { rule: 'RATE-13', by: 'reset', shownBy: [4, 5], says: 'Reset moved' } as const;

function excludedBy(contradictions: readonly Contradiction[]) {
  const [view] = limiterViews([anXray({ kinds: [{ kind: 'fixed window', contradictions }] })]);
  return view?.kinds[0];
}

describe('limiterViews', () => {
  it('tell the kinds that could have answered so, and what excludes the others', () => {
    expect(limiterViews([anXray()])).toEqual([
      {
        period: 'minute',
        figure: 60,
        seconds: 60,
        kinds: [
          { kind: 'fixed window', consistent: true },
          { kind: 'sliding log', consistent: true },
          {
            kind: 'token bucket',
            consistent: false,
            excludedBy: { shownBy: [1, 27], says: 'Remaining fell, and none was restored within 1.2 s' },
          },
        ],
        looksLike: ['fixed window', 'sliding log'],
      },
    ]);
  });

  it.each([
    ['fixed window', 'up to 60 requests at once, all renewed when the window ends (X-RateLimit-Reset)'],
    ['sliding log', 'up to 60 requests at once, each renewed at most 60 s after it was used'],
    ['weighted counter', 'up to 60 requests at once, renewed gradually during the next window of 60 s'],
    ['token bucket', 'up to 60 requests at once, renewed one by one, at the rate of the limit one every 1 s'],
    ['stepwise refill', 'up to 60 requests at once, renewed several at a time, 60 in 60 s'],
  ] as const)('say of the one kind that is left what it admits: a %s', (kind, says) => {
    const [view] = limiterViews([anXray({ kinds: [{ kind, contradictions: [] }] })]);
    expect(view?.admits).toBe(says);
  });

  it('say nothing of what is admitted where no kind is left', () => {
    const [view] = limiterViews([anXray({ kinds: [{ kind: 'fixed window', contradictions: [COUNTED] }] })]);
    expect([view?.admits, view?.looksLike]).toEqual([undefined, []]);
  });

  it('give the first contradiction of a kind, and before it one that tells kinds apart', () => {
    expect(excludedBy([COUNTED, { ...COUNTED, says: 'another' }])?.excludedBy).toEqual({
      shownBy: COUNTED.shownBy,
      says: COUNTED.says,
    });
    expect(excludedBy([COUNTED, MOVED])?.excludedBy).toEqual({ shownBy: MOVED.shownBy, says: MOVED.says });
    expect(excludedBy([])).toEqual({ kind: 'fixed window', consistent: true });
  });

  it('name no kind where every one is excluded', () => {
    const kinds = anXray().kinds.map(({ kind }) => ({ kind, contradictions: [COUNTED] }));
    expect(limiterViews([anXray({ kinds })])[0]?.looksLike).toEqual([]);
  });
});
