import { TargetError } from '../errors.ts';
import { isGatewayStatus } from '../evidence/trouble.ts';
import { systemClock, type Clock } from '../wire/clock.ts';
import { createVisitor, isSilent, type Visited } from '../wire/visitor.ts';
import { PETVET_VERSION } from './version.ts';

/** Pauses between two requests grow to this, in milliseconds: a service that starts has other things to do. */
const LONGEST_PAUSE = 5_000;
const FIRST_PAUSE = 500;

/** Bounds of waiting. */
export interface UpBounds {
  /** In milliseconds. */
  readonly longest: number;
  readonly interrupt: AbortSignal;
  readonly clock?: Clock;
  /** Told once, when the first response is not one of a service that is up, or says to wait. */
  readonly onWaiting?: (why: string) => void;
}

/**
 * Waits for a fresh deployment: until any response comes that is not a gateway's 502, 503 or 504, and for as long as the responses said
 * to wait. The requests carry no key, so that they use nothing of its quota, and are no evidence.
 *
 * @returns how many requests that took
 * @throws {TargetError} when the service is not up in time
 * @throws {InterruptedError} when it was interrupted
 */
export async function waitUntilUp(
  target: Visited,
  { longest, interrupt, clock = systemClock, onWaiting }: UpBounds,
): Promise<number> {
  const until = clock.now() + longest;
  const visitor = createVisitor(target, { userAgent: `petvet/${PETVET_VERSION}`, interrupt, clock });
  for (let sent = 0, pause = FIRST_PAUSE, isUp = false; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const visit = await visitor.get('/pets?limit=1');
    let why = 'there was no response';
    if (isSilent(visit)) why = visit.why;
    else {
      sent += 1;
      isUp = visit.answer !== undefined && !isGatewayStatus(visit.answer.status);
      why = visit.answer === undefined ? (visit.failure?.says ?? why) : `the response was ${visit.answer.status}`;
    }
    const silence = visitor.silence();
    if (isUp && silence === undefined) return sent;
    if (sent === 1) onWaiting?.(silence?.why ?? why);
    const now = clock.now();
    const opens = Math.max(silence?.silentUntil ?? 0, now + pause);
    if (now >= until || (silence?.silentUntil ?? 0) > until)
      throw new TargetError(
        `${target.baseUrl} was not up within ${longest / 1_000} s: ${silence?.why ?? why}`,
        'check the deployment, or allow more time with --wait-until-up',
      );
    await clock.sleep(Math.min(opens, until) - now, interrupt);
  }
}
