import type { LoadStep } from '../evidence/load-step.ts';
import { percent } from '../evidence/percent.ts';
import type { Scalability } from '../evidence/scalability.ts';
import type { LoadReport } from './load-run.ts';

/** What is said of a staircase: its knee, whose that is, and how the service scales. Sentences, without an end. */
export interface KneeWords {
  readonly knee: string;
  /** Absent where the staircase did not come to its end. */
  readonly limitedBy?: string;
  readonly scalability?: string;
}

/** Says what a staircase found, and what it did not. */
export function kneeWords(report: LoadReport): KneeWords {
  const limitedBy = limitWords(report);
  const scalability = scalabilityWords(report);
  return {
    knee: rateWords(report),
    ...(limitedBy !== undefined && { limitedBy }),
    ...(scalability !== undefined && { scalability }),
  };
}

function rateWords({ knee, bottleneck }: LoadReport): string {
  if (knee === undefined) return 'no rate kept the objectives';
  const rate = `${knee.toFixed(1)} requests a second`;
  return bottleneck?.is === 'generator'
    ? `${rate} are the limit of the generator: the service's own knee is at that rate or above`
    : `${rate}: the highest rate that kept the objectives, twice`;
}

function limitWords({ bottleneck, run, steps }: LoadReport): string | undefined {
  if (bottleneck !== undefined) return `${PARTIES[bottleneck.is]}: ${bottleneck.says}`;
  if (run.aborted !== undefined || steps.length === 0) return undefined;
  return 'neither the service nor the generator, up to the configured ceiling';
}

function scalabilityWords({ scalability, knee }: LoadReport): string | undefined {
  if (typeof scalability === 'string') return `no fit: ${scalability}`;
  return scalability === undefined || knee === undefined ? undefined : lawWords(scalability, knee);
}

const PARTIES = { service: 'the service', generator: 'the generator', undecided: 'undecided' } as const;

function lawWords({ sigma, kappa, peak, peakAt, error }: Scalability, knee: number) {
  const at = peakAt === undefined ? 'approached with many requests at a time' : `with ${peakAt.toFixed(0)} at a time`;
  const headroom = 100 * (1 - knee / peak);
  const room =
    headroom > 0 ? `${headroom.toFixed(0)} % of that is left above the knee` : 'nothing is left above the knee';
  return (
    `at most ${peak.toFixed(1)} responses a second, ${at}; ${room} (Universal Scalability Law: contention ${sigma.toPrecision(2)}, ` +
    `coherency ${kappa.toPrecision(2)}; the steps differ by up to ${(100 * error).toFixed(0)} % from it)`
  );
}

/** The cells of a step in a table; its rate is the first. */
export function stepCells(step: LoadStep): readonly string[] {
  const { sent, refused, dropped, p95, kept, confidence } = step;
  return [
    `${sent}`,
    `${dropped}`,
    `${refused}`,
    p95.toFixed(1),
    kept ? 'yes' : 'no',
    `${(100 * confidence).toFixed(0)} %`,
  ];
}

/** What the cells are of. */
export const STEP_CELLS = ['sent', 'not sent', 'refused', 'p95 ms', 'kept', 'sure'] as const;

/** What a step ran with, in a line: connections, and the processors of this machine. */
export function stepEvidence({ connections, processors }: LoadStep): string {
  if (processors === undefined) return `${connections} connections`;
  const { machine, generator } = processors;
  const own = generator === undefined ? '' : `, ${percent(generator)} with k6`;
  return `${connections} connections; processors ${percent(machine)} busy${own}`;
}
