import type { Exchange } from '../evidence/exchange.ts';
import { BURST, SECOND_CALLER } from '../evidence/record-names.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import type { Target } from '../targets/target.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import type { Wire } from '../wire/wire.ts';
import { burstRequests } from './burst-requests.ts';
import { SECOND } from './credentials.ts';
import { Exhaustion } from './exhaustion.ts';
import { resetOf } from './pace.ts';

/** What a session lends to the using up of its limit. */
interface SessionMeans {
  readonly wire: Wire;
  /** Requests that the run may still send. */
  readonly rest: () => number;
  readonly deliver: (request: OutgoingRequest, probe: string, overLimit?: boolean) => Promise<Exchange>;
  readonly knowledge: () => JudgeKnowledge;
  readonly freshName: () => string;
  readonly hold: (until: number, why: string) => Promise<void>;
}

/** What uses up the limit of a session's key. */
export function exhaustionOf(target: Target, session: SessionMeans): Exhaustion {
  const { wire, rest, deliver, knowledge, freshName, hold } = session;
  const second: OutgoingRequest = { method: 'GET', target: '/pets?limit=1', headers: SECOND.headers };
  return new Exhaustion({
    left: () => wire.left(),
    openAgainAt: () => wire.openAgainAt('primary'),
    perMinute: () => wire.figures().perMinute,
    rest,
    window: target.windows.minute * 1_000,
    now: () => Date.now(),
    send: (request, overLimit) => deliver(request, BURST, overLimit),
    ...(target.secondApiKey !== undefined && { sendSecond: () => deliver(second, SECOND_CALLER) }),
    burst: (count, creates) => {
      const known = knowledge();
      return burstRequests(count, { ...known, writes: known.writes && creates, name: freshName });
    },
    hold,
    resetOf: (exchange) => resetOf(exchange, target),
  });
}
