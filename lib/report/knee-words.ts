import { PLANS } from '../contract/plans.ts';
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
  if (knee === undefined) return 'no rate met the objectives';
  const rate = `${knee.toFixed(1)} requests per second`;
  if (bottleneck?.is === 'rate-limit')
    return `not found: rates up to ${rate} met the objectives, then the rate limit of the key ended the search`;
  return bottleneck?.is === 'generator'
    ? `${rate}, limited by the load generator: the knee of the service is at or above that rate`
    : `${rate}: the highest rate that met the objectives twice`;
}

function limitWords({ bottleneck, run, steps, knowledge }: LoadReport): string | undefined {
  if (bottleneck?.is === 'rate-limit') return rateLimitWords(bottleneck.says, knowledge);
  if (bottleneck !== undefined) return `${PARTIES[bottleneck.is]}: ${bottleneck.says}`;
  if (run.aborted !== undefined || steps.length === 0) return undefined;
  return 'neither the service nor the load generator, as far as rates were sent';
}

/** What the rate limit is, what shows that it ended the steps, and which key lets them go on. */
function rateLimitWords(says: string, { plan: { perMinute = 0 }, windows }: LoadReport['knowledge']): string {
  const limit = perMinute === 0 ? '' : `, ${perMinute} requests in ${windows.minute} s`;
  const larger = Object.entries(PLANS).filter(([, plan]) => plan.perMinute > perMinute);
  const plans = [...larger.map(([name, plan]) => `${name} (${plan.perMinute})`), 'enterprise'].join(', ');
  return `the rate limit of the key${limit}: ${says}. A higher rate needs a key with a higher limit: ${plans}`;
}

function scalabilityWords({ scalability, knee }: LoadReport): string | undefined {
  if (typeof scalability === 'string') return `no fit: ${scalability}`;
  return scalability === undefined || knee === undefined ? undefined : lawWords(scalability, knee);
}

const PARTIES = { service: 'the service', generator: 'the load generator', undecided: 'undecided' } as const;

function lawWords({ sigma, kappa, peak, peakAt, error }: Scalability, knee: number) {
  const at =
    peakAt === undefined ? 'approached with many concurrent requests' : `with ${peakAt.toFixed(0)} concurrent requests`;
  const headroom = 100 * (1 - knee / peak);
  const room = headroom > 0 ? `headroom above the knee ${headroom.toFixed(0)} %` : 'no headroom above the knee';
  return (
    `max ${peak.toFixed(1)} responses per second, ${at}; ${room} (Universal Scalability Law: contention ${sigma.toPrecision(2)}, ` +
    `coherency ${kappa.toPrecision(2)}; max deviation of a step ${(100 * error).toFixed(0)} %)`
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
export const STEP_CELLS = ['sent', 'not sent', 'refused', 'p95 ms', 'met', 'confidence'] as const;

/** What a step ran with, in a line: connections, and the processors of this machine. */
export function stepEvidence({ connections, processors }: LoadStep): string {
  if (processors === undefined) return `${connections} connections`;
  const { machine, generator } = processors;
  const own = generator === undefined ? '' : `, k6 alone ${percent(generator)}`;
  return `${connections} connections; CPU ${percent(machine)} busy${own}`;
}
