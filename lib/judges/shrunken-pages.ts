import { largest } from '../evidence/extremes.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import { idsGivenAgain } from './given-again.ts';
import { itemCount } from './item-count.ts';

/** A page that lacks fewer pets than this may be of a service that leaves gaps in pages. */
const LEAST_LACKED = 3;

/** Pages may be cut by the bytes of what they hold, and so differ in size; not by more than this share of the larger one. */
const LEAST_SHARE = 0.5;

/**
 * A page without a filter that holds less than half of the pets that it has room for, though responses before and after it show them and
 * another page held as many. No other client explains it: whoever deletes a pet cannot bring it back under its id. Lists look
 * like that which come out empty after an error, or keep the filter of a request before. Rule LIST-11.
 */
export function judgeShrunken(log: CallerLog): Finding[] {
  if (log.pages.some(({ hasNext }) => hasNext)) return [];
  const plain = log.pages.filter(({ status }) => status === undefined);
  const most = largest(plain.map(({ animals }) => animals.size));
  const shrunken = plain.flatMap((page) => {
    const size = page.animals.size;
    const room = Math.min(page.limit, most);
    if (room - size < LEAST_LACKED || size >= room * LEAST_SHARE) return [];
    const wanted = Math.min(room, around(page, log).size);
    return wanted - size < LEAST_LACKED || size >= wanted * LEAST_SHARE ? [] : [{ page, wanted }];
  });
  return shrunken.slice(0, 1).flatMap(({ page, wanted }) => {
    const others = log.pages.filter((other) => other.animals.size > 0 && other !== page);
    const before = others.findLast((other) => other.to <= page.from);
    const after = others.find((other) => other.from >= page.to);
    const shownBy = [before, page, after].flatMap((one) => one?.number ?? []);
    const says = `GET ${page.target.slice(0, MOST_OF_A_TARGET)} returned ${itemCount(page.animals.size)}, though responses before and after it show ${wanted} pets or more`;
    return [
      makeFinding({ rule: 'LIST-11', operation: 'listPets', shownBy }, 'fail', says, {
        expected: itemCount(wanted),
        actual: itemCount(page.animals.size),
        fault: 'a page holds less than half',
      }),
    ];
  });
}

/** Characters of a request that a sentence names. */
const MOST_OF_A_TARGET = 100;

/** The pets that were there while a page was made: shown before and after it, under ids that only one pet had, and not created by the log. */
function around(page: ListedPage, log: CallerLog): Set<bigint> {
  const again = idsGivenAgain(log);
  const before = idsOn(log, ({ to }) => to <= page.from);
  const after = idsOn(log, ({ from }) => from >= page.to);
  return new Set([...before].filter((id) => after.has(id) && !again.has(id) && !log.written.has(id)));
}

function idsOn({ pages }: CallerLog, isMeant: (page: ListedPage) => boolean): Set<bigint> {
  return new Set(pages.filter(isMeant).flatMap(({ animals }) => [...animals.keys()]));
}
