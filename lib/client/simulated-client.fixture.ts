import type { SentRequest } from '../evidence/exchange.ts';
import type { Random } from '../reference/random.ts';
import type { ClientFinding } from './finding.ts';
import { judgeBackoff } from './judge-waits.ts';
import { sentLike } from './log.fixture.ts';
import { withoutDoubt } from './refused-rows.ts';
import type { ClientRequest } from './request-log.ts';
import { Script } from './script.ts';
import { SITUATIONS } from './situations.ts';

/** How a client waits. */
export interface Waiting {
  /** Milliseconds after the refusal of that number in a row (from 0). `share` draws from 0 to 1. */
  readonly wait: (about: {
    readonly n: number;
    readonly asked: number;
    readonly before: number;
    readonly share: () => number;
  }) => number;
  /** How often it sends a request again before it gives it up, and goes on with the next. */
  readonly retries: number;
}

/** A response takes so long, in milliseconds. */
const TAKES = 27;
/** Timers are as late as this, in milliseconds, and once in as many waits up to the other. */
const [LATE, STALL, RARELY] = [8, 250, 80] as const;
const CALLS = 24;

/** What a client that waits so does in `refusals`, without a clock; and the verdict on CLIENT-3. */
export function simulate(
  { wait, retries }: Waiting,
  random: Random,
): { readonly finding: ClientFinding; readonly seconds: number; readonly log: readonly ClientRequest[] } {
  const share = () => random.whole(2 ** 31) / 2 ** 31;
  const script = new Script(SITUATIONS.refusals.steps);
  const log: ClientRequest[] = [];
  const epoch = 1_000 * share();
  let now = 0;
  for (let call = 0; call < CALLS && !script.isOver; call += 1) {
    const sent: SentRequest = sentLike({ target: `/pets?limit=${1 + call}` });
    let before = 0;
    for (let n = 0; n <= retries; n += 1) {
      const [number, arrivedAt] = [log.length + 1, now];
      const turn = script.next(number, sent, arrivedAt);
      const endedAt = arrivedAt + TAKES;
      const isAdmitted = turn.kind === 'admit';
      const seconds =
        turn.kind === 'refuse'
          ? turn.refusal.retryAfter
          : turn.kind === 'early'
            ? Math.ceil(turn.remaining / 1_000)
            : 0;
      const resetAt = 1_000 * Math.ceil((arrivedAt + epoch) / 1_000 + seconds) - epoch;
      log.push({
        number,
        situation: 'refusals',
        run: 1,
        sent,
        arrivedAt,
        endedAt,
        status: isAdmitted ? 200 : 429,
        ...(!isAdmitted && { resetAt }),
        ...(turn.kind === 'refuse' && { refusal: turn.refusal }),
        ...(turn.kind === 'early' && { duringWaitOf: turn.of, underWay: turn.underWay }),
      });
      script.ended(number, endedAt, resetAt);
      now = endedAt + 1 + share();
      if (isAdmitted) break;
      before = wait({ n, asked: 1_000 * seconds, before, share });
      const isLast = n === retries;
      now += (isLast ? 1_000 * seconds : before) + LATE * share() + (random.whole(RARELY) === 0 ? STALL * share() : 0);
    }
  }
  return { finding: judgeBackoff(withoutDoubt(log)), seconds: now / 1_000, log };
}
