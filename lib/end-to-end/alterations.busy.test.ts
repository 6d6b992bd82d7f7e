import { describe, expect, it } from 'vitest';
import { sampled } from '../files/test-sample.fixture.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { addedSubjects } from '../exam/added-subjects.ts';
import { defects } from '../reference/defects/index.ts';
import { inOrder, limitRun } from '../reference/limit-run.fixture.ts';
import { startReferenceServer, type ReferenceOptions } from '../reference/server.ts';
import { NOON, withServer } from '../reference/speak.fixture.ts';
import { takeTour } from '../reference/tour.fixture.ts';
import { variants } from '../reference/variants/index.ts';

type Circumstances = Pick<ReferenceOptions, 'today' | 'pets' | 'limiter'>;

const conforming = new Map<string, Promise<string[]>>();
const conformingAtTheLimit = new Map<string, Promise<string>>();

/** The conforming server's answers. */
function conformingTour(circumstances: Circumstances = {}): Promise<string[]> {
  const key = JSON.stringify(circumstances);
  const tour = conforming.get(key) ?? takeTour(circumstances);
  conforming.set(key, tour);
  return tour;
}

/** Whether any request of a run that uses the limit up gets another answer than the conforming server gives. */
async function showsAtTheLimit(alteration: ReferenceOptions, circumstances: Circumstances): Promise<boolean> {
  const key = JSON.stringify(circumstances);
  const plain = conformingAtTheLimit.get(key) ?? limitRun(circumstances).then(inOrder);
  conformingAtTheLimit.set(key, plain);
  return inOrder(await limitRun(alteration)) !== (await plain);
}

/** Whether any request of the tour gets another answer than the conforming server gives in these circumstances. */
async function shows(alteration: Partial<ReferenceOptions>, circumstances: Circumstances = {}): Promise<boolean> {
  const expected = await conformingTour(circumstances);
  const differs = (answer: string, index: number): boolean => answer !== expected[index];
  const answers = await takeTour(alteration, differs);
  return answers.some(differs);
}

const added = addedSubjects();

/** Half of the alterations with those that the working tree adds, but none of those named. */
function someOf<T>(
  alterations: Readonly<Record<string, T>>,
  without: readonly string[],
): readonly (readonly [string, T])[] {
  const all = Object.entries(alterations);
  const half = new Set(sampled(all, 2, ([name]) => `alteration ${name}`));
  return all.filter((one) => (half.has(one) || added.includes(one[0])) && !without.includes(one[0]));
}

describe('the conforming server', () => {
  it('answers the same tour the same way', async () => {
    expect(await shows({})).toBe(false);
  });

  it('answers a run to its limit the same way', async () => {
    expect(await showsAtTheLimit({}, {})).toBe(false);
  });

  it('meets the end of its limit on that tour, and no error of its own', async () => {
    const statuses = (await conformingTour()).map((answer) => answer.slice(0, 3));
    expect(new Set(statuses)).toEqual(new Set(['200', '201', '400', '401', '403', '404', '405', '413', '429']));
  });
});

/** These show only where requests are under way together, and on the tour one follows the other. */
const KEY_OF_ANOTHER = 'key-of-another-request';
const WRITTEN_BACK = ['written-back', 'lists-written-back'];
const QUERIES_SWAPPED = 'queries-swapped';
const TOGETHER = [KEY_OF_ANOTHER, QUERIES_SWAPPED, ...WRITTEN_BACK];

/**
 * Whether every pet is listed after rounds of two creations at once. Two requests that are sent at once need not be
 * served at once on a busy machine, so there are several rounds, and the first that loses a pet ends them.
 */
function listsAllCreatedAtOnce(options: ReferenceOptions): Promise<boolean> {
  return withServer({ pets: 10, ...options }, async (speak) => {
    const creation = { method: 'POST', path: '/v1/pets', body: '{"name":"Rex","categoryId":1}' };
    let listsAll = true;
    for (let round = 0; listsAll && round < 10; round += 1) {
      const created = await Promise.all([speak(creation), speak(creation)]);
      const { body } = await speak({ path: '/v1/pets?limit=100' });
      listsAll = created.every((one) => body.includes(/"id":\d+/.exec(one.body.toString())?.[0] ?? 'no id'));
    }
    return listsAll;
  });
}

describe('every defect', () => {
  it(`${KEY_OF_ANOTHER} shows beside a request with a key`, async () => {
    const statuses = await withServer({ defect: KEY_OF_ANOTHER }, async (speak) => {
      const withKey = speak({ path: '/v1/pets?limit=1' });
      const withoutKey = speak({ path: '/v1/pets?limit=2', authorization: null });
      return (await Promise.all([withKey, withoutKey])).map(({ status }) => status);
    });
    expect(statuses).toEqual([200, 200]);
  });

  it(`${QUERIES_SWAPPED} shows where lists come together`, async () => {
    const sizes = await withServer({ pets: 10, defect: QUERIES_SWAPPED }, async (speak) => {
      const pages = await Promise.all([1, 2].map((limit) => speak({ path: `/v1/pets?limit=${limit}` })));
      return pages.map(({ body }) => body.toString().split('"id"').length - 1);
    });
    expect(sizes[0]).toBe(sizes[1]);
  });

  it.each(WRITTEN_BACK)('%s shows where pets are created at once', async (defect) => {
    expect([await listsAllCreatedAtOnce({}), await listsAllCreatedAtOnce({ defect })]).toEqual([true, false]);
  });

  it.each(someOf(defects, TOGETHER))('%s shows', async (defect, { breaks, says, options = {} }) => {
    const { today, pets, limiter } = options;
    const circumstances = { today, pets, limiter };
    const isOfLimits = breaks[0]?.startsWith('RATE') === true;
    expect(
      (isOfLimits && (await showsAtTheLimit({ defect }, circumstances))) || (await shows({ defect }, circumstances)),
    ).toBe(true);
    expect(breaks.length).toBeGreaterThan(0);
    expect(says).toMatch(/^\S.*[^.]$/);
  });
});

/** What these do takes time to pass, which stands still on the tour. */
const CLEANED_IN_TIME = ['cleaned-at-once', 'cleaned-soon', 'cleaned-at-first', 'available-adopted-at-once'];
const IN_TIME = [...CLEANED_IN_TIME, 'date-of-two-seconds'];

/** Rules of level must that warn: what is meant is plain, though it is not written as the specification has it. */
const MAY_WARN: readonly RuleId[] = ['JSON-1', 'RATE-2'];

describe('every variant', () => {
  it('that is named here is one', () => {
    expect(IN_TIME.filter((name) => !Object.hasOwn(variants, name))).toEqual([]);
  });

  it.each(CLEANED_IN_TIME)('%s shows when time passes', async (variant) => {
    let now = NOON;
    const statuses = await withServer({ variant, now: () => now }, async (speak) => {
      const body = '{"name":"Rex","categoryId":1,"status":"available"}';
      const created = await speak({ method: 'POST', path: '/v1/pets', body });
      const [, id = ''] = /"id":(\d+)/.exec(created.body.toString()) ?? [];
      now += 5_000;
      await speak({ path: '/v1/pets' });
      return [created.status, (await speak({ path: `/v1/pets/${id}` })).status];
    });
    expect(statuses).toEqual([201, 404]);
  });

  it('date-of-two-seconds shows when time passes', async () => {
    const dates = await withServer({ variant: 'date-of-two-seconds' }, async (speak) => {
      const dateOf = async () => (await speak({ path: '/v1/pets?limit=1' })).header('Date');
      const first = await dateOf();
      const seen: boolean[] = [];
      // The clock of the process turns over within a second; the Date does not, for nearly two.
      for (const end = performance.now() + 1_200; performance.now() < end;) seen.push((await dateOf()) === first);
      return seen;
    });
    expect(dates.length).toBeGreaterThan(1);
    expect(dates).not.toContain(false);
  });

  it.each(someOf(variants, IN_TIME))(
    '%s shows',
    async (variant, { says: _says, closeTo: _closeTo, warns = [], options = {}, ...hooks }) => {
      const isMore = Object.keys(hooks).length > 0;
      const { today, pets, limiter } = options;
      const circumstances = isMore ? { today, pets, limiter } : {};
      expect((await shows({ variant }, circumstances)) || (await showsAtTheLimit({ variant }, circumstances))).toBe(
        true,
      );
      expect(warns.filter((id) => rules[id].level === 'must' && !MAY_WARN.includes(id))).toEqual([]);
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
