import { spanOf, type Moment } from './alternation.ts';
import type { CallerLog, ListedPage, SeenPet } from './caller-log.ts';
import { AT_WORK_MS, differences, isAtRest } from './rest.ts';

/** With fewer pets, other clients that write may have met none of them. */
const LEAST_WITNESSES = 3;

/**
 * What lists show about other clients around some moments: `others write`, as pets came, went or changed; `at rest`, as
 * pets were listed before and after and stayed what they were; `unknown`, as nothing was there that could change.
 *
 * @param besides - pets that do not count, because they are in question themselves
 */
export function disturbanceAround(
  moments: readonly Moment[],
  { pages, written }: CallerLog,
  besides: ReadonlySet<bigint>,
): 'others write' | 'at rest' | 'unknown' {
  const others = pages.map((page) => ({ ...page, pets: without(page, besides) }));
  if (!isAtRest(others, moments, written, AT_WORK_MS)) return 'others write';
  const { from, to } = spanOf(moments);
  const later = petsOn(others.filter((page) => page.from >= to));
  const witnesses = [...petsOn(others.filter((page) => page.to <= from)).values()].flatMap((pet) => {
    const after = later.get(pet.id);
    return after === undefined ? [] : [differences(pet, after).length === 0];
  });
  if (witnesses.includes(false)) return 'others write';
  return witnesses.length >= LEAST_WITNESSES ? 'at rest' : 'unknown';
}

function without({ pets }: ListedPage, besides: ReadonlySet<bigint>): ReadonlyMap<bigint, SeenPet> {
  return new Map([...pets].filter(([id]) => !besides.has(id)));
}

function petsOn(pages: readonly ListedPage[]): Map<bigint, SeenPet> {
  return new Map(pages.flatMap(({ pets }) => [...pets]));
}
