import { getPetPhase } from '../contract/lifecycle.ts';
import { LOOKS_APART_MS } from './alternation.ts';
import type { CallerLog, GotPet } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import { strongest, uncertain } from './weighing.ts';
import type { WholeSets } from './whole-sets.ts';

/**
 * GET-2, the half that one answer cannot show: an id that nobody listed may belong to a pet. Not so where pages hold
 * the whole store and lack several such ids, nor where such ids lie far beyond those of many pets on both sides.
 * Source: section 4.3.
 */
export const phantomPetJudge: RelationJudge = {
  name: 'phantom-pet',
  neededFor: 'unknown-id-made-up',
  rules: ['GET-2'],
  passedByOthers: ['GET-2'],
  judge(view) {
    const { asOf } = view.knowledge;
    if (getPetPhase(asOf) !== 'deprecated') return [];
    const logs = view.callers;
    const shown = new Set<bigint>();
    for (const { pages, created } of logs) {
      for (const { pets } of pages) for (const id of pets.keys()) shown.add(id);
      for (const { pet } of created) shown.add(pet.id);
    }
    return strongest(logs.map((log) => judgePhantoms(log, shown, view)));
  },
};

/**
 * This many different ids must exist though no page shows them: one or two may be pets that another client created and
 * deleted between two looks at the list, or odd ones that an operator made by hand.
 */
const LEAST_PHANTOMS = 3;

/**
 * Beyond every listed id by more than this, on either side, lies no pet of a store that has listed enough of them:
 * counted ids, time-stamped ids and random ids all leave some such side empty, and petvet draws its ids from all int64.
 */
const FAR_BEYOND = 2n ** 53n;

/** This many listed pets show the range of a store's ids: of random ids one in twenty is lower than all of these. */
const ENOUGH_LISTED = 20;

function judgePhantoms(log: CallerLog, shown: ReadonlySet<bigint>, view: LogView): Finding | undefined {
  const phantoms = new Map<bigint, GotPet>();
  for (const got of log.gets) {
    const isShown = shown.has(got.id) || log.written.has(got.id);
    if (got.pet?.id === got.id && !isShown) phantoms.set(got.id, got);
  }
  const all = [...phantoms.values()];
  const [first] = all;
  if (first === undefined) return undefined;
  const whole = view.wholeSets(log);
  const proof = betweenStores(all, whole, log) ?? farBeyond(all, shown);
  const base = { rule: 'GET-2', operation: 'getPet' } as const;
  if (proof) {
    const ids = all.filter(({ number }) => proof.includes(number)).map(({ id }) => id);
    const finding: Finding = makeFinding(
      { ...base, shownBy: proof },
      'fail',
      'getPet finds pets under ids that no pet has: several that no page shows got 200',
      { expected: '404 with an Error', actual: `200, for id ${ids.join(', ')}`, fault: 'ids that no pet has' },
    );
    return uncertain(finding, log);
  }
  const before = log.pages.findLast(({ status, to }) => status === undefined && to <= first.from);
  const shownBy = [...(before ? [before.number] : []), ...all.slice(0, LEAST_PHANTOMS).map(({ number }) => number)];
  const says = 'getPet returned 200 for an id that no page showed; a pet beyond the pages may have it';
  return makeFinding({ ...base, shownBy }, 'inconclusive', says, { fault: 'ids that no pet has' });
}

/** Pages of the whole store stand before and after, no filter reaches beyond them, and none shows the ids. */
function betweenStores(
  phantoms: readonly GotPet[],
  { stores, unfit }: WholeSets,
  { pages }: CallerLog,
): number[] | undefined {
  const filtered = pages.filter(({ status }) => status !== undefined);
  const listed = new Set(stores.flatMap(({ pets }) => [...pets.keys()]));
  const isWhole = filtered.length > 0 && filtered.every(({ pets }) => [...pets.keys()].every((id) => listed.has(id)));
  if (unfit !== undefined || !isWhole) return undefined;
  const enclosed = phantoms.flatMap((got) => {
    const before = stores.findLast(({ to }) => to <= got.from && got.from - to <= LOOKS_APART_MS);
    const after = stores.find(({ from }) => from >= got.to && from - got.to <= LOOKS_APART_MS);
    return before && after ? [{ got, before, after }] : [];
  });
  const [first] = enclosed;
  const last = enclosed[LEAST_PHANTOMS - 1];
  if (first === undefined || last === undefined) return undefined;
  const asked = enclosed.slice(0, LEAST_PHANTOMS).map(({ got }) => got.number);
  return [...new Set([first.before.number, ...asked, last.after.number])].toSorted((a, b) => a - b);
}

/** Ids far beyond all listed ones, below and above. */
function farBeyond(phantoms: readonly GotPet[], shown: ReadonlySet<bigint>): number[] | undefined {
  if (shown.size < ENOUGH_LISTED) return undefined;
  const ids = [...shown];
  const least = ids.reduce((a, b) => (a < b ? a : b));
  const most = ids.reduce((a, b) => (a > b ? a : b));
  const below = phantoms.filter(({ id }) => id < least - FAR_BEYOND);
  const above = phantoms.filter(({ id }) => id > most + FAR_BEYOND);
  if (below.length === 0 || above.length === 0 || below.length + above.length < LEAST_PHANTOMS) return undefined;
  const asked = [...below.slice(0, 2), ...above.slice(0, 2)].map(({ number }) => number);
  return asked.toSorted((a, b) => a - b);
}
