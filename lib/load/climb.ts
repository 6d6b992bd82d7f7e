import { setTimeout as sleep } from 'node:timers/promises';
import {
  AFTER_WAIT_SECONDS,
  LONGEST_SHED_SECONDS,
  MOST_LOOKS as LOOKS_OF_A_STEP,
  MOST_REFUSED_STEPS,
  MOST_SHED_STEPS,
} from '../contract/load-course.ts';
import type { Bottleneck } from '../evidence/bottleneck.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import type { Objective } from '../evidence/objective.ts';
import { bottleneckOf, nextRateAlone, rateAgain, type Staircases } from './bottleneck.ts';
import { runPart, type K6Part, type K6PartEnd } from './k6-part.ts';
import { startNullServer } from './null-server.ts';
import { ProcessorWatch } from './processor-watch.ts';
import { estimate } from './scenarios.ts';
import { kneeOf, nextRate } from './staircase.ts';
import { readStep, shedStep, summarySettings } from './step-result.ts';

/** What a step must keep where the user demands nothing. */
const DEFAULT_OBJECTIVES: readonly Objective[] = [
  { metric: 'p95', most: 1_000 },
  { metric: 'errors', most: 1 },
];

/** A staircase begins at this share of its ceiling, or at the rate below, whichever is less. In requests a second. */
const FIRST_SHARE = 1 / 8;
const FIRST_RATE = 20;

/** A staircase, and whose its knee is. */
export interface Climbed {
  readonly steps: readonly LoadStep[];
  /** The same generator against a server that does nothing. */
  readonly alone: readonly LoadStep[];
  /** Absent where every rate was kept, or the staircase did not come to its end. */
  readonly bottleneck?: Bottleneck;
  /** Requests of a step that ended before its end, which is none of the steps. */
  readonly sentBesides: number;
}

/** How a staircase ended. */
export type ClimbEnd = Omit<K6PartEnd, 'summaryFile'> & Climbed;

/** What all steps of a staircase have in common. */
interface Stairwell extends K6Part {
  /** Beyond a step's time, in seconds. */
  readonly patience: number;
}

/** Climbs a staircase of rates, one run of k6 for each step, and finds out whose its knee is. */
export async function climb(part: Stairwell): Promise<ClimbEnd> {
  const { perMinute, windowSeconds, stepSeconds } = part.settings;
  const to = perMinute / windowSeconds;
  const stairs = { from: Math.min(FIRST_RATE, to * FIRST_SHARE), to };
  const steps: LoadStep[] = [];
  const samples: LoadSample[] = [];
  const { requests: most } = estimate('breakpoint', part.settings);
  let refusedSteps = 0;
  let shedSteps = 0;
  let sent = 0;
  for (let rate = nextRate(steps, stairs); rate !== undefined; rate = nextRate(steps, stairs)) {
    // No more than was announced.
    if (sent + LOOKS_OF_A_STEP + rate * stepSeconds > most) break;
    const number = steps.length + 1;
    const { end, step: whole } = await climbStep(part, rate, steps, { number, suffix: `${number}` });
    const shed = shedSteps < MOST_SHED_STEPS ? askedBy(end) : undefined;
    const step = whole === undefined || shed === undefined ? whole : shedStep(whole, shed);
    for (const sample of end.samples) samples.push(sample);
    // A step ends itself at its first 429.
    const isRefused = end.stop?.why === 'refused' && (step?.refused ?? 0) > 0;
    const isOver = end.interrupted || !(isRefused || shed !== undefined);
    if (step === undefined || (end.aborted !== undefined && isOver))
      return { ...end, samples, ...sumOf(steps), alone: [], sentBesides: step?.sent ?? 0 };
    refusedSteps += isRefused ? 1 : 0;
    shedSteps += shed === undefined ? 0 : 1;
    sent += step.sent + end.samples.filter(({ window }) => window < 0).length;
    // Asked before a request left, the rate is tried again.
    if (step.sent > 0 || shed === undefined) {
      steps.push(step);
      part.onOutput(`step ${number}: ${said(step)}\n`);
      if (step.sent === 0 || refusedSteps === MOST_REFUSED_STEPS) break;
    }
    if (shed !== undefined) await silence(shed, part.interrupt);
  }
  part.onOutput(`the highest rate that met the objectives: ${kneeOf(steps)?.toFixed(1) ?? 'none'}\n`);
  const alone = await climbAlone(part, steps, to);
  const staircases = { steps, alone, sharesMachine: part.target.loopback, limit: to };
  const last = await climbAgain(part, staircases, (most - sent - LOOKS_OF_A_STEP) / stepSeconds);
  for (const sample of last?.end.samples ?? []) samples.push(sample);
  const again = last?.end.interrupted === false ? last.step : undefined;
  const bottleneck = bottleneckOf({ ...staircases, ...(again !== undefined && { again }) });
  return {
    samples,
    ...sumOf(again === undefined ? steps : [...steps, again]),
    interrupted: part.interrupt.aborted,
    ...(part.interrupt.aborted && { aborted: 'the run was interrupted' }),
    alone,
    sentBesides: again === undefined ? (last?.step?.sent ?? 0) : 0,
    ...(bottleneck !== undefined && !part.interrupt.aborted && { bottleneck }),
  };
}

/** How long a service that has too much to do asked to wait, in seconds; undefined where it did not, or longer than is waited. */
function askedBy({ stop, interrupted }: K6PartEnd): number | undefined {
  if (interrupted || stop?.why !== 'asked-to-wait' || stop.seconds === undefined) return undefined;
  return stop.seconds <= LONGEST_SHED_SECONDS ? stop.seconds : undefined;
}

/** Keeps what was asked; an interruption ends it. */
async function silence(seconds: number, signal: AbortSignal): Promise<void> {
  await sleep(1_000 * (seconds + AFTER_WAIT_SECONDS), undefined, { signal }).catch(() => {});
}

function sumOf(steps: readonly LoadStep[]): Pick<ClimbEnd, 'steps' | 'dropped'> {
  return { steps, dropped: steps.reduce((sum, { dropped }) => sum + dropped, 0) };
}

function said({ rate, kept, because, confidence }: LoadStep): string {
  const sure = `${(100 * confidence).toFixed(0)} % sure`;
  return `${rate.toFixed(1)} per second, ${kept ? 'met' : because.join(', ')} (${sure})`;
}

/** Sends the rates that decide to a server on this machine that does nothing: what the generator does not keep there is its own limit. */
async function climbAlone(part: Stairwell, steps: readonly LoadStep[], limit: number): Promise<readonly LoadStep[]> {
  const alone: LoadStep[] = [];
  if (nextRateAlone({ steps, alone, limit }) === undefined) return alone;
  const { perMinute } = part.settings;
  const bytes = steps.reduce((most, step) => (step.sent > most.sent ? step : most)).bytes;
  await using server = await startNullServer(perMinute, bytes);
  const { proxy: _proxy, secondApiKey: _second, ...target } = part.target;
  // What it takes is no measure of the service.
  const { metrics: _metrics, ...rest } = part;
  const there = {
    ...rest,
    // No secret goes there, but as many bytes.
    target: { ...target, baseUrl: server.baseUrl, apiKey: 'x'.repeat(target.apiKey.length), headers: [] },
    settings: { ...part.settings, createShare: 0 },
  };
  for (;;) {
    const rate = nextRateAlone({ steps, alone, limit });
    if (rate === undefined || part.interrupt.aborted) return alone;
    const number = alone.length + 1;
    const { end, step } = await climbStep(there, rate, steps, { number, suffix: `alone-${number}` });
    if (step === undefined || end.aborted !== undefined) return alone;
    alone.push(step);
    part.onOutput(`the generator alone: ${said(step)}\n`);
  }
}

/** Sends the rate that broke to the service once more where that decides. @param most - requests a second, for what was announced */
async function climbAgain(
  part: Stairwell,
  staircases: Omit<Staircases, 'again'>,
  most: number,
): Promise<StepEnd | undefined> {
  const rate = rateAgain(staircases);
  if (rate === undefined || rate > most || part.interrupt.aborted) return undefined;
  const number = staircases.steps.length + 1;
  const again = await climbStep(part, rate, staircases.steps, { number, suffix: `${number}` });
  if (again.step !== undefined) part.onOutput(`step ${number}, once more: ${said(again.step)}\n`);
  return again;
}

/** How a step ended, and what it came to where there is a summary of it. */
interface StepEnd {
  readonly end: K6PartEnd;
  readonly step: LoadStep | undefined;
}

/** Takes one step. @param before - the steps that were taken: they say how many connections this one takes */
async function climbStep(
  part: Stairwell,
  rate: number,
  before: readonly LoadStep[],
  { number, suffix }: { readonly number: number; readonly suffix: string },
): Promise<StepEnd> {
  const { windowSeconds, stepSeconds: seconds } = part.settings;
  const objectives = part.settings.objectives.length > 0 ? part.settings.objectives : DEFAULT_OBJECTIVES;
  const connections = connectionsFor(rate, before, part.settings.connections);
  const watch = new ProcessorWatch();
  const end = await runPart({
    ...part,
    settings: { ...part.settings, objectives: [], connections },
    suffix,
    environment: {
      ...part.environment,
      ...summarySettings(objectives),
      RATE: `${rate}`,
      SECONDS: `${seconds}`,
      STEP: `${number}`,
    },
    seconds,
    timeoutSeconds: 4 * (windowSeconds + 5) + seconds + part.patience,
    isSampled: true,
    onStart: watch.follow,
    onOutput: (text) => part.onOutput(text),
  }).finally(() => watch.end());
  const first = end.samples.find(({ window }) => window >= 0);
  const from = first?.scheduled ?? 0;
  const processors = watch.between(from, from + 1_000 * seconds);
  return { end, step: readStep(end.summaryFile, { rate, seconds, connections, objectives }, processors) };
}

/** How many connections a step has at least, and how many times as many as it needs by what responses took. */
const LEAST_CONNECTIONS = 20;
const SPARE = 3;

/** More connections than a rate needs make it dearer. */
function connectionsFor(rate: number, before: readonly LoadStep[], most: number): number {
  const response = before.reduce((longest, step) => (step.kept ? Math.max(longest, step.response) : longest), 0);
  const needed = Math.ceil((SPARE * rate * response) / 1_000);
  return Math.min(most, Math.max(LEAST_CONNECTIONS, needed));
}
