import { clockAhead } from '../../contract/clock-ahead.ts';
import { parseHttpDate } from '../../contract/http-date.ts';
import { IS_THE_PROXY_UP } from '../../errors.ts';
import { headerValue } from '../../evidence/exchange.ts';
import type { Target } from '../../targets/target.ts';
import { mend, unknown, well, type DoctorLine, spanWords } from './line.ts';
import { readLimits } from './read-limits.ts';
import { isSilent, type Visit } from '../../wire/visitor.ts';
import { holdsPets, type Visits } from '../../run/visit.ts';

/** What the sentences name besides what the service showed. */
export interface ReadSetup {
  readonly target: Target;
  /** The variable that holds the key, or names its file. */
  readonly keyVariable: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A response that takes longer makes a run slow, and comes near to what a check waits for, in milliseconds. */
const SLOW_MS = 2_000;

/** A certificate that expires sooner may do so before the next release, in days. */
const SOON_DAYS = 21;
const DAY_MS = 86_400_000;

/** Clocks that differ by more make clients misread a window of a minute, in milliseconds. */
const MOST_SKEW_MS = 30_000;

/** Says what the requests of the doctor showed. What is not said cannot be told, because no response came. */
export function readVisits(visits: Visits, setup: ReadSetup): DoctorLine[] {
  const { anonymous, withKey: second } = visits;
  const silent = second !== undefined && isSilent(second) ? second : undefined;
  const withKey = second === undefined || isSilent(second) ? undefined : second;
  const service = readService(anonymous, withKey);
  const tls = readCertificate(visits, setup);
  if (anonymous.answer === undefined) return [service, ...tls];
  const clock = readClock(withKey?.answer === undefined ? anonymous : withKey);
  if (silent !== undefined)
    return [service, ...tls, clock, unknown('key', `not sent: ${silent.why}`, 'run it again after that time')];
  if (withKey === undefined)
    return [service, ...tls, clock, unknown('key', 'not sent: the response without it is not one of the service')];
  const key = readKey(anonymous, withKey, setup);
  const isAccepted = withKey.answer?.status === 200;
  return [service, ...tls, clock, key, ...(isAccepted ? readLimits(withKey, setup.target) : [])];
}

function readService(anonymous: Visit, withKey: Visit | undefined): DoctorLine {
  const { answer, failure } = anonymous;
  if (answer === undefined)
    return mend(
      'service',
      failure?.says ?? 'there is no response',
      failure?.isOfProxy === true
        ? IS_THE_PROXY_UP
        : failure?.kind === 'tls'
          ? 'look at the certificate of the service, and at the base address'
          : 'is the service running, and are host and port of the base address right?',
    );
  const { status } = answer;
  if ([502, 503, 504].includes(status))
    return mend(
      'service',
      `responds with ${status}: it is unavailable`,
      'look at the deployment, and at what stands in front of it',
    );
  if (status >= 500) return mend('service', `responds with ${status}`, 'look at the log of the service');
  if (status === 429)
    return unknown('service', 'responds with 429 even without a key', 'wait for a minute, and run it again');
  if (status >= 300 && status < 400)
    return mend(
      'service',
      `redirects with ${status}, and petvet follows no redirect`,
      'set the base address to where it leads',
    );
  if (![401, 403].includes(status) && !holdsPets(answer))
    return mend(
      'service',
      status === 200
        ? 'the response to GET /pets is not a JSON array: another service is listening there'
        : `GET /pets gets ${status}: nothing is there, or another service`,
      'are host, port and path of the base address right?',
    );
  const took = Math.round((withKey ?? anonymous).answeredAt - (withKey ?? anonymous).startedAt);
  return took > SLOW_MS
    ? unknown(
        'service',
        `responds, but takes ${(took / 1_000).toFixed(1)} s`,
        'a check waits at most 10 s for a response',
      )
    : well('service', `responds in ${took} ms`);
}

function readCertificate({ certificateUntil, anonymous }: Visits, { target, now }: ReadSetup): DoctorLine[] {
  if (!target.baseUrl.startsWith('https:') || anonymous.failure?.kind === 'tls') return [];
  if (certificateUntil === undefined)
    return anonymous.answer === undefined ? [] : [unknown('tls', 'the certificate could not be read')];
  const days = Math.floor((certificateUntil - now) / DAY_MS);
  const until = `the certificate is valid until ${new Date(certificateUntil).toISOString().slice(0, 10)}`;
  return [
    days < SOON_DAYS
      ? unknown('tls', `${until}, ${days === 1 ? '1 day' : `${days} days`} from now`, 'renew it in time')
      : well('tls', until),
  ];
}

function readClock({ answer, startedAt, answeredAt }: Visit): DoctorLine {
  const date = answer === undefined ? undefined : headerValue(answer.headers, 'Date');
  if (date === undefined) return unknown('clock', 'the response has no Date header, so the clocks cannot be compared');
  const written = parseHttpDate(date, answeredAt);
  if (written === undefined) return unknown('clock', 'the Date header of the response is not a valid HTTP date');
  const { least, most } = clockAhead(written, startedAt, answeredAt);
  if (least <= 0 && most >= 0) return well('clock', 'agrees with the service');
  const [by, way] = least > 0 ? [least, 'ahead of'] : [-most, 'behind'];
  const says = `the service is ${spanWords(by)} ${way} this machine`;
  return by > MOST_SKEW_MS
    ? mend('clock', says, 'set the clock that is wrong (NTP): X-RateLimit-Reset is read by it')
    : unknown('clock', says, 'petvet allows for it; other clients may not');
}

function readKey(anonymous: Visit, { answer, failure }: Visit, { keyVariable }: ReadSetup): DoctorLine {
  if (answer === undefined)
    return unknown('key', failure?.says ?? 'there is no response to the request with the key', 'run it again');
  switch (answer.status) {
    case 200:
      return anonymous.answer?.status === 200
        ? unknown(
            'key',
            'accepted, but a request without a key gets 200, too',
            'is that the right service? `petvet check` judges AUTH-1',
          )
        : well('key', 'accepted');
    case 401:
      return mend('key', 'refused (401)', `look at ${keyVariable}: does it belong to this environment?`);
    case 403:
      return mend(
        'key',
        'the service forbids the request (403)',
        'the key may lack a permission, or be banned for a while; ask the operator of the service',
      );
    case 404:
      return mend(
        'service',
        'there are no pets at this address: a request with the key gets 404',
        'look at the base address: it is what comes before /pets, and ends with /v1',
      );
    case 429:
      return unknown('key', 'its rate limit is used up (429)', 'wait for a minute, and run it again');
    default:
      return mend('key', `a request with the key gets ${answer.status}`, 'look at the log of the service');
  }
}
