import { largest } from '../evidence/extremes.ts';
import { onceFor } from '../evidence/once-for.ts';
import { SETTLING_MS } from './alternation.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { disturbanceAround } from './disturbance.ts';
import { makeFinding, type Finding } from './finding.ts';
import { shortTarget } from './listed-pages.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { itemCount } from '../shapes/observation-names.ts';

/** A page that lacks fewer pets than this may come from a service that leaves gaps in pages. */
const LEAST_LACKED = 3;

/** Pages may be cut by the bytes of what they hold, and so differ in size; not by more than this share of the larger one. */
const LEAST_SHARE = 0.5;

/**
 * A page without a filter that holds less than half of the pets that it has room for, though responses before and after it show them and
 * another page held as many. No other client explains it: a deleted pet cannot be restored under its id. Lists look
 * like that if they are empty after an error, or keep the filter of an earlier request. Rule LIST-11.
 */
export function judgeShrunken(log: CallerLog): Finding[] {
  if (log.pages.some(({ hasNext }) => hasNext)) return [];
  const plain = log.pages.filter(({ status }) => status === undefined);
  const most = largest(plain.map(({ pets }) => pets.size));
  const roomOf = ({ limit }: ListedPage) => Math.min(limit, most);
  const small = plain.filter((page) => isBelow(page, roomOf(page)));
  const shrunken = small.flatMap((page) => {
    const wantedAfter = (lag: number) => Math.min(roomOf(page), countAround(page, stays(log), lag));
    if (!isBelow(page, wantedAfter(0))) return [];
    const others = { ...log, pages: log.pages.filter((other) => other !== page) };
    const wanted = wantedAfter(disturbanceAround([page], others, NONE) === 'others write' ? SETTLING_MS : 0);
    return isBelow(page, wanted) ? [{ page, wanted }] : [];
  });
  return shrunken.slice(0, 1).flatMap(({ page, wanted }) => {
    const others = log.pages.filter((other) => other.pets.size > 0 && other !== page);
    const before = others.findLast((other) => other.to <= page.from);
    const after = others.find((other) => other.from >= page.to);
    const shownBy = [before, page, after].flatMap((one) => one?.number ?? []);
    const says = `GET ${shortTarget(page.target)} returned ${itemCount(page.pets.size)}, though responses before and after it show ${wanted} pets or more`;
    return [
      makeFinding({ rule: 'LIST-11', operation: 'listPets', shownBy }, 'fail', says, {
        expected: itemCount(wanted),
        actual: itemCount(page.pets.size),
        fault: 'a page holds less than half',
      }),
    ];
  });
}

const NONE: ReadonlySet<bigint> = new Set();

function isBelow({ pets }: ListedPage, wanted: number): boolean {
  return wanted - pets.size >= LEAST_LACKED && pets.size < wanted * LEAST_SHARE;
}

/** From the end of the first page that shows a pet to the beginning of the last one, in milliseconds since 1970. */
interface Stay {
  readonly shown: number;
  readonly still: number;
}

/** The stay of each pet whose id only one pet had, and which the log did not create. */
const stays = onceFor((log: CallerLog): readonly Stay[] => {
  const again = idsGivenAgain(log);
  const known = new Map<bigint, Stay>();
  for (const { pets, from, to } of log.pages)
    for (const id of pets.keys()) {
      if (again.has(id) || log.written.has(id)) continue;
      const { shown, still } = known.get(id) ?? { shown: Infinity, still: -Infinity };
      known.set(id, { shown: Math.min(shown, to), still: Math.max(still, from) });
    }
  return [...known.values()];
});

/**
 * How many pets existed while a page was made: shown before and after it.
 *
 * @param lag - for how long a pet may be new to the page, in milliseconds: where another client creates pets, some lists show them late
 */
function countAround({ from, to }: ListedPage, all: readonly Stay[], lag: number): number {
  return all.filter(({ shown, still }) => shown + lag <= from && still >= to).length;
}
