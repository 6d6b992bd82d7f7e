import { describe, expect, it } from 'vitest';
import { aKnowledge, aLog } from './judges.fixture.ts';
import { created, ownPet } from './creations.fixture.ts';
import { LogView } from './log-view.ts';
import { filtered, got, judged, page, pets, type PetJson, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';

const STORE = pets(60);
const STATUSES = ['available', 'pending', 'sold'] as const;

/** Every list of a service that never puts more than that many pets on a page. */
function lists(cap: number, store: readonly PetJson[] = STORE): Step[] {
  const cut = (pet: readonly PetJson[]) => pet.slice(0, cap);
  return [
    page('?limit=100', cut(store)),
    ...STATUSES.map((status) => page(`?status=${status}&limit=100`, cut(store.filter((pet) => pet.status === status)))),
  ];
}

function wholeOf(steps: readonly Step[]) {
  const view = new LogView(aLog(...steps.filter((step) => step !== 'wait')), aKnowledge());
  const [log] = view.callers;
  return log === undefined ? undefined : view.wholeSets(log);
}

describe('a page that may be capped', () => {
  it.each([7, 13, 19, 23, 50])('is not the whole store where no page has more than %i', (cap) => {
    expect(wholeOf(lists(cap))?.stores).toEqual([]);
  });

  it('is the whole store where no other page has a pet that it lacks', () => {
    expect(wholeOf(lists(100, pets(13)))?.stores).toHaveLength(1);
  });

  it('is the whole store though pets of the run are on others only', () => {
    const own = ownPet(1);
    const steps = [...lists(100, pets(13)), created(own), filtered('sold', [...pets(13), own])];
    expect(wholeOf(steps)?.stores).toHaveLength(1);
  });
});

/** Every list of a service, after one that shows that it filters before it cuts. */
function listsOf(cut: (status: PetJson['status'] | undefined) => number, store: readonly PetJson[]): Step[] {
  const of = (status?: PetJson['status']) => store.filter((pet) => status === undefined || pet.status === status);
  return [
    page('?status=sold&limit=2', of('sold').slice(0, 2)),
    page('?limit=100', of().slice(0, cut(undefined))),
    ...STATUSES.map((status) => page(`?status=${status}&limit=100`, of(status).slice(0, cut(status)))),
  ];
}

describe('pages of round sizes', () => {
  it.each([30, 60, 75])('are whole where %i pets are just those of the three filters', (most) => {
    const whole = wholeOf(listsOf(() => 100, pets(most)));
    expect(whole?.stores).toHaveLength(1);
    expect([...(whole?.sets ?? [])].map((set) => set.pets.size)).toEqual([most / 3, most / 3, most / 3]);
  });

  it('stay doubtful where filtered pages may be capped', () => {
    const whole = wholeOf(listsOf((status) => (status === undefined ? 100 : 20), pets(90)));
    expect(whole?.sets.size).toBe(0);
  });

  it('stay doubtful where all of them have one status', () => {
    const whole = wholeOf(listsOf(() => 100, pets(60, 'sold')));
    expect({ stores: whole?.stores, sets: whole?.sets.size }).toEqual({ stores: [], sets: 0 });
  });

  it('stay doubtful where pets take turns in two statuses, as caps of 50 and 25 would show them', () => {
    const store = pets(50).map((pet, index) => ({ ...pet, status: STATUSES[index % 2] ?? 'sold' }));
    expect(wholeOf(listsOf(() => 100, store))?.stores).toEqual([]);
  });

  it('stay doubtful where the service cuts pages before it filters them', () => {
    expect(wholeOf(lists(100))?.stores).toEqual([]);
  });

  it('stay doubtful where a pet was created between them', () => {
    const [shown, plain, ...others] = listsOf(() => 100, STORE);
    const steps = [shown, plain, created(ownPet(1)), ...others].filter((step) => step !== undefined);
    expect(wholeOf(steps)?.stores).toEqual([]);
  });
});

function countStores(...steps: readonly (Step | undefined)[]) {
  return wholeOf(steps.filter((step) => step !== undefined))?.stores.length;
}

describe('pages of round sizes, and a pet created meanwhile,', () => {
  const [full, plain, ...others] = listsOf(() => 100, STORE);
  const [first, second, last] = others;
  const made = created(ownPet(1, { status: 'available' }));

  it('are whole where the pages that have to show it come after it', () => {
    expect(countStores(full, second, last, made, plain, first)).toBe(1);
  });

  it.each([
    ['the unfiltered one', [full, plain, made, first, second, last]],
    ['that of its status', [full, first, second, last, made, plain]],
  ])('stay doubtful where %s is from before', (_which, steps) => {
    expect(countStores(...steps)).toBe(0);
  });
});

describe('a page that is cut by the size of what it holds', () => {
  const cut = [
    page('?limit=100', STORE.slice(0, 41)),
    page(
      '?status=sold&limit=100',
      STORE.filter(({ status }) => status === 'sold'),
    ),
    page('?limit=100', STORE.slice(0, 43)),
  ];

  it('is not the whole store, and no page of that service is the whole set of a status', () => {
    const whole = wholeOf(cut);
    expect({ stores: whole?.stores, sets: whole?.sets.size }).toEqual({ stores: [], sets: 0 });
    expect(whole?.unfit).toBe('pages hold fewer pets than others show (see LIST-11)');
  });

  it('is the whole store where a few pets were deleted meanwhile', () => {
    const [first, ...others] = lists(100);
    const fewer = page('?limit=100', STORE.slice(2));
    expect(wholeOf([...(first === undefined ? [] : [first]), ...others, fewer])?.unfit).toBeUndefined();
  });
});

describe('a created pet that a capped page has no room for', () => {
  const [first, second] = [ownPet(1), ownPet(2)];
  const made = [created(first), created(second)];

  it.each([13, 19])('is not lost, with pages of up to %i', (cap) => {
    const all = [...STORE, first, second];
    const steps: Step[] = [...lists(cap), ...made, ...lists(cap, all), 'wait', ...lists(cap, all)];
    expect(judged(readBackJudge, steps)).not.toContainEqual(expect.objectContaining({ verdict: 'fail' }));
  });

  it('is lost where pages hold the whole store', () => {
    const small = pets(13);
    const gone = [got(first.id), got(second.id)];
    const steps: Step[] = [
      ...lists(100, small),
      ...made,
      ...gone,
      ...lists(100, small),
      'wait',
      ...gone,
      ...lists(100, small),
    ];
    expect(judged(readBackJudge, steps)).toMatchObject([{ rule: 'CREATE-10', verdict: 'fail' }]);
  });
});
