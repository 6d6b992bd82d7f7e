import type { SimulatedLimiter, Word } from '../judges/limiter/limiter-simulation.fixture.ts';
import { randomOf } from '../judges/service-traits.fixture.ts';
import { NOON } from './traffic.fixture.ts';

/** A sender of a caller's requests, and how the log knows of it. */
export interface PlayedSender {
  /** What the log calls the caller. */
  readonly key: string;
  readonly limiter: SimulatedLimiter;
  /** Mean milliseconds from one request to the next. */
  readonly pace: number;
  /** Whether it waits for as long as a 429 says; else it insists. */
  readonly waits: boolean;
  /** It sends its next request only when it has the response to the last one. */
  readonly isSequential: boolean;
  /** The log does not show it. */
  readonly isUnseen?: boolean;
  /** Requests after which it rests for some time, if it does. */
  readonly restsAfter?: number;
}

/** What the service decided on a request, and when. */
interface Answered {
  readonly at: number;
  readonly isRefused: boolean;
  readonly word: Word;
}

/** How a service and its gateway behave. */
export interface PlayedCourse {
  readonly seed: number;
  readonly senders: readonly PlayedSender[];
  readonly minutes: number;
  readonly limit: number;
  /** Mean milliseconds that a response takes, and the most. */
  readonly takes: number;
  readonly slowest?: number;
  /** Which of the lines are lost. */
  readonly isLost?: (nth: number, random: () => number) => boolean;
  /** Milliseconds by which a line may be written late. */
  readonly late?: number;
  /** Whether times are those of whole seconds. */
  readonly isCoarse?: boolean;
  /** Milliseconds by which the clock of the second instance of the gateway is ahead. */
  readonly apart?: number;
  readonly hasDate?: boolean;
  /** Statuses that the service does not count. */
  readonly uncounted?: readonly number[];
  /** Changes the headers of a response, or takes some away. */
  readonly alter?: (headers: Record<string, string>, how: Answered) => void;
  readonly most?: number;
}

/** A line of a log in the format of petvet. */
type Line = Readonly<Record<string, string | number>>;

const SORTS = [
  ['GET', '/pets?limit=1', 200],
  ['GET', '/pets?status=sold', 200],
  ['GET', '/pets/7', 200],
  ['GET', '/pets/999', 404],
  ['POST', '/pets', 201],
  ['POST', '/pets', 400],
] as const;

interface Event {
  readonly at: number;
  readonly act: (at: number) => void;
}

/** The lines of a gateway's log while senders use a service, in the order in which they are written. */
export function playedLines(course: PlayedCourse): string[] {
  const {
    seed,
    senders,
    minutes,
    limit,
    takes,
    slowest = 10_000,
    late = 0,
    isCoarse,
    apart = 0,
    most = 6_000,
  } = course;
  const random = randomOf(seed);
  const events: Event[] = [];
  const lines: { readonly writtenAt: number; readonly line: Line }[] = [];
  const plan = (at: number, act: Event['act']) => {
    let place = events.length;
    while (place > 0 && (events[place - 1]?.at ?? 0) < at) place--;
    events.splice(place, 0, { at, act });
  };
  const gap = (mean: number) => mean * -Math.log(1 - random() * 0.999);
  const start = NOON + Math.floor(random() * 90_000);
  const end = start + minutes * 60_000;
  for (const sender of senders) {
    let [sent, closedUntil] = [0, 0];
    const next = (at: number) => {
      const rests = sender.restsAfter !== undefined && sent % sender.restsAfter === sender.restsAfter - 1;
      const due = at + gap(sender.pace) + (rests ? gap(90_000) : 0);
      plan(due, send);
    };
    const send = (at: number) => {
      if (at > end || sent >= most) return;
      if (sender.waits && at < closedUntil) return plan(closedUntil + 50 + random() * 200, send);
      sent++;
      const [method, path, served] = SORTS[Math.floor(random() * SORTS.length)] ?? SORTS[0];
      const [there, back] = [Math.min(gap(takes), slowest), Math.min(gap(takes), slowest)];
      if (!sender.isSequential) next(at);
      plan(at + there, (met) => {
        const word = sender.limiter(met, course.uncounted?.includes(served) !== true);
        const answered = met + back;
        const retryAfter = Math.max(0, Math.ceil((word.opensAt - met) / 1_000));
        const headers: Record<string, string> = {
          limit: `${limit}`,
          remaining: `${word.remaining}`,
          reset: `${Math.ceil(word.resetAt / 1_000)}`,
          retryAfter: word.admitted ? '' : `${retryAfter}`,
        };
        if (course.hasDate === true) headers['date'] = new Date(met).toUTCString();
        course.alter?.(headers, { at: met, isRefused: !word.admitted, word });
        plan(answered, (now) => {
          if (!word.admitted) closedUntil = Math.max(closedUntil, now + 1_000 * retryAfter);
          if (sender.isSequential) next(now);
        });
        if (sender.isUnseen === true) return;
        const instance = apart === 0 ? undefined : Math.floor(random() * 2);
        const logged = answered + (instance ?? 0) * apart;
        lines.push({
          writtenAt: answered + random() * late,
          line: {
            ends: isCoarse === true ? Math.floor(logged / 1_000) : Math.floor(logged) / 1_000,
            seconds: Math.round(answered - at) / 1_000,
            method,
            target: `/v1${path}`,
            status: word.admitted ? served : 429,
            key: sender.key,
            agent: 'demo/1',
            ...(instance !== undefined && { clock: `gateway-${instance}` }),
            ...headers,
          },
        });
      });
    };
    plan(start + random() * 5_000, send);
  }
  for (let event = events.pop(); event !== undefined; event = events.pop()) event.act(event.at);
  return lines
    .filter((_, nth) => course.isLost?.(nth, random) !== true)
    .toSorted((a, b) => a.writtenAt - b.writtenAt)
    .map(({ line }) => JSON.stringify(line));
}

/** The same limiter, which forgets what it has counted at some instants. */
export function restarting(make: () => SimulatedLimiter, restarts: readonly number[]): SimulatedLimiter {
  const due = restarts.toSorted((a, b) => a - b);
  let limiter = make();
  return (now, isCounted) => {
    if ((due[0] ?? Infinity) <= now) {
      due.shift();
      limiter = make();
    }
    return limiter(now, isCounted);
  };
}
