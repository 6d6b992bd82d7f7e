import type { Operation } from '../../contract/operations.ts';
import { undisturbedPairs, type History } from './metered-history.ts';
import { isSameWindow } from './same-window.ts';
import { isSuccess, sortOf, type MeteredRequest } from './metered-request.ts';

/** Operations that are counted separately, though the limit is the caller's. */
export interface OperationCounters {
  /** Those of one group seem to share a counter. */
  readonly groups: readonly (readonly Operation[])[];
  /** Requests of one operation do not share a counter either: something else distinguishes them. */
  readonly areDivided: boolean;
  /** The numbers of the exchanges that show it. */
  readonly shownBy: readonly number[];
}

/** How often requests of one operation must have left the other's Remaining unchanged, without exception. */
const ENOUGH = 6;

/** The same where a limiter that refills might have made up for them: it would not do so this often, to the very unit. */
const MANY = 40;

/**
 * Fewer are enough where the others used different numbers of units, which no limiter gives back each time, neither in steps nor, where
 * that often its rate gives back more or less, bit by bit.
 */
const SOME = { times: 6, numbers: 4, off: 2 };

/** What may have been restored meanwhile must be less than what the others used by this much, in units. */
const MARGIN = 0.5;

/** Beyond this it is another number of units, whatever is rounded. */
const ROUNDED = 1.5;

/** How often requests of one operation and status must follow each other, and take one unit each, before they are known to count. */
const HABIT = 3;

/** How many pairs are given to show how two operations are counted. */
const MOST_PAIRS = 2;

/** Two requests of one operation, and how many of others were served between them. */
interface Between {
  readonly before: MeteredRequest;
  readonly after: MeteredRequest;
  readonly own: Operation;
  readonly others: ReadonlyMap<Operation, number>;
}

/** How two operations were seen to be counted. */
interface Pairing {
  readonly operations: readonly Operation[];
  /** How often they were counted as if the other one did not exist. */
  times: number;
  /** The first of these. */
  readonly apart: Between[];
  /** Of these, where nothing that is restored can make up for the other. */
  surely: number;
  /** Of these, where the rate of the limit gives back another number of units than the others used. */
  off: number;
  /** How many units the others used. */
  readonly used: Set<number>;
  otherwise: number;
}

/**
 * The operations that have counters of their own: between two requests of one, Remaining falls by one although requests of
 * another were served. Source: section 8, the caller's limit.
 *
 * @param windowMs - the length of the window, in milliseconds
 */
export function findOperationCounters(history: History, windowMs: number): OperationCounters | undefined {
  const seen = new Map<string, Pairing>();
  for (const between of betweenOthers(history)) {
    const { before, after, own, others } = between;
    const drop = (before.remaining ?? 0) - (after.remaining ?? 0);
    const back = ((after.to - before.from) * (after.limit ?? 0)) / windowMs;
    const used = [...others.values()].reduce((sum, one) => sum + one, 0);
    // With several others it is unknown which of them it was.
    if (drop !== 1 && others.size > 1) continue;
    for (const other of others.keys()) {
      const key = [own, other].toSorted().join(' ');
      const pairing = seen.get(key) ?? newPairing([own, other]);
      seen.set(key, pairing);
      if (drop !== 1) {
        pairing.otherwise++;
        continue;
      }
      if (++pairing.times <= MOST_PAIRS) pairing.apart.push(between);
      pairing.used.add(used);
      if (back < used - MARGIN) pairing.surely++;
      if (Math.abs(back - used) > ROUNDED) pairing.off++;
    }
  }
  const pairings = [...seen.values()];
  const apart = pairings.filter(areApart);
  if (apart.length === 0) return undefined;
  return {
    groups: groupsOf(apart, pairings),
    areDivided: areDivided(history, windowMs),
    shownBy: apart.flatMap((pairing) => pairing.apart.flatMap(({ before, after }) => [before.number, after.number])),
  };
}

/** How many times Remaining must jump between two requests of one operation. */
const JUMPS = 2;

/** Whether Remaining rises, beyond what comes back, or falls by several between requests of one operation that follow each other in a window. */
function areDivided({ batches }: History, windowMs: number): boolean {
  let jumps = 0;
  for (const { before, after, drop } of undisturbedPairs(batches)) {
    if (before.operation !== after.operation || after.operation === undefined) continue;
    if (!isSuccess(before) || !isSuccess(after) || !isSameWindow(before, after)) continue;
    const back = ((after.to - before.from) * (after.limit ?? 0)) / windowMs;
    if (drop > 1 || drop < -back - ROUNDED) jumps++;
  }
  return jumps >= JUMPS;
}

function newPairing(operations: readonly Operation[]): Pairing {
  return { operations, times: 0, apart: [], surely: 0, off: 0, used: new Set(), otherwise: 0 };
}

function areApart({ otherwise, surely, times, used, off }: Pairing): boolean {
  if (otherwise > 0) return false;
  return surely >= ENOUGH || times >= MANY || (times >= SOME.times && used.size >= SOME.numbers && off >= SOME.off);
}

/** Those that are separate from some other; those that were seen to share stay together. */
function groupsOf(apart: readonly Pairing[], pairings: readonly Pairing[]): Operation[][] {
  const groups: Operation[][] = [];
  for (const operation of new Set(apart.flatMap(({ operations }) => operations)).values()) {
    const group = groups.find((others) =>
      others.some((other) =>
        pairings.some(({ operations, otherwise }) => otherwise > 0 && isPair(operations, operation, other)),
      ),
    );
    if (group === undefined) groups.push([operation]);
    else group.push(operation);
  }
  return groups.map((group) => group.toSorted()).toSorted((a, b) => a.join(' ').localeCompare(b.join(' ')));
}

function isPair(operations: readonly Operation[], one: Operation, other: Operation): boolean {
  return operations.includes(one) && operations.includes(other);
}

/** The words for a finding. */
export function sayOperationCounters({ groups, areDivided: isOfOthers }: OperationCounters): string {
  if (isOfOthers)
    return 'several counters seem to exist for the key, and requests of one operation reach different ones, as if each connection or instance counted on its own';
  if (groups.every(({ length }) => length === 1))
    return `each operation seems to have a counter of its own (${groups.flat().join(', ')})`;
  return `${groups.map((group) => group.join(' with ')).join(' and ')} seem to have counters of their own`;
}

/** Pairs of one operation within one window, with requests of others between them that count, and nothing that may not count. */
function* betweenOthers(history: History): Generator<Between, undefined> {
  const counted = findCountedSorts(history);
  const isKnownToCount = (request: MeteredRequest) => isSuccess(request) || counted.has(sortOf(request));
  /** For each operation: its last request, what came since, and whether all of that is known to count. */
  const last = new Map<Operation, { request: MeteredRequest; since: Map<Operation, number>; isClear: boolean }>();
  for (const { requests } of history.batches) {
    const [request, ...beside] = requests;
    if (request === undefined || beside.length > 0) {
      last.clear();
      continue;
    }
    const { operation } = request;
    const counts = isKnownToCount(request);
    const before = operation === undefined ? undefined : last.get(operation);
    if (operation !== undefined && before !== undefined && counts && isSameWindow(before.request, request)) {
      if (before.isClear && before.since.size > 0)
        yield { before: before.request, after: request, own: operation, others: before.since };
    }
    if (operation !== undefined && counts && request.remaining !== undefined)
      last.set(operation, { request, since: new Map(), isClear: true });
    else if (operation !== undefined) last.delete(operation);
    for (const [other, known] of last) {
      if (other === operation) continue;
      // Whether a refused body or an unknown id is counted is unknown, unless it shows.
      if (operation === undefined || !counts) known.isClear = false;
      else known.since.set(operation, (known.since.get(operation) ?? 0) + 1);
    }
  }
}

/** The sorts of rejected requests that each took one unit whenever nothing but their own operation came before. */
function findCountedSorts({ batches }: History): ReadonlySet<string> {
  const drops = new Map<string, number[]>();
  for (const { before, after, drop } of undisturbedPairs(batches)) {
    if (before.operation !== after.operation || after.refused || !isSameWindow(before, after)) continue;
    const sort = sortOf(after);
    const known = drops.get(sort) ?? [];
    drops.set(sort, known);
    known.push(drop);
  }
  return new Set(
    [...drops].flatMap(([sort, all]) => (all.length >= HABIT && all.every((drop) => drop === 1) ? [sort] : [])),
  );
}
