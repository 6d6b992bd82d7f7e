import type { Compared } from '../../report/compared.ts';
import type { SendingFlags } from '../shared/run-options.ts';

/** How the comparison of two checks is written. */
export const DIFF_FORMATS = ['terminal', 'markdown', 'html', 'json'] as const;

/** One of these formats. */
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** By how much a figure of a load run, or the median response time of a check, may be worse than before. */
export interface Regression {
  readonly of: Compared | 'median';
  readonly most: number;
}

/** What `petvet diff` is told. */
export interface DiffFlags extends SendingFlags {
  readonly profile: readonly string[];
  readonly dayShare?: number;
  readonly report?: string;
  readonly maxRegression: readonly Regression[];
  readonly format?: DiffFormat;
  readonly out?: string;
  readonly history?: string;
  readonly scenario?: string;
  readonly last?: number;
}

/** A change that is older is known, one may hope. */
export const LAST = 10;

/** The folders of the second runs, below that of the comparison. */
export const AGAIN = { before: 'again', after: 'after-again' } as const;
