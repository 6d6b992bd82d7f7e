import type { Moment } from './alternation.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { explain } from './explanations.ts';
import { makeFinding, type Finding } from './finding.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { itemCount } from '../shapes/observation-names.ts';
import type { RelationJudge } from './judge.ts';
import { hasRoom, isNear } from './listed-pages.ts';
import type { LogView } from './log-view.ts';
import { restOf } from './rest.ts';
import { amongClients, strongest, uncertain } from './weighing.ts';
import type { WholeSets } from './whole-sets.ts';

/**
 * LIST-14: a list without a filter is one of all pets. A pet that a filter shows, before and after, and that no list without one ever has, is left
 * out where such a list has room for it and no cap of the service cut it off. Source: section 4.1, "all pets".
 */
export const leftOutJudge: RelationJudge = {
  name: 'left-out',
  neededFor: 'one-only-by-filter',
  rules: ['LIST-14'],
  judge: (view) => strongest(view.callers.flatMap((log) => judgeLog(log, view))),
};

const BASE = { rule: 'LIST-14', operation: 'listPets' } as const;

function judgeLog(log: CallerLog, view: LogView): Finding[] {
  const plain = log.pages.filter(({ status }) => status === undefined);
  const filtered = log.pages.filter(({ status }) => status !== undefined);
  const listed = new Set(plain.flatMap(({ pets }) => [...pets.keys()]));
  const both = filtered.find(({ pets }) => [...pets.keys()].some((id) => listed.has(id)));
  const one = both && plain.find(({ pets }) => [...pets.keys()].some((id) => both.pets.has(id)));
  const found =
    both === undefined || one === undefined
      ? []
      : [
          makeFinding(
            { ...BASE, shownBy: [both.number, one.number].toSorted((a, b) => a - b) },
            'pass',
            'a list without a filter has pets that a filter returns, and none is known to be left out',
          ),
        ];
  // Where pages follow, what one lacks may be on the next.
  if (log.pages.some(({ hasNext }) => hasNext)) return found;
  const whole = view.wholeSets(log);
  const roomy = plain.filter(hasRoom);
  const ids = new Set(filtered.flatMap(({ pets }) => [...pets.keys()]));
  const missing = [...ids].flatMap((id) =>
    listed.has(id) || log.written.has(id) ? [] : judgePet(id, roomy, log, whole),
  );
  return strongest([...missing, ...found]);
}

/** Is the pet left out of lists that must have it? */
function judgePet(id: bigint, roomy: readonly ListedPage[], log: CallerLog, whole: WholeSets): Finding[] {
  const showing = log.pages.filter(({ pets }) => pets.has(id));
  const stores = whole.unfit === undefined ? whole.stores : [];
  const looks = roomy.filter((page) => !page.pets.has(id) && (stores.includes(page) || isWithinOne(page, id, showing)));
  // The largest list may be capped, and in another order than the filtered one.
  const isUncapped = looks.some((page) => stores.includes(page) || roomy.some((one) => isLarger(one, page)));
  if (!isUncapped || idsGivenAgain(log).has(id)) return [];
  const statuses = new Set(showing.map(({ status }) => status));
  const gone = [
    ...log.pages.filter((page) => statuses.has(page.status) && hasRoom(page) && !page.pets.has(id)),
    ...log.gets.filter((got) => got.id === id && got.pet === undefined),
  ];
  const explained = explain({ sights: showing, looks, against: gone }, restOf(log));
  const status = [...statuses].find((one) => one !== undefined);
  const says = `a pet that status=${status ?? ''} returns before and after is missing from lists without a filter that have room for it`;
  if (explained === undefined || explained.by === 'lag') return judgeOnce(id, showing, looks, gone, says);
  const shownBy = explained.shownBy.map(({ number }) => number);
  const page = looks.find(({ number }) => shownBy.includes(number));
  const fields = {
    fault: 'only under its filter',
    pet: `${id}`,
    expected: `id ${id} in GET ${page?.target}`,
    actual: `${itemCount(page?.pets.size)} without it`,
  };
  const violation = makeFinding({ ...BASE, shownBy }, 'fail', says, fields);
  return [explained.by === 'service' ? uncertain(violation, log) : amongClients(violation)];
}

/** Seen under its filter before and after one list that lacks it: to be looked at again. */
function judgeOnce(
  id: bigint,
  showing: readonly ListedPage[],
  looks: readonly ListedPage[],
  gone: readonly Moment[],
  says: string,
): Finding[] {
  if (gone.length > 0) return [];
  for (const look of looks.toReversed()) {
    const before = showing.findLast(({ to }) => to <= look.from);
    const after = showing.find(({ from }) => from >= look.to);
    if (before === undefined || after === undefined) continue;
    const shownBy = [before, look, after].map(({ number }) => number);
    return [
      makeFinding({ ...BASE, shownBy }, 'inconclusive', `${says}, which other clients or a lag may explain`, {
        fault: 'only under its filter',
        pet: `${id}`,
      }),
    ];
  }
  return [];
}

function isLarger(one: ListedPage, other: ListedPage): boolean {
  return one.pets.size > other.pets.size;
}

/** Whether a list without a filter has pets on both sides of the place that a pet has in the order of a filtered one: no end of a page cut it off. */
function isWithinOne(page: ListedPage, id: bigint, showing: readonly ListedPage[]): boolean {
  return showing.some((one) => isNear(one, page) && isWithin(page, id, one));
}

/**
 * As many pets in one order tell that it is the order of both lists: by chance, one of hundreds of orders would be. A list of the newest pets may begin
 * behind a pet, and one of the oldest end before it.
 */
const LEAST_SHARED = { before: 2, after: 2, together: 7 };

/** Whether two lists have all the pets that they share in one order, and enough of them stand on both sides of the pet that one of them lacks. */
function isWithin({ pets }: ListedPage, id: bigint, showing: ListedPage): boolean {
  const order = [...showing.pets.keys()];
  const before = order.slice(0, order.indexOf(id)).filter((one) => pets.has(one));
  const after = order.slice(order.indexOf(id)).filter((one) => pets.has(one));
  const shared = [...before, ...after];
  if (before.length < LEAST_SHARED.before || after.length < LEAST_SHARED.after) return false;
  if (shared.length < LEAST_SHARED.together) return false;
  const others = new Set(shared);
  const there = [...pets.keys()].filter((one) => others.has(one));
  return there.every((one, index) => one === shared[index]);
}
