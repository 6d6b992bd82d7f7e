import { ALL_PAIRS, type Coverage } from './coverage.ts';
import type { Dimension, Need, Partition } from './dimension.ts';
import { MODEL } from './index.ts';
import { keyOf } from './pairs.ts';
import type { KnownPets } from './surroundings.ts';

/** How many of how many. */
export interface Share {
  readonly covered: number;
  readonly total: number;
}

/** What a run covered of the input model, and what it did not and why. */
export interface CoverageSummary {
  readonly partitions: Share;
  readonly pairs: Share;
  readonly dimensions: readonly DimensionCoverage[];
  readonly combined: readonly PairCoverage[];
}

/** The partitions of one dimension. */
export interface DimensionCoverage {
  readonly operation: Dimension['operation'];
  readonly name: string;
  readonly covered: readonly string[];
  /** `why` in one clause. */
  readonly missing: readonly { readonly partition: string; readonly why: string }[];
}

/** The pairs of two dimensions. */
interface PairCoverage extends Share {
  readonly operation: Dimension['operation'];
  readonly dimensions: readonly [string, string];
}

/** Why something was not covered, one clause each. */
export interface Reasons {
  /** By what a partition needs; absent where the need is met. */
  readonly unmet: Readonly<Partial<Record<Need, string>>>;
  readonly otherwise: string;
}

/**
 * Sums up what a run covered.
 *
 * @param known - the pets that it came to know
 */
export function summarise(coverage: Coverage, known: KnownPets, reasons: Reasons): CoverageSummary {
  const groups = Map.groupBy(ALL_PAIRS, ({ operation, dimensions }) => `${operation} ${dimensions.join(' + ')}`);
  const ofPets = coverage.ofPets(known);
  return {
    partitions: {
      covered: coverage.partitions.size,
      total: MODEL.reduce((sum, { partitions }) => sum + partitions.length, 0),
    },
    pairs: { covered: coverage.pairs.size, total: ALL_PAIRS.length },
    dimensions: MODEL.map((dimension) => ofDimension(dimension, coverage, ofPets, reasons)),
    combined: [...groups.values()].flatMap((pairs) => {
      const [first] = pairs;
      if (first === undefined) return [];
      const covered = pairs.filter(({ key }) => coverage.pairs.has(key)).length;
      return [{ operation: first.operation, dimensions: first.dimensions, covered, total: pairs.length }];
    }),
  };
}

function ofDimension(
  dimension: Dimension,
  coverage: Coverage,
  ofPets: ReadonlySet<string>,
  { unmet, otherwise }: Reasons,
): DimensionCoverage {
  const { operation, name, partitions } = dimension;
  const isCovered = ({ id }: Partition) => coverage.partitions.has(keyOf(dimension, id));
  const whyNot = ({ id, needs }: Partition) => {
    const [first] = needs.flatMap((need) => unmet[need] ?? []);
    if (first !== undefined) return first;
    return needs.includes('such a pet') && !ofPets.has(keyOf(dimension, id)) ? 'no such pet was seen' : otherwise;
  };
  return {
    operation,
    name,
    covered: partitions.filter(isCovered).map(({ id }) => id),
    missing: partitions.filter((one) => !isCovered(one)).map((one) => ({ partition: one.id, why: whyNot(one) })),
  };
}
