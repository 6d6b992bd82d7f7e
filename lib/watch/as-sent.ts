import type { Operation } from '../contract/operations.ts';
import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { AlikeValues } from '../evidence/alike-values.ts';
import {
  headerValue,
  isSuccess,
  type CredentialRole,
  type Exchange,
  type HeaderPair,
  type SentRequest,
} from '../evidence/exchange.ts';
import { onceFor } from '../evidence/once-for.ts';
import { readOperation } from '../expectation/request.ts';
import type { Observed } from './observed.ts';
import type { Segment } from './traffic.ts';

/** How far clocks of several instances may be apart, in milliseconds. */
const CLOCKS_APART_MS = 1_000;

/**
 * A key that is accepted is taken for a valid one; of one that never was nobody knows. Source: section 5.
 *
 * @param isKeySeen - whether any request of the traffic has a key: else something may have removed the header before it was seen
 */
export function roleOf({ sender, observed }: Segment, isKeySeen: boolean): CredentialRole {
  if (sender.kind === 'nobody') return isKeySeen ? 'none' : 'unknown';
  const isAccepted = observed.some(({ exchange: { answer } }) => isSuccess(answer?.status ?? 0));
  return sender.kind === 'untold' || !isAccepted ? 'unknown' : 'primary';
}

/** An exchange that has no number yet. */
export type Unnumbered = Omit<Exchange, 'id'>;

/** Exchanges as somebody sent them, as far as what was observed tells: with the role of the credential, and times by all clocks. */
export function asSent(observed: readonly Observed[], role: CredentialRole): Unnumbered[] {
  const apart = new Set(observed.map(({ clock }) => clock)).size > 1 ? CLOCKS_APART_MS : 0;
  const refusedAtZero = countAtZero(observed);
  return observed.map(({ exchange }) => ({
    ...exchange,
    request: sentAs(exchange.request)({
      role,
      isRefused: exchange.answer?.status === UNAUTHORIZED,
      isPartlyRecorded: isPerhapsAskedFor(exchange, refusedAtZero),
    }),
    times: apart === 0 ? exchange.times : widened(exchange.times, apart),
  }));
}

const UNAUTHORIZED = 401;

/** How a request is taken to have been sent. */
interface Sent {
  readonly role: CredentialRole;
  /** Its key was not accepted. */
  readonly isRefused: boolean;
  readonly isPartlyRecorded: boolean;
}

/** A request with the role of its credential: the same one for the same request, so that it is read once. */
const sentAs = onceFor((request: SentRequest) => {
  const known = new AlikeValues<SentRequest>();
  return ({ role, isRefused, isPartlyRecorded }: Sent) =>
    known.of(`${role} ${isRefused} ${isPartlyRecorded}`, () => ({
      ...request,
      credential: role,
      headers: withCredential(request.headers, role, isRefused),
      ...(isPartlyRecorded && { isPartlyRecorded }),
    }));
});

/**
 * Whether headers that a log does not hold may be why a response is another one than the documented: a bad one, or one that asks for it. Where
 * a caller is refused again and again when nothing remains, and is served before, that is the reason.
 */
function isPerhapsAskedFor({ request, answer }: Unnumbered, refusedAtZero: ReadonlyMap<number, number>): boolean {
  if (answer?.body.kind !== 'not-recorded' || request.body.kind === 'bytes') return false;
  const { status, headers } = answer;
  const isCounted = headerValue(headers, RATE_LIMIT_HEADERS.remaining) !== undefined;
  const { operation } = readOperation(request);
  if (EXPLAINED.has(status) || (status >= 500 && status !== NOT_IMPLEMENTED)) return false;
  if (isCounted && operation !== undefined && DOCUMENTED[operation] === status) return false;
  return !isAtZero(headers) || (refusedAtZero.get(status) ?? 0) < AGAIN_AND_AGAIN;
}

/** Statuses that need no further reason: what was asked for, a bad key, the limit. */
const EXPLAINED: ReadonlySet<number> = new Set([200, 201, UNAUTHORIZED, 429]);
const NOT_IMPLEMENTED = 501;

/** What a body that is not recorded, or an id, is reason enough for. Source: section 4. */
const DOCUMENTED: Readonly<Partial<Record<Operation, number>>> = { createPet: 400, getPet: 404 };

/** As many refusals with one status while nothing remains are no chance. */
const AGAIN_AND_AGAIN = 3;

function isAtZero(headers: readonly HeaderPair[]): boolean {
  return headerValue(headers, RATE_LIMIT_HEADERS.remaining) === '0';
}

/** How often each status was answered while nothing remained. */
function countAtZero(observed: readonly Observed[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { exchange } of observed) {
    const { status = 0, headers = [] } = exchange.answer ?? {};
    if (isAtZero(headers)) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

function widened({ startedAt, answeredAt, endedAt }: Exchange['times'], by: number): Exchange['times'] {
  return { startedAt: startedAt - by, answeredAt: (answeredAt ?? endedAt) + by, endedAt: endedAt + by };
}

/**
 * A log has no Authorization header; what stands for it names the role. Where a key is refused that is accepted otherwise, there was something
 * about the header that is not known.
 */
function withCredential(
  headers: readonly HeaderPair[],
  role: CredentialRole,
  isRefused: boolean,
): readonly HeaderPair[] {
  const isThere = headers.some(([name]) => name.toLowerCase() === 'authorization');
  if (role === 'none' || role === 'unknown' || isThere) return headers;
  return [...headers, ['Authorization', `Bearer {${role}}${isRefused ? ' {not-recorded}' : ''}`]];
}

/** Exchanges in the order in which the requests left, with numbers. */
export function numbered(all: readonly Unnumbered[]): Exchange[] {
  return all
    .toSorted((a, b) => a.times.startedAt - b.times.startedAt)
    .map((exchange, index) => ({ ...exchange, id: index + 1 }));
}
