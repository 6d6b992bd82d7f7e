import { largest } from '../evidence/extremes.ts';
import type { Moment } from './alternation.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { explainTurns, type Disagreement, type Explanation } from './explanations.ts';
import { makeFinding, type Finding } from './finding.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { hasRoom } from './listed-pages.ts';
import type { OwnPet } from './own-pets.ts';

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

const FAULT = { fault: 'found and not found by turns' } as const;

/**
 * Created pets that a list shows, does not show, and shows again: instances with separate stores. Only pages of one
 * limit are compared: what two requests disagree about, and what getPet finds, is judged elsewhere.
 */
export function judgeComesAndGoes(own: readonly OwnPet[], log: CallerLog): Finding[] {
  const ofLimits = [...Map.groupBy(log.pages.filter(isUnfiltered), ({ limit }) => limit)];
  const again = idsGivenAgain(log);
  const steady = own.filter(({ creation }) => !again.has(creation.pet.id));
  const all = steady.flatMap(({ creation }) =>
    ofLimits.flatMap(([limit, pages]) => {
      const turns = explainTurns(looksAt(creation.pet.id, creation, pages, log), creation);
      return turns === undefined ? [] : [{ turns, request: `GET /pets?limit=${limit}`, id: creation.pet.id }];
    }),
  );
  const [told] = [...all.filter(({ turns }) => turns.by === 'service'), ...all];
  return told === undefined ? [] : [tell(told.turns, told.request, told.id)];
}

function tell({ by, shownBy }: Explanation, request: string, id: bigint): Finding {
  const subject = { ...BASE, shownBy: shownBy.map(({ number }) => number) };
  if (by !== 'service') {
    const says = 'a created pet was listed, not listed, and listed again, which a lag may explain';
    return makeFinding(subject, 'inconclusive', says, FAULT);
  }
  return makeFinding(subject, 'fail', 'a created pet appears in lists, disappears and appears again', {
    ...FAULT,
    expected: `${request} has the pet with id ${id} each time`,
    actual: shownBy.map(({ side }) => (side === 'sight' ? 'listed' : 'not listed')).join(', '),
  });
}

/**
 * Pages of one limit. One counts as lacking the pet only where a larger one shows that it was not cut, and where it has everything
 * else that those show which have the pet: pages may be cut by a cap, or by their bytes, and be in any order.
 */
function looksAt(id: bigint, creation: Moment, pages: readonly ListedPage[], { written }: CallerLog): Disagreement {
  const later = pages.filter(({ from }) => from >= creation.to);
  const sights = later.filter(({ pets }) => pets.has(id));
  const most = largest(sights.map(({ pets }) => pets.size));
  const others = new Set(sights.flatMap(({ pets }) => [...pets.keys()].filter((one) => !written.has(one))));
  const looks = later.filter(
    ({ pets }) => !pets.has(id) && pets.size < most && [...others].every((other) => pets.has(other)),
  );
  return { sights, looks };
}

function isUnfiltered(page: ListedPage): boolean {
  return page.status === undefined && !page.hasNext && hasRoom(page);
}
