import { InvalidArgumentError } from 'commander';
import { COMPARED, FEWEST_ON_A_SIDE, type Compared } from '../../report/compared.ts';
import type { SendingFlags } from '../shared/flags.ts';

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

/** Reads `--last`: a change cannot be seen before enough runs follow it. */
export function lastRuns(text: string): number {
  const read = Number(text);
  if (!Number.isInteger(read) || read < FEWEST_ON_A_SIDE)
    throw new InvalidArgumentError(`It must be ${FEWEST_ON_A_SIDE} or more: a change shows in no fewer runs.`);
  return read;
}

/** What a limit may be set for. */
const LIMITED = [...COMPARED, 'median'] as const;

/** Reads `--max-regression`, which may be given several times. */
export function limit(text: string, before: readonly Regression[]): readonly Regression[] {
  const [, name, figure] = /^\s*([a-z]+\d*)\s*=\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(text) ?? [];
  const of = LIMITED.find((one) => one === name);
  if (of === undefined || figure === undefined)
    throw new InvalidArgumentError(
      `It must be a metric and its limit, such as p95=20%. The metrics are ${LIMITED.join(', ')}.`,
    );
  return [...before.filter((one) => one.of !== of), { of, most: Number(figure) }];
}
