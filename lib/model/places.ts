import type { Operation } from '../contract/operations.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import { MODEL } from './index.ts';
import { MOMENT } from './moments.ts';
import { hasStrayQuery, look } from './seen.ts';

/** Where a request lies in the input model, whatever surrounds it in its run: its partitions by the name of their dimension. */
export interface RequestPlaces {
  readonly operation: Operation;
  readonly all: ReadonlyMap<string, readonly string[]>;
  /** Those that a service that responds has looked at for certain: what is odd hides the rest. */
  readonly looked: ReadonlyMap<string, readonly string[]>;
}

/** See {@link RequestPlaces}; undefined for a request of no operation. */
export function placesOf(request: SentRequest): RequestPlaces | undefined {
  const seen = look(request, { moments: [] });
  if (seen === undefined) return undefined;
  const of = MODEL.filter(
    ({ name, operation }) => name !== MOMENT && (operation === seen.operation || operation === 'any'),
  );
  const all = of.flatMap((dimension) => dimension.of(seen).map((partition) => ({ dimension, partition })));
  const odd = all.filter(({ partition }) => partition?.kind !== 'documented');
  const atTheGate = odd.filter(({ dimension }) => dimension.isGate === true);
  const looked = atTheGate.length > 0 ? atTheGate : odd.length > 0 || hasStrayQuery(seen) ? odd : all;
  return { operation: seen.operation, all: byDimension(all), looked: byDimension(looked) };
}

type Placed = readonly { dimension: (typeof MODEL)[number]; partition: { readonly id: string } | undefined }[];

function byDimension(placed: Placed): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(placed, ({ dimension: { operation, name } }) => `${operation} ${name}`);
  const named = Array.from(
    groups,
    ([of, group]) => [of, group.flatMap(({ partition }) => partition?.id ?? [])] as const,
  );
  return new Map(named.filter(([, ids]) => ids.length > 0));
}
