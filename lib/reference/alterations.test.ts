import { describe, expect, it } from 'vitest';
import { rules } from '../rules/index.ts';
import { defects } from './defects/index.ts';
import { startReferenceServer, type ReferenceOptions } from './server.ts';
import { takeTour } from './tour.fixture.ts';
import { variants } from './variants/index.ts';

interface Circumstances {
  readonly today?: string | undefined;
  readonly animals?: number | undefined;
}

const conforming = new Map<string, Promise<string[]>>();

/** The conforming server's answers. */
function conformingTour(circumstances: Circumstances = {}): Promise<string[]> {
  const key = JSON.stringify(circumstances);
  const tour = conforming.get(key) ?? takeTour(circumstances);
  conforming.set(key, tour);
  return tour;
}

/** Whether any request of the tour gets another answer than the conforming server gives in these circumstances. */
async function shows(alteration: Partial<ReferenceOptions>, circumstances: Circumstances = {}): Promise<boolean> {
  const expected = await conformingTour(circumstances);
  const differs = (answer: string, index: number): boolean => answer !== expected[index];
  const answers = await takeTour(alteration, differs);
  return answers.some(differs);
}

describe('the conforming server', () => {
  it('answers the same tour the same way', async () => {
    expect(await shows({})).toBe(false);
  });

  it('meets the end of its limit on that tour, and no error of its own', async () => {
    const statuses = (await conformingTour()).map((answer) => answer.slice(0, 3));
    expect(new Set(statuses)).toEqual(new Set(['200', '201', '400', '401', '403', '404', '405', '429']));
  });
});

describe('every defect', () => {
  it.each(Object.entries(defects))('%s shows', async (defect, { breaks, says, options = {} }) => {
    expect(await shows({ defect }, { today: options.today, animals: options.animals })).toBe(true);
    expect(breaks.length).toBeGreaterThan(0);
    expect(says).toMatch(/^\S.*[^.]$/);
  });
});

describe('every variant', () => {
  it.each(Object.entries(variants))(
    '%s shows',
    async (variant, { says: _says, warns = [], options = {}, ...hooks }) => {
      const isMore = Object.keys(hooks).length > 0;
      expect(await shows({ variant }, isMore ? { today: options.today, animals: options.animals } : {})).toBe(true);
      expect(warns.map((id) => rules[id].level)).toEqual(warns.map(() => 'should'));
    },
  );
});

describe('an unknown name', () => {
  it.each([
    ['defect', 'list-opne', 'list-open'],
    ['variant', 'gzipp', 'gzip'],
  ])('of a %s is refused with near matches', async (kind, name, near) => {
    await expect(startReferenceServer({ [kind]: name })).rejects.toThrow(
      new RegExp(`no ${kind} "${name}"; did you mean .*${near}`),
    );
  });

  it('without near matches is refused all the same', async () => {
    await expect(startReferenceServer({ defect: 'zzzzzzzzzzzz' })).rejects.toThrow(
      /^there is no defect "zzzzzzzzzzzz"$/,
    );
  });
});
