import { NO_BODY, type Exchange } from '../evidence/exchange.ts';
import { readTimes } from '../evidence/har-times.ts';
import { sentLike } from './log.fixture.ts';
import { Script } from './script.ts';
import { SITUATIONS } from './situations.ts';

/** Numbers from 0 to 1, the same ones for the same seed. */
type Random = () => number;

/** How a simulated client waits after a refusal: the `nth` in a row, from 0, which asked to wait for `asked`. In milliseconds. */
export type Habit = (nth: number, asked: number, random: Random) => number;

/** What a service says to a request at an instant, in milliseconds; undefined admits it. `asked` in seconds. */
interface Service {
  readonly refuses: (number: number, now: number) => { readonly asked: number } | undefined;
  readonly ended: (number: number, now: number) => void;
}

/** Recorders: one of milliseconds, one of whole seconds, and one that keeps no durations. */
export const CLOCKS = ['milliseconds', 'seconds', 'untimed'] as const;

/** One client, and how its traffic is recorded. */
export interface Simulated {
  readonly habit: Habit;
  readonly service: 'script' | 'moody';
  readonly clock: (typeof CLOCKS)[number];
  readonly seed: number;
  /** They share what they know of refusals. */
  readonly workers?: number;
  /** How many requests the client had sent before the recording began. */
  readonly missed?: number | undefined;
  /** Retry-After is a date, by the clock of the service, which is ahead by so much. In milliseconds. */
  readonly datesAhead?: number | undefined;
}

/** @returns numbers that are spread evenly; those of fast-check prefer extremes, which chance does not */
function randomOf(seed: number): Random {
  let state = 1 + (seed % 2_147_483_646);
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The service of `petvet client`. */
function scripted(): Service {
  const script = new Script(SITUATIONS.refusals.steps);
  return {
    refuses(number, now) {
      const turn = script.next(number, sentLike(), now);
      if (turn.kind === 'admit' || turn.kind === 'disturb') return undefined;
      const asked = turn.kind === 'refuse' ? turn.refusal.retryAfter : Math.ceil(turn.remaining / 1_000);
      return { asked };
    },
    ended: (number, now) => script.ended(number, now),
  };
}

/** One that refuses now and then, for as long as it likes, and whatever comes meanwhile. */
function moody(random: Random): Service {
  let until = 0;
  return {
    refuses(number, now) {
      if (now >= until && (number === 1 || random() < 0.3)) return undefined;
      if (now >= until) until = now + 1_000 * Math.floor(4 * random());
      const asked = Math.max(0, Math.ceil((until - now) / 1_000));
      return { asked };
    },
    ended: () => {},
  };
}

const BEGIN = Date.UTC(2026, 10, 21, 10);
const [CALLS, MOST_REQUESTS] = [6, 80];

type Entry = Parameters<typeof readTimes>[0][number];

/** What a recorder has of a simulated client, as it is read from a HAR file. */
export function recordedTraffic(simulated: Simulated): Exchange[] {
  const { habit, seed, clock, workers = 1, missed = 0, datesAhead } = simulated;
  const random = randomOf(seed);
  const service = simulated.service === 'script' ? scripted() : moody(random);
  const entries: Entry[] = [];
  const due: { readonly at: number; readonly act: (now: number) => void }[] = [];
  const [offset, shared] = [1_000 * random(), { until: 0, since: -1, nth: 0 }];
  let sent = 0;
  const send = (left: number) => (now: number) => {
    if (now < shared.until) due.push({ at: shared.until + 5 * random(), act: send(left) });
    else if (left > 0 && sent < MOST_REQUESTS) sendNow(left, now);
  };
  const sendNow = (left: number, now: number) => {
    sent += 1;
    const number = sent;
    const refused = service.refuses(number, now);
    const endedAt = now + 3 + 30 * random();
    entries.push(entryOf({ at: BEGIN + offset + now, endedAt: BEGIN + offset + endedAt, refused, clock, datesAhead }));
    due.push({
      at: endedAt,
      act() {
        service.ended(number, endedAt);
        if (refused === undefined) shared.nth = 0;
        else {
          // A request that was under way when another worker was refused counts as one attempt with it.
          const isNew = now > shared.since;
          if (isNew) [shared.since, shared.nth] = [endedAt, shared.nth + 1];
          const wait = habit(shared.nth - 1, 1_000 * refused.asked, random);
          shared.until = Math.max(shared.until, endedAt + (isNew ? wait : 1_000 * refused.asked));
        }
        due.push({ at: endedAt + 30 * random(), act: send(refused === undefined ? left - 1 : left) });
      },
    });
  };
  for (let worker = 0; worker < workers; worker += 1) due.push({ at: 10 * worker, act: send(CALLS) });
  while (due.length > 0) {
    due.sort((a, b) => b.at - a.at);
    const next = due.pop();
    next?.act(next.at);
  }
  const kept = entries.slice(missed);
  return readTimes(kept, false).flatMap((times, index) => {
    const { answerHeaders: headers = [] } = kept[index] ?? {};
    const status = headers.some(([name]) => name === 'Retry-After') ? 429 : 200;
    return times === undefined
      ? []
      : [{ id: index + 1, request: sentLike(), answer: { status, headers, body: NO_BODY }, times }];
  });
}

interface Happened {
  readonly at: number;
  readonly endedAt: number;
  readonly refused: { readonly asked: number } | undefined;
  readonly clock: Simulated['clock'];
  readonly datesAhead: number | undefined;
}

function entryOf({ at, endedAt, refused, clock, datesAhead }: Happened): Entry {
  const unit = clock === 'seconds' ? 1_000 : 1;
  const date = (instant: number) => new Date(instant + (datesAhead ?? 0)).toUTCString();
  const asked = refused && (datesAhead === undefined ? `${refused.asked}` : date(endedAt + 1_000 * refused.asked));
  return {
    entry: {
      startedDateTime: new Date(Math.floor(at / unit) * unit).toISOString(),
      time: clock === 'untimed' ? 0 : endedAt - at,
      timings: null,
    },
    answerHeaders: [['Date', date(endedAt)], ...(asked === undefined ? [] : [['Retry-After', asked] as const])],
  };
}
