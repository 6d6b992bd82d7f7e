import type { Bottleneck } from '../evidence/bottleneck.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import type { Scalability } from '../evidence/scalability.ts';
import { counted } from '../text/counted.ts';
import { CALLERS, type LoadFigures } from './load-figures.ts';
import { sayLosses, type LossesSaid } from './load-losses.ts';
import type { RunReport } from './run-report.ts';

/** All that a renderer is given of a load run, besides what it shares with every run. */
export interface LoadReport extends RunReport {
  readonly scenario: string;
  /** The scenario's question, in one line. */
  readonly asks: string;
  readonly figures: LoadFigures;
  /** Of a breakpoint: the highest rate that kept the objectives, in requests a second. */
  readonly knee?: number;
  /** Requests that could not be started in time. */
  readonly dropped: number;
  /** What was lost within the allowance, a sentence each. */
  readonly notes?: readonly string[];
  /** Of a breakpoint, in the order in which they were taken. */
  readonly steps: readonly LoadStep[];
  /** The generator's own steps, against a server that does nothing. */
  readonly alone?: readonly LoadStep[];
  /** Whose the knee is; absent where every rate was kept, or the staircase did not come to its end. */
  readonly bottleneck?: Bottleneck;
  /** How the service scales, or in a clause why that is not known. */
  readonly scalability?: Scalability | string;
  /** k6's. */
  readonly k6: string;
}

/** What a load run comes to besides its verdicts. */
export interface LoadOutcome extends Omit<LossesSaid, 'shortfalls'> {
  /** Where it is not what was asked for, a sentence each. */
  readonly shortfalls: readonly string[];
}

/** What a scenario is held against, where it is. */
interface Expected {
  /** For isolation: the other caller beside the first may take up to this many times as long as alone. */
  readonly slowdown?: number | undefined;
  /** Of a burst: the figure of the window, all of which was to be sent. */
  readonly limit?: number | undefined;
}

const NOTHING_LOST = { notes: [], isUnstable: false, isUnmeasured: false } as const;

/** A burst that sent less than this share of the limit did not show what happens over it. */
const ENOUGH = 0.9;

/**
 * What a load run comes to besides its verdicts: where it is not what was asked for, and what it lost.
 */
export function outcomeOfLoad(
  {
    figures,
    dropped,
    steps,
    knee,
    hasEnded = true,
  }: Pick<LoadReport, 'figures' | 'dropped' | 'steps' | 'knee'> & { readonly hasEnded?: boolean },
  { slowdown, limit }: Expected = {},
): LoadOutcome {
  // A staircase ends where objectives break: only one that never kept them falls short.
  if (steps.length > 0)
    return { ...NOTHING_LOST, shortfalls: knee === undefined ? ['no rate met the objectives'] : [] };
  const lost = sayLosses(figures.losses, dropped, hasEnded);
  const broken = figures.objectives.filter(({ isKept }) => !isKept);
  const ofService = [
    ...cutShort(figures, limit),
    ...slowedDown(figures, slowdown),
    ...broken.map(({ metric, most, measured }) =>
      metric === 'errors'
        ? `the error rate is ${measured.toFixed(2)} %; objective: max ${most} %`
        : `${metric} latency is ${measured.toFixed(1)} ms; objective: max ${most} ms`,
    ),
  ];
  return {
    ...lost,
    shortfalls: [...lost.shortfalls, ...ofService],
    isUnmeasured: lost.isUnmeasured && lost.shortfalls.length + ofService.length === 1,
  };
}

/** Each connection of a burst stops at its first refusal: a service that refuses early gets less than the limit. */
function cutShort({ windows }: LoadFigures, limit: number | undefined): string[] {
  const sent = windows.reduce((sum, window) => sum + window.sent, 0);
  const refused = windows.reduce((sum, window) => sum + window.refused, 0);
  if (limit === undefined || refused === 0 || sent >= limit * ENOUGH) return [];
  return [
    `${sent} requests were sent, fewer than the limit of ${limit}: ${refused} were refused, and each connection stops at its first 429`,
  ];
}

/** What a difference of milliseconds must be, besides its factor: less is the noise of any machine. */
const NOISE_MS = 5;

function slowedDown({ latencies }: LoadFigures, slowdown: number | undefined): string[] {
  const [alone, together] = ['alone', 'together'].map((name) =>
    latencies.find(({ caller, part }) => caller !== 'primary' && part === name),
  );
  if (slowdown === undefined || alone === undefined || together === undefined) return [];
  if (together.p95 <= Math.max(alone.p95 * slowdown, alone.p95 + NOISE_MS)) return [];
  const [was, is] = [alone.p95.toFixed(1), together.p95.toFixed(1)];
  const { itsP95 } = CALLERS[together.caller ?? 'second'];
  return [`${itsP95} is ${is} ms alongside the first key and ${was} ms alone: more than ${slowdown} times as long`];
}

/** How many requests a load run sent. */
interface LoadRequests {
  /** Those of its windows, or of its steps: what the tables count. */
  readonly sent: number;
  readonly refused: number;
  /** In words, those that were sent before to read the rate limit; absent where none were, or where that is not known. */
  readonly besides?: string;
}

/** The requests of a load run as its tables count them, and those before it. */
export function requestsOfLoad({ figures, steps, run }: Pick<LoadReport, 'figures' | 'steps' | 'run'>): LoadRequests {
  // Of a staircase few requests are written down: its steps count them all.
  if (steps.length > 0 || figures.windows.length === 0) return { sent: run.sent, refused: run.refused };
  const sent = figures.windows.reduce((sum, window) => sum + window.sent, 0);
  const refused = figures.windows.reduce((sum, window) => sum + window.refused, 0);
  const [looks, looksRefused] = [run.sent - sent, run.refused - refused];
  if (looks < 0 || looksRefused < 0) return { sent: run.sent, refused: run.refused };
  if (looks === 0) return { sent, refused };
  const ofWhich = looksRefused === 0 ? '' : `, ${looksRefused} of them refused`;
  return { sent, refused, besides: `${counted(looks, 'request')} before the load to read the rate limit${ofWhich}` };
}
