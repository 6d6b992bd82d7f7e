import type { Operation } from '../contract/operations.ts';
import type { RuleId } from '../rules/index.ts';
import type { Seen } from './seen.ts';

/** What a request must be allowed to do, or the run to have, before a partition can be covered. */
export type Need = 'writes' | 'burst' | 'this machine' | 'second key' | 'such a pet';

/** A part of a dimension whose values the specification treats alike, so that one of them stands for all. */
export interface Partition {
  /** Within its dimension. */
  readonly id: string;
  /**
   * `documented`: the specification shows what is returned. `odd`: outside what it documents, or forbidden. An odd value is sent by
   * itself: of two, the first that a service meets would hide the other one.
   */
  readonly kind: 'documented' | 'odd';
  readonly needs: readonly Need[];
  /** Whether a conforming service may keep something of it. */
  readonly leaves?: true;
}

/** One thing about requests of an operation that may make a difference, cut into partitions. */
export interface Dimension {
  /** `any`: it is enough that a value is met on one of them. */
  readonly operation: Operation | 'any';
  readonly name: string;
  /** The rules that a fault in it breaks first. */
  readonly reveals: readonly RuleId[];
  readonly partitions: readonly Partition[];
  /** Whoever is not let in here is not looked at further. */
  readonly isGate?: true;
  /**
   * The partitions that a request of this operation lies in; several where the dimension has several places, none where it has none.
   * Undefined stands for a value that lies in none of them.
   */
  of(seen: Seen): readonly (Partition | undefined)[];
}

/** A partition while it is declared: what tells its values. */
export interface Declared<T> {
  readonly id: string;
  readonly kind?: Partition['kind'];
  readonly needs?: readonly Need[];
  readonly leaves?: true;
  readonly is: (value: T) => boolean;
}

interface Declaration<T> {
  readonly operation: Operation | 'any';
  readonly name: string;
  readonly reveals: readonly RuleId[];
  readonly needs?: readonly Need[];
  readonly isGate?: true;
  /** The values that a request has in this dimension. */
  readonly values: (seen: Seen) => readonly T[];
  readonly partitions: readonly Declared<T>[];
}

/** Makes a dimension of its declaration: a value lies in the first partition that takes it. */
export function dimension<T>(declared: Declaration<T>): Dimension {
  const { operation, name, reveals, values, isGate, needs = [] } = declared;
  const partitions = declared.partitions.map(({ id, kind = 'documented', needs: own = [], leaves, is }) => ({
    is,
    partition: { id, kind, needs: [...needs, ...own], ...(leaves && { leaves }) },
  }));
  return {
    operation,
    name,
    reveals,
    ...(isGate && { isGate }),
    partitions: partitions.map(({ partition }) => partition),
    of: (seen) => [...new Set(values(seen).map((value) => partitions.find(({ is }) => is(value))?.partition))],
  };
}

/** Declares a partition of odd values. */
export function odd<T>(id: string, is: (value: T) => boolean, needs: readonly Need[] = []): Declared<T> {
  return { id, kind: 'odd', needs, is };
}
