import { InterruptedError, TargetError } from '../errors.ts';
import { isGatewayStatus } from '../evidence/trouble.ts';
import type { Target } from '../targets/target.ts';
import { systemClock, type Clock } from '../wire/clock.ts';
import { openLines } from '../wire/lines.ts';
import { composeHeaders } from '../wire/outgoing.ts';
import { transmit } from '../wire/transmit.ts';
import { PETVET_VERSION } from './version.ts';

/** Pauses between two requests grow to this, in milliseconds: a service that starts has other things to do. */
const LONGEST_PAUSE = 5_000;
const FIRST_PAUSE = 500;

/** One request, in milliseconds and bytes. */
const BOUNDS = { connect: 5_000, headers: 10_000, body: 10_000, bodyBytes: 1_048_576 };

/** Bounds of waiting. */
export interface UpBounds {
  /** In milliseconds. */
  readonly longest: number;
  readonly interrupt: AbortSignal;
  readonly clock?: Clock;
  /** Told once, when the first response is not one of a service that is up. */
  readonly onWaiting?: (why: string) => void;
}

/**
 * Waits for a fresh deployment: until any response comes that is not a gateway's 502, 503 or 504. The requests carry no key, so that they
 * use nothing of its quota, and are no evidence.
 *
 * @returns how many requests that took
 * @throws {TargetError} when the service is not up in time
 * @throws {InterruptedError} when it was interrupted
 */
export async function waitUntilUp(
  target: Pick<Target, 'baseUrl' | 'ca' | 'clientCertificate' | 'proxy' | 'headers'>,
  { longest, interrupt, clock = systemClock, onWaiting }: UpBounds,
): Promise<number> {
  const until = clock.now() + longest;
  const { origin, pathname } = new URL(target.baseUrl);
  const request = { method: 'GET', target: '/pets?limit=1', headers: [] };
  const headers = composeHeaders(request, target.headers, `petvet/${PETVET_VERSION}`);
  for (let sent = 1, pause = FIRST_PAUSE; ; sent += 1, pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const line = openLines(target, BOUNDS.connect).kept;
    const open = { ...request, origin, path: `${pathname}${request.target}`, headers, body: undefined, chunked: false };
    const { answer, failure } = await transmit(line, open, BOUNDS, clock, interrupt);
    await line.destroy();
    if (interrupt.aborted) throw new InterruptedError();
    if (answer !== undefined && !isGatewayStatus(answer.status)) return sent;
    const why = answer === undefined ? (failure?.says ?? 'there was no response') : `the response was ${answer.status}`;
    if (sent === 1) onWaiting?.(why);
    const left = until - clock.now();
    if (left <= 0)
      throw new TargetError(
        `${target.baseUrl} was not up within ${longest / 1_000} s: ${why}`,
        'check the deployment, or allow more time with --wait-until-up',
      );
    await clock.sleep(Math.min(pause, left), interrupt);
  }
}
