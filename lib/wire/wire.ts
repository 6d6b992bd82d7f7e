import { createWaitReader } from '../contract/asked-wait.ts';
import { InterruptedError, type HarnessError } from '../errors.ts';
import { type CredentialRole, type Exchange } from '../evidence/exchange.ts';
import { isRefusedInFront } from '../evidence/refused-in-front.ts';
import type { Mask } from '../evidence/masking.ts';
import { asksForRepetition, isGatewayStatus } from '../evidence/trouble.ts';
import type { Target } from '../targets/target.ts';
import { systemClock, type Clock } from './clock.ts';
import { createGovernor, type Governor } from './governor.ts';
import type { LaneName } from './lane.ts';
import { readLimit, withoutFigures } from './limit-reading.ts';
import { openLines } from './lines.ts';
import type { OutgoingRequest } from './outgoing.ts';
import type { Figures } from './plan-figures.ts';
import { prepareRequest, recordAnswer, type PreparedRequest } from './recording.ts';
import { transmit, type Bounds, type Outcome } from './transmit.ts';
import { hearWait, waitsHeard } from './waits-heard.ts';

/** What happens on the wire, for those who watch. */
export type WireEvent =
  | { readonly kind: 'sent'; readonly id: number; readonly probe: string }
  /** `until` in milliseconds since 1970. */
  | { readonly kind: 'waiting'; readonly until: number; readonly why: string }
  | { readonly kind: 'retrying'; readonly id: number; readonly why: string };

/** What a wire is made of. */
export interface WireOptions {
  readonly target: Target;
  /** Knows every secret of the target: everything that leaves the wire passes through it. */
  readonly mask: Mask;
  /** Called with each exchange as it ends; ids count in the order of sending. */
  readonly append: (exchange: Exchange) => void;
  /** Requests that the run may send in total, until {@link Wire.allow} says otherwise. */
  readonly maxRequests: number;
  /** How many requests of the key's daily limit the run may use; default: no limit. */
  readonly dayAllowance?: number;
  /**
   * The share of the daily limit, from 0 to 1, that may be used by any client before the run stops, where the answers speak
   * of the day; default 1.
   */
  readonly dayShare?: number;
  /** The share of each window's limit that may be used before the run waits for the next window: 0 to 1, all of it when absent. */
  readonly minuteShare?: number;
  /** From 0 to 1, for the jitter of a backoff. */
  readonly random?: () => number;
  readonly runId: string;
  /** petvet's own, for the User-Agent. */
  readonly version: string;
  readonly clock?: Clock;
  /** Other bounds than {@link BOUNDS}. */
  readonly bounds?: Partial<Bounds>;
  /** The longest wait for the limit, in seconds; default 130, or two windows and ten seconds where that is more. */
  readonly longestWaitSeconds?: number;
  readonly onEvent?: (event: WireEvent) => void;
  /** See the governor; every wait is one that it may begin, when absent. */
  readonly refusesWait?: ((until: number, waited: number) => HarnessError | undefined) | undefined;
}

/** How a request is sent. */
interface SendOptions {
  /**
   * As one of the burst: it leaves although nothing remains, at once with the others, once nothing else of its caller is on
   * its way. A burst is at most {@link Wire.mostOver} more than remain, and the last one of a run where any of it was refused
   * or not answered; there is none during a wait after a refusal. Any further request leaves like any other. A request of the burst is never repeated.
   */
  readonly overLimit?: boolean;
  /**
   * It is not tried again after a gateway's status, a 408, 421 or 425, or a reset: the sender does that; and it has a connection of its own, as a
   * service that is stopping may still answer on its existing ones.
   */
  readonly once?: boolean;
  /** The number of the exchange of the same request that it repeats. */
  readonly retryOf?: number;
}

/** The connection to the target: everything that is sent goes through here. */
export interface Wire {
  /**
   * Sends a request when the governor lets it go, and records it. A GET is tried once more after a gateway's status, a 408, 421 or 425, or a reset,
   * and up to twice after a 429; anything else is sent once.
   *
   * @param probe - the name of who asks, for the record
   * @returns the last exchange, masked; one with a failure when there was no answer
   * @throws InterruptedError, BudgetSpentError, LimitSpentError
   */
  send(request: OutgoingRequest, probe: string, options?: SendOptions): Promise<Exchange>;
  /**
   * How many requests the primary key may still send in the current window, not counting those on their way: 0 during a wait, 1
   * when one has to go ahead alone; undefined before the first answer, and where it is unknown.
   */
  left(): number | undefined;
  /** What the primary key may send per window: as declared, or as the answers show, where that is less. */
  figures(): Figures;
  /** How many requests beyond what remains the primary key's next burst sends at most. */
  mostOver(): number;
  /** Until when nothing of a caller may start, in milliseconds since 1970; Infinity for the rest of the run; undefined when open. */
  openAgainAt(lane: LaneName): number | undefined;
  /** Sets how many requests the run may send in total, including those already sent. */
  allow(total: number): void;
  /** Sets how many requests of the key's daily limit the run may use, including those already sent. */
  allowToday(total: number): void;
  /** Ends waits and requests on their way, which are recorded as interrupted; whatever is sent afterwards is refused. */
  stop(): void;
  facts(): { readonly sent: number; readonly refused: number; readonly waitedSeconds: number };
  /** Stops, and closes all connections. */
  close(): Promise<void>;
}

/** The usual limits of one exchange: milliseconds and bytes. */
const BOUNDS: Bounds = { connect: 5_000, headers: 10_000, body: 10_000, bodyBytes: 8 * 1024 * 1024 };

/** The usual longest wait for the limit, in seconds. */
const LONGEST_WAIT_SECONDS = 130;

/** How often a GET is sent again after a 429. */
const MOST_REPEATS = 2;

/** The pause before a GET is tried again, in milliseconds; where the answer asks for a longer one, the governor waits that long. */
const RETRY_PAUSE_MS = 250;

/** Safe to send again, and so the only ones that may use a connection which the service might just be closing. */
const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * Opens the wire to a target.
 *
 * A POST has a connection of its own: on a kept one it could cross with the service's closing of it, would be lost, and
 * must not be sent again.
 */
export function createWire(options: WireOptions): Wire {
  const { target, mask, append, maxRequests, runId, version, clock = systemClock, onEvent } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  const { dayAllowance = Infinity, dayShare = 1, minuteShare = 1, random = Math.random } = options;
  const longestWait = options.longestWaitSeconds ?? Math.max(LONGEST_WAIT_SECONDS, 2 * target.windows.minute + 10);
  const stopping = new AbortController();
  const lines = openLines(target, bounds.connect);
  const governor: Governor = createGovernor({
    clock,
    heardBefore: waitsHeard(target, clock.now()),
    maxRequests,
    dayAllowance,
    dayShare,
    minuteShare,
    random,
    declared: declaredFigures(target),
    window: target.windows.minute * 1_000,
    longestWait: longestWait * 1_000,
    interrupted: stopping.signal,
    refusesWait: options.refusesWait,
    onWaiting: (until, why) => onEvent?.({ kind: 'waiting', until, why }),
  });
  const isMeant = createWaitReader();
  const userAgent = `petvet/${version} (run ${runId})`;
  let lastId = 0;
  let refused = 0;

  const attempt = async (
    { open, recorded }: PreparedRequest,
    lane: LaneName,
    probe: string,
    { overLimit, once }: Required<Pick<SendOptions, 'overLimit' | 'once'>>,
  ) => {
    const ticket = await governor.enter(lane, overLimit);
    const id = ++lastId;
    onEvent?.({ kind: 'sent', id, probe });
    const mayShare = SAFE_METHODS.includes(open.method) && !once;
    const line = mayShare ? lines.kept : lines.fresh(open.origin);
    const startedAt = clock.now();
    const outcome = await transmit(line, open, bounds, clock, stopping.signal);
    if (!mayShare) void line.destroy();
    const { answer, failure, answeredAt, endedAt } = outcome;
    if (answer?.status === 429) refused += 1;
    const reading =
      answer === undefined || answeredAt === undefined
        ? undefined
        : readLimit(answer, { startedAt, answeredAt }, target.windows, isMeant);
    const isInFront = answer !== undefined && isRefusedInFront(recorded, answer.status);
    if (reading !== undefined) hearWait(target, { lane, reading });
    governor.arrive(lane, ticket, reading !== undefined && isInFront ? withoutFigures(reading) : reading);
    const exchange: Exchange = {
      id,
      request: recorded,
      ...(answer !== undefined && { answer: recordAnswer(answer, mask) }),
      ...(answer === undefined && failure !== undefined && { failure: { ...failure, says: mask.mask(failure.says) } }),
      times: { startedAt, ...(answeredAt !== undefined && { answeredAt }), endedAt },
      probe,
    };
    return { exchange, outcome };
  };

  return {
    async send(request, probe, { overLimit = false, once = false, retryOf: repeated } = {}) {
      const prepared = prepareRequest(request, target, mask, userAgent);
      const lane = laneOf(prepared.recorded.credential);
      let retryOf = repeated;
      const isRepeatable = request.method === 'GET' && !overLimit;
      let mayRetry = isRepeatable && !once;
      let repeats = isRepeatable ? MOST_REPEATS : 0;
      for (;;) {
        const { exchange: made, outcome } = await attempt(prepared, lane, probe, { overLimit, once });
        const exchange: Exchange = retryOf === undefined ? made : { ...made, retryOf };
        const why = mayRetry && governor.mayEnter(lane) ? instability(outcome) : undefined;
        append(why === undefined ? exchange : { ...exchange, retried: true });
        if (stopping.signal.aborted) throw new InterruptedError();
        if (why !== undefined) {
          mayRetry = false;
          retryOf = exchange.id;
          onEvent?.({ kind: 'retrying', id: exchange.id, why });
          await clock.sleep(RETRY_PAUSE_MS, stopping.signal);
        } else if (repeats > 0 && outcome.answer?.status === 429 && governor.mayEnter(lane)) {
          repeats -= 1;
          retryOf = undefined;
        } else {
          return exchange;
        }
      }
    },
    stop: () => stopping.abort(),
    facts: () => ({ ...governor.facts(), refused }),
    left: governor.left,
    figures: governor.figures,
    mostOver: governor.mostOver,
    openAgainAt: (lane) => governor.openAgainAt(lane),
    allow: governor.allow,
    allowToday: governor.allowToday,
    async close() {
      stopping.abort();
      await lines.kept.destroy();
    },
  };
}

/** Where there are several credentials the service may well read the key. */
function laneOf(role: CredentialRole): LaneName {
  if (role === 'second') return 'second';
  return role === 'none' || role === 'wrong' ? 'other' : 'primary';
}

function declaredFigures({ plan: { perMinute, perDay } }: Target): Figures {
  return { ...(perMinute !== undefined && { perMinute }), ...(perDay !== undefined && { perDay }) };
}

/** What makes an exchange worth a second try; undefined when nothing does. */
function instability({ answer, reset }: Outcome): string | undefined {
  if (reset) return 'the connection was reset';
  if (answer === undefined) return undefined;
  const isUnstable = isGatewayStatus(answer.status) || asksForRepetition(answer.status);
  return isUnstable ? `the response was ${answer.status}` : undefined;
}
