import type { Bottleneck } from '../evidence/bottleneck.ts';
import type { LoadStep, ProcessorUse } from '../evidence/load-step.ts';
import { percent } from '../evidence/percent.ts';
import { kneeOf, lowestBroken } from './staircase.ts';

/** What a generator must keep beyond the rate that broke, with a server that does nothing, to be cleared of it: a factor. */
const MARGIN = 1.25;

/** How often a rate that the generator does not keep is tried: what else runs on the machine may be the cause. */
const TRIES = 2;

/** The generator's own steps, at most: three rates. */
export const MOST_STEPS_ALONE = 3 * TRIES;

/** The rate that broke is sent to the service once more, at most. */
export const MOST_STEPS_AGAIN = 1;

/** From that share of all processors on a machine has nothing left. */
const FULL = 0.95;

/** Below that share a generator has processors left: what it does not keep alone may be the fault of the server that does nothing. */
const BUSY = 0.7;

/** A generator that takes less than this share of all processors gets it even on a full machine. */
const LITTLE = 0.25;

/** Connections are all in use from this share of the time on, and responses as quick as before up to this factor. */
const IN_USE = 0.9;
const AS_QUICK = 1.2;
/** Up to this factor more connections may have carried more: a queue of the service's own would make responses slower. */
const HARDLY_SLOWER = 1.5;

/** From that share of the rate limit on, a 429 is the limit's: a window may hold a request more than its steps. */
const NEAR_LIMIT = 0.9;

/** Errors that end a step by themselves, as a share of its requests. */
const ERRORS = 0.01;

/** A staircase, and what the generator did alone. */
export interface Staircases {
  readonly steps: readonly LoadStep[];
  /** The same against a server on this machine that does nothing. */
  readonly alone: readonly LoadStep[];
  /** The rate that broke, sent to the service once more after the generator kept it alone: see `rateAgain`. */
  readonly again?: LoadStep;
  /** The service is on this machine, too. */
  readonly sharesMachine: boolean;
  /** The rate limit of the key, in requests a second: nothing is sent faster. */
  readonly limit: number;
}

/**
 * The rate at which the generator is tried next with a server that does nothing; undefined where it is known which side gave way, or
 * nothing did.
 */
export function nextRateAlone({
  steps,
  alone,
  limit,
}: Pick<Staircases, 'steps' | 'alone' | 'limit'>): number | undefined {
  const broken = lowestBroken(steps);
  if (broken === undefined || obvious(steps, broken, limit) !== undefined) return undefined;
  for (const rate of [broken * MARGIN, broken, kneeOf(steps)]) {
    if (rate === undefined) return undefined;
    const tries = alone.filter((step) => step.rate === rate);
    if (tries.some(({ kept }) => kept)) return undefined;
    if (tries.length < TRIES) return rate;
  }
  return undefined;
}

/**
 * The rate that is sent to the service once more; undefined where that would tell nothing. The generator was tried after the
 * service, and what else ran on the machine may have ended in between: only a service that gives way again is shown to be the one.
 */
export function rateAgain(staircases: Omit<Staircases, 'again'>): number | undefined {
  const broken = lowestBroken(staircases.steps);
  if (broken === undefined || obvious(staircases.steps, broken, staircases.limit) !== undefined) return undefined;
  return unclear(staircases, broken) === undefined ? broken : undefined;
}

/**
 * Whose the knee of a staircase is: the service's, the generator's, none but the rate limit's, or undecided; undefined where every rate
 * was kept, and the limit was not reached. It is called the service's only where the generator is shown to be able to do more.
 */
export function bottleneckOf(staircases: Staircases): Bottleneck | undefined {
  const { steps, alone, limit } = staircases;
  const broken = lowestBroken(steps);
  if (broken === undefined) {
    if (kneeOf(steps) !== limit) return undefined;
    return { is: 'rate-limit', says: 'every rate up to it met the objectives', generator: {} };
  }
  const kept = keptAlone(alone);
  const failing = lowestNotKept(alone);
  const generator = { ...(kept !== undefined && { kept }), ...(failing !== undefined && { broken: failing }) };
  return { ...(obvious(steps, broken, limit) ?? compared(staircases, broken)), generator };
}

type Verdict = Pick<Bottleneck, 'is' | 'says'>;

/** What the steps themselves show. */
function obvious(steps: readonly LoadStep[], rate: number, limit: number): Verdict | undefined {
  const at = steps.filter((step) => step.rate === rate && !step.kept);
  const sum = (count: (step: LoadStep) => number) => at.reduce((all, step) => all + count(step), 0);
  const [sent, refused, failed] = [sum((step) => step.sent), sum((step) => step.refused), sum((step) => step.failed)];
  if (refused > 0 && rate >= NEAR_LIMIT * limit)
    return { is: 'rate-limit', says: `requests were refused with 429 at ${shown(rate)}` };
  if (refused > 0) return { is: 'service', says: `it refused requests with 429 at ${shown(rate)}` };
  if (at.some(({ askedToWait }) => askedToWait !== undefined))
    return { is: 'service', says: `it said to wait (Retry-After) at ${shown(rate)}` };
  if (failed > ERRORS * sent)
    return { is: 'service', says: `it sent another status for ${failed} of ${sent} requests at ${shown(rate)}` };
  // As quick as at the lowest rate, and no connection was free.
  const lowest = steps.filter(({ kept }) => kept).reduce((least, step) => Math.min(least, step.rate), Infinity);
  const before = meanOf(steps.filter((step) => step.kept && step.rate === lowest));
  const now = meanOf(at);
  const allInUse = at.length > 0 && at.every((step) => inUse(step) >= IN_USE);
  if (before !== undefined && now !== undefined && allInUse && now <= AS_QUICK * before)
    return {
      is: 'generator',
      says:
        `all ${at[0]?.connections} connections waited for responses at ${shown(rate)}, which took ${now.toFixed(1)} ms as at lower ` +
        `rates: give more --connections`,
    };
  if (before !== undefined && now !== undefined && allInUse && now <= HARDLY_SLOWER * before)
    return {
      is: 'undecided',
      says:
        `all ${at[0]?.connections} connections waited for responses at ${shown(rate)}, which took ${now.toFixed(1)} ms, and ` +
        `${before.toFixed(1)} ms at the lowest rate: give more --connections`,
    };
  return undefined;
}

/** The share of its time that a connection waits for a response, by Little's law. */
function inUse({ sent, response, connections, seconds }: LoadStep): number {
  return (sent * response) / 1_000 / (connections * seconds);
}

function meanOf(steps: readonly LoadStep[]): number | undefined {
  const answered = steps.filter(({ response }) => response > 0);
  return answered.length === 0
    ? undefined
    : answered.reduce((sum, { response }) => sum + response, 0) / answered.length;
}

function compared(staircases: Staircases, broken: number): Verdict {
  const { alone, again } = staircases;
  const doubt = unclear(staircases, broken);
  if (doubt !== undefined) return doubt;
  const kept = keptAlone(alone) ?? 0;
  const keeps = `${NOTHING} sustains ${shown(kept)}`;
  if (again === undefined)
    return { is: 'undecided', says: `${keeps}, but ${shown(broken)} were not sent to the service again afterwards` };
  if (again.kept)
    return { is: 'undecided', says: `${keeps}, but when it was tried again, the service sustained ${shown(broken)}` };
  const own = processorsAt(kept, alone, 'generator');
  const used = own === undefined ? '' : `, with ${percent(own)} of this machine's processors`;
  return { is: 'service', says: `${keeps}${used}` };
}

const NOTHING = 'against a server that does nothing, the generator';

/** What speaks against the service's being the one that gave way; undefined where the generator is clear of it. */
function unclear({ steps, alone, sharesMachine }: Staircases, broken: number): Verdict | undefined {
  const kept = keptAlone(alone) ?? 0;
  if (kept < broken && alone.length === 0) return { is: 'undecided', says: 'the generator was not measured alone' };
  const machine = processorsAt(broken, steps, 'machine');
  if (kept < broken && machine !== undefined && machine < BUSY)
    return {
      is: 'undecided',
      says:
        `${NOTHING} does not sustain ${shown(broken)} either, but the processors of this machine were only ${percent(machine)} busy ` +
        'with the service',
    };
  if (kept < broken) return { is: 'generator', says: `${NOTHING} does not sustain ${shown(broken)} either` };
  if (kept < broken * MARGIN)
    return { is: 'undecided', says: `${NOTHING} sustains ${shown(kept)}, but not ${shown(broken * MARGIN)}` };
  const own = processorsAt(kept, alone, 'generator');
  if (machine !== undefined && machine >= FULL && (own === undefined || own >= LITTLE))
    return {
      is: 'undecided',
      says:
        `${NOTHING} sustains ${shown(kept)}, but the processors of this machine were ${percent(machine)} busy at ${shown(broken)}` +
        (sharesMachine ? ', and the service runs on it, too' : ''),
    };
  return undefined;
}

/** The largest share of all processors in the steps of a rate. */
function processorsAt(rate: number, steps: readonly LoadStep[], of: keyof ProcessorUse): number | undefined {
  return mostOf(steps.filter((step) => step.rate === rate).map(({ processors }) => processors?.[of]));
}

/** The highest rate that the generator kept alone, once: what else runs on the machine only makes it worse. */
function keptAlone(alone: readonly LoadStep[]): number | undefined {
  return mostOf(alone.filter(({ kept }) => kept).map(({ rate }) => rate));
}

function lowestNotKept(alone: readonly LoadStep[]): number | undefined {
  const above = alone.map(({ rate }) => rate).filter((rate) => rate > (keptAlone(alone) ?? 0));
  return above.length === 0 ? undefined : above.reduce((least, rate) => Math.min(least, rate));
}

function mostOf(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((most, value) => (value === undefined || value < (most ?? 0) ? most : value), undefined);
}

function shown(rate: number): string {
  return `${rate.toFixed(1)} requests per second`;
}
