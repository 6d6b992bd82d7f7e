import { describe, expect, it } from 'vitest';
import { created, ownPet, refused } from './creations.fixture.ts';
import type { ExchangeParts } from './judges.fixture.ts';
import { namesakeJudge } from './namesakes.ts';
import { judged, type Step } from './pages.fixture.ts';

const FIRST = ownPet(1, { status: 'available' });
const { name, categoryId } = FIRST;
const other = (number: number, parts: Parameters<typeof ownPet>[1] = {}) => ownPet(number, { name, ...parts });
const sent = (status: string, category = categoryId) => ({ name, categoryId: category, status });

/** What the log shows before: the first pet, in categories that exist. */
const knowledge: ExchangeParts['knowledge'] = {
  createdNames: new Set([name]),
  categories: new Set([categoryId, 7n]),
};

describe('a name that another pet has', () => {
  it('is no matter where it is taken', () => {
    const steps = [created(FIRST), created(other(2), {}, { knowledge }), created(other(3), {}, { knowledge })];
    expect(judged(namesakeJudge, steps)).toEqual([]);
  });

  const open: Record<string, Step[]> = {
    'whatever else is sent with it': [refused(400, sent('pending'), { knowledge })],
    'in the category, and taken in another one': [
      created(other(2, { categoryId: 7n }), {}, { knowledge }),
      refused(400, sent('pending'), { knowledge }),
    ],
    'and was taken from another caller': [
      created(other(2), {}, { knowledge, credential: 'second' }),
      refused(400, sent('pending'), { knowledge }),
    ],
  };
  it.each(Object.entries(open))('may be refused with 400 %s', (_how, steps) => {
    expect(judged(namesakeJudge, [created(FIRST), ...steps])).toMatchObject([
      { rule: 'CREATE-11', verdict: 'observed', topic: 'a name that another pet has', actual: '400' },
    ]);
  });

  it('is not why a creation was refused where the same name was taken once more', () => {
    const steps = [created(FIRST), refused(400, sent('pending'), { knowledge }), created(other(2), {}, { knowledge })];
    expect(judged(namesakeJudge, steps)).toMatchObject([
      {
        rule: 'CREATE-1',
        verdict: 'fail',
        shownBy: [2, 3],
        says: 'POST /pets returned 400, which is not allowed: another creation with the same name and category returned 201',
        expected: '201 or 429',
        actual: '400',
      },
    ]);
  });

  it('is none where no pet was created with it before', () => {
    const steps = [refused(400, sent('pending'), { knowledge: { categories: new Set([categoryId]) } })];
    expect(judged(namesakeJudge, steps)).toEqual([]);
  });
});
