import type { Finding } from '../finding.ts';
import { aKnowledge, aReading, FIRST_INSTANT, type ExchangeParts } from '../judges.fixture.ts';
import { withoutRawBodies } from '../reading.ts';
import { judgeLimiter } from './index.ts';

/** One request of a log that a test writes down, and what its response says of the limit. */
export interface LoggedRequest extends Pick<ExchangeParts, 'method' | 'target' | 'status' | 'credential' | 'takes'> {
  /** Milliseconds since the first instant of the log. */
  readonly at: number;
  readonly limit?: number;
  /** Absent: the response does not carry the header. */
  readonly remaining?: number;
  /** From the response to Reset, in seconds; absent as above. */
  readonly resetIn?: number;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** What the judges of the limiter find in a log, one request after the other. */
export function aLimiterLog(
  requests: readonly LoggedRequest[],
  alter: (parts: ExchangeParts) => ExchangeParts = (same) => same,
  knowledge: Parameters<typeof aKnowledge>[0] = {},
): readonly Finding[] {
  const readings = requests.map(({ at, limit = 60, remaining, resetIn, retryAfter, ...parts }, index) => {
    const instant = FIRST_INSTANT + at;
    const reading = aReading(
      alter({
        target: `/pets?limit=${(index % 100) + 1}`,
        ...parts,
        id: index + 1,
        at: instant,
        headers: [
          ['Date', new Date(instant).toUTCString()],
          ['X-RateLimit-Limit', `${limit}`],
          ['X-RateLimit-Remaining', `${remaining ?? 0}`],
          ['X-RateLimit-Reset', `${Math.ceil(instant / 1_000 + (resetIn ?? 0))}`],
          ...(retryAfter === undefined ? [] : [['Retry-After', `${retryAfter}`] as const]),
        ],
        without: [
          ...(remaining === undefined ? ['X-RateLimit-Remaining'] : []),
          ...(resetIn === undefined ? ['X-RateLimit-Reset'] : []),
        ],
      }),
    );
    return withoutRawBodies(reading); // as the log of a run keeps it
  });
  return judgeLimiter({ readings, unanswered: [], knowledge: aKnowledge(knowledge) }).findings;
}

/** What a log is not verified for, or violates, each as `RATE-4 fail: …`. */
export function judged(...given: Parameters<typeof aLimiterLog>): string[] {
  return aLimiterLog(...given).flatMap(({ rule, verdict, says }) =>
    verdict === 'fail' || verdict === 'inconclusive' ? [`${rule} ${verdict}: ${says}`] : [],
  );
}

/** What it violates. */
export function failed(...given: Parameters<typeof aLimiterLog>): string[] {
  return judged(...given).filter((one) => / fail: /.test(one));
}
