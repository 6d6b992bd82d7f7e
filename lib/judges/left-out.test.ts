import { describe, expect, it } from 'vitest';
import { leftOutJudge } from './left-out.ts';
import { filtered, got, judged, judgedTogether, page, petId, pets, type PetJson, type Step } from './pages.fixture.ts';
import { created, ownPet } from './creations.fixture.ts';

const STORE: readonly PetJson[] = pets(62);
const HIDDEN = petId(12);

const isHidden = ({ id }: PetJson) => id === HIDDEN;

const OWN = Array.from({ length: 8 }, (_none, index) => ownPet(index + 1));

/** A filtered list and one without a filter, by turns, for longer than a lag. */
function inTurns(list: (store: readonly PetJson[]) => readonly PetJson[], store = STORE): Step[] {
  const pair = [filtered('available', store), page('?limit=100', list(store))];
  return [...pair, 'wait', ...pair, 'wait', ...pair, filtered('available', store)];
}

/** The same, and the list grows once by what the run creates: that tells that nothing of it was cut off before. */
function growing(list: (store: readonly PetJson[]) => readonly PetJson[], store = STORE): Step[] {
  const pair = [filtered('available', store), page('?limit=100', list(store))];
  return [...pair, ...OWN.map((own) => created(own)), ...inTurns(list, [...store, ...OWN])];
}

const lacking = (store: readonly PetJson[]) => store.filter((pet) => !isHidden(pet));

const withHiddenLast = (store: readonly PetJson[]) =>
  store.toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b)));

function verdicts(steps: readonly Step[]) {
  return judged(leftOutJudge, steps).map(({ verdict, pet }) => (pet === undefined ? verdict : `${verdict} ${pet}`));
}

describe('LIST-14', () => {
  it('holds where lists without a filter have all pets of filtered ones', () => {
    expect(verdicts(growing((store) => store))).toEqual(['pass']);
  });

  it('is violated by a list that always lacks one pet, and has those before and behind it', () => {
    expect(judged(leftOutJudge, growing(lacking))).toMatchObject([
      {
        verdict: 'fail',
        expected: `id ${HIDDEN} in GET /pets?limit=100`,
        actual: '61 items without it',
        pet: `${HIDDEN}`,
      },
    ]);
  });

  it('is violated by a list that lacks all pets of a status, and is the whole of the others', () => {
    const listed = inTurns((store) => store.filter(({ status }) => status !== 'available'));
    expect(verdicts(listed)[0]).toMatch(/^fail /);
  });

  it('waits for a second look', () => {
    expect(verdicts(growing(lacking).slice(0, 12))).toEqual([`inconclusive ${HIDDEN}`]);
  });

  it('says nothing of a pet that was added or taken away', () => {
    const [sight, look] = [filtered('available', STORE), page('?limit=100', lacking(STORE))];
    const grown = page('?limit=100', [...lacking(STORE), ...OWN]);
    const gone = filtered('available', lacking(STORE));
    expect(verdicts([sight, look, grown, look])).toEqual(['pass']);
    expect(verdicts([sight, look, gone, grown, sight])).toEqual(['pass']);
    expect(verdicts([look, grown, look, sight])).toEqual(['pass']);
  });

  it('says nothing of a pet that getPet does not find meanwhile', () => {
    const steps = growing(lacking).flatMap((step) => (step === 'wait' ? [got(HIDDEN), step] : [step]));
    expect(verdicts(steps)).toEqual(['pass']);
  });

  it('allows a list that is cut, at its end or at its beginning', () => {
    for (const most of [44, 43, 12])
      for (const cut of [0, -most])
        expect(verdicts(growing((store) => store.slice(cut, cut + most || undefined)))).toEqual(['pass']);
  });

  it('allows a list that is cut in another order than that of the filter', () => {
    expect(verdicts(growing((store) => withHiddenLast(store).slice(0, 47)))).toEqual(['pass']);
    expect(verdicts(growing((store) => store.toReversed().slice(0, 43)))).toEqual(['pass']);
  });

  it('allows a full list, which sold pets may follow', () => {
    const listed = inTurns((store) => store.filter(({ status }) => status !== 'available').slice(0, 100), pets(153));
    expect(verdicts(listed)).toEqual([]);
  });

  it('says nothing where a following page is announced', () => {
    const headers: [string, string][] = [['Link', '</pets?after=60>; rel="next"']];
    const steps = growing(lacking).map((step) =>
      step === 'wait' || step.json === undefined ? step : { ...step, headers },
    );
    expect(verdicts(steps)).toEqual(['pass']);
  });

  it('leaves the blame to CREATE-10 where no list without a filter has a created pet', () => {
    const own = ownPet(1);
    const store = [...STORE, own];
    const listed = store.filter(({ status }) => status !== own.status);
    const pair = [page('?limit=100', listed), filtered('sold', store)];
    const rest = [...pair, 'wait' as const, ...pair, 'wait' as const, ...pair];
    const steps = [filtered('sold', STORE), created(own), 'wait' as const, ...rest];
    expect(judgedTogether('CREATE-10', steps)).toMatchObject([{ verdict: 'fail' }]);
    expect(new Set(judgedTogether('LIST-14', steps).map(({ see }) => see))).toEqual(new Set(['CREATE-10']));
  });
});
