import type { Dimension } from './dimension.ts';
import { MOMENT } from './moments.ts';

/** Dimensions whose documented values are combined: a fault may need two of them together. */
const COMBINED: readonly string[] = [
  'limit',
  'status',
  'order of limit and status',
  MOMENT,
  'name',
  'categoryId',
  'status of the pet',
  'origin of the pet',
  'place among the pets seen',
  'size of a known id',
  'an unknown id',
];

/** No request has both. */
const NEVER_TOGETHER: readonly (readonly [string, string])[] = [
  ['limit: absent', 'order of limit and status'],
  ['status: absent', 'order of limit and status'],
  ['status of the pet', 'an unknown id'],
  ['origin of the pet', 'an unknown id'],
  ['place among the pets seen', 'an unknown id'],
  ['size of a known id', 'an unknown id'],
];

/** Two partitions of two dimensions, by the keys that {@link keyOf} gives. */
export interface Pair {
  readonly operation: Dimension['operation'];
  readonly key: string;
  readonly dimensions: readonly [string, string];
  /** The keys of its partitions. */
  readonly of: readonly [string, string];
}

/** The name of a partition in the whole model. */
export function keyOf({ operation, name }: Pick<Dimension, 'operation' | 'name'>, partition: string): string {
  return `${operation} ${name}: ${partition}`;
}

/** The name of a pair, whichever of the two comes first in the model. */
export function pairKey(one: string, other: string): string {
  return `${one} + ${other}`;
}

/** Every pair of documented values that one request can have. */
export function pairsOf(model: readonly Dimension[]): readonly Pair[] {
  const combined = model.filter(({ name }) => COMBINED.includes(name));
  return combined.flatMap((first, at) =>
    combined
      .slice(at + 1)
      .filter(({ operation }) => operation === first.operation)
      .flatMap((second) =>
        documented(first).flatMap((one) =>
          documented(second).flatMap((other) =>
            mayMeet(first, one, second, other)
              ? [
                  {
                    operation: first.operation,
                    key: pairKey(keyOf(first, one), keyOf(second, other)),
                    dimensions: [first.name, second.name] as const,
                    of: [keyOf(first, one), keyOf(second, other)] as const,
                  },
                ]
              : [],
          ),
        ),
      ),
  );
}

function documented({ partitions }: Dimension): readonly string[] {
  return partitions.filter(({ kind }) => kind === 'documented').map(({ id }) => id);
}

function mayMeet(first: Dimension, one: string, second: Dimension, other: string): boolean {
  const names = [first.name, `${first.name}: ${one}`, second.name, `${second.name}: ${other}`];
  return !NEVER_TOGETHER.some((both) => both.every((part) => names.includes(part)));
}
