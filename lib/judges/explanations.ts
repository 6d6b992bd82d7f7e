import { chainsOf, endsOf, glanceAt, isSettled, type Glance, type Moment } from './alternation.ts';
import { isEnough, leastTimes, PRICES, type Prices } from './prices.ts';

/** What responses show of one pet in two ways, each in order of time. */
export interface Disagreement {
  /** They show it as it should be shown. */
  readonly sights: readonly Moment[];
  /** They had to, and did not. */
  readonly looks: readonly Moment[];
  /** They contradict that it is both throughout: that it was there, or had that value. */
  readonly against?: readonly Moment[];
}

/**
 * The cheapest explanation of a disagreement: that the service shows the pet in two ways; that other clients, who are at work, changed it
 * between the responses; or that it was changed once, or shown late, which another look tells.
 */
export interface Explanation {
  readonly by: 'service' | 'clients' | 'lag';
  /** In order of time. Of a lag: the last sight before the last look, and that look. */
  readonly shownBy: readonly Glance[];
}

/**
 * Explains a disagreement by what costs the least. That the service is right costs the more, the more often what is seen changes just
 * as the view does.
 *
 * @param isAtRest - whether no other client is seen at work around some moments; `later` where those before did not show it, so that a pet
 *   must not be found only between the edits of another client
 * @returns undefined where the last response that tells shows the pet as it should be
 */
export function explain(
  all: Disagreement,
  isAtRest: IsAtRest = () => true,
  prices: Prices = PRICES,
): Explanation | undefined {
  if (all.looks.length === 0) return undefined;
  let atWork: readonly Glance[] | undefined;
  for (const chain of chainsFromLater(glancesOf(all), tellingLength(prices))) {
    const shownBy = endsOf(chain);
    const isDear = isEnough(prices.turnAmongEdits * (chain.length - 1));
    if (isDear || isAtRest(shownBy, atWork !== undefined)) return { by: 'service', shownBy };
    atWork ??= shownBy;
  }
  return atWork === undefined ? explainByLag(all) : { by: 'clients', shownBy: atWork };
}

export type IsAtRest = (proof: readonly Moment[], later: boolean) => boolean;

/** The same where it is known that nothing but a lag, or a single change, needs explaining. */
export function explainByLag({ sights, looks, against = [] }: Disagreement): Explanation | undefined {
  const last = looks.at(-1);
  const before = last && sights.findLast(({ to }) => to <= last.from);
  if (before === undefined || last === undefined || against.some(({ from }) => from >= last.from)) return undefined;
  return { by: 'lag', shownBy: [glanceAt(before, 'sight'), glanceAt(last, 'look')] };
}

function glancesOf({ sights, looks, against = [] }: Disagreement): Glance[] {
  const sides = { sight: sights, look: looks, against } as const;
  return (['sight', 'look', 'against'] as const).flatMap((side) => sides[side].map((one) => glanceAt(one, side)));
}

/** How often what is seen changes just as the view does, where that would tell if no other client was at work; else 0. */
export function turnsOf(glances: readonly Glance[]): number {
  const [telling] = chainsOf(glances, tellingLength(PRICES));
  return telling === undefined ? 0 : telling.length - 1;
}

/** So many glances, each unlike the one before, are too dear for a service that is right, where no other client is at work. */
function tellingLength({ turn }: Prices): number {
  return 1 + leastTimes(turn);
}

/** From how many later sights a chain is tried: the run's own creations keep the lists changing for most of it. */
const MOST_STARTS = 40;

/** The chains of all glances, then from each later sight on, as the store may not have been at rest before. */
function* chainsFromLater(glances: readonly Glance[], least: number): Generator<readonly Glance[], undefined> {
  const chains = chainsOf(glances, least);
  yield* chains;
  const [first] = chains;
  if (first === undefined) return;
  const later = glances
    .filter(({ side, from }) => side === 'sight' && from > (first[0]?.from ?? 0))
    .toSorted((a, b) => a.from - b.from);
  const apart = Math.max(1, Math.ceil(later.length / MOST_STARTS));
  for (const [index, { from: start }] of later.entries()) {
    if (index % apart !== 0) continue;
    const [chain] = chainsOf(
      glances.filter(({ from }) => from >= start),
      least,
    );
    if (chain === undefined) return;
    yield chain;
  }
}

/**
 * Whether a pet is found, not found, and found again. A deleted pet does not come back, and a lag ends: one after the
 * creation and another one after a deletion would look alike, so what is not found soon after it was first shown proves nothing.
 *
 * @param firstShown - the response that showed the pet first
 */
export function explainTurns(all: Disagreement, firstShown: Moment): Explanation | undefined {
  const proof = explain({ ...all, looks: all.looks.filter((look) => isSettled(look, firstShown)) });
  if (proof?.by === 'service') return proof;
  const glances = glancesOf(all).toSorted((a, b) => a.from - b.from);
  const last = glances.at(-1);
  const returns = glances.flatMap((gone, index) => {
    // If it is gone several times in a row, the last time counts.
    const after = glances[index + 1];
    const before = glances.slice(0, index).findLast(({ side }) => side === 'sight');
    return gone.side === 'look' && before !== undefined && after?.side === 'sight'
      ? [{ gone, glances: [before, gone, after] }]
      : [];
  });
  const isOpen = last !== undefined && !isSettled(last, firstShown);
  const lastReturn =
    returns.findLast(({ gone }) => isSettled(gone, firstShown)) ??
    (returns.length > 1 && isOpen ? returns.at(-1) : undefined);
  return lastReturn && { by: 'lag', shownBy: lastReturn.glances };
}
