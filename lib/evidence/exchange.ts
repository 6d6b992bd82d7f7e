/** A header as it crossed the wire: name in its own spelling, order and duplicates kept. */
export type HeaderPair = readonly [name: string, value: string];

/**
 * Whose credential a request carried: the target's key, another caller's, none, one that must be refused, or unknown
 * (foreign traffic whose Authorization was left out or cannot be identified).
 */
export type CredentialRole = 'primary' | 'second' | 'none' | 'wrong' | 'unknown';

/** A body as it crossed the wire, after masking. `not-recorded`: there may have been one (k6 samples, foreign HAR). */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'truncated';
      readonly bytes: Uint8Array;
      readonly why: string;
      /** The sender broke it off: it closed the connection, or went on with something that is not HTTP. Absent for any other cause. */
      readonly by?: BrokenOff;
    }
  | { readonly kind: 'not-recorded' };

/** How a sender breaks a body off. */
export type BrokenOff = 'reset' | 'protocol';

/** The bodies without content: one instance of each is enough. */
export const NO_BODY = { kind: 'none' } as const satisfies Body;
export const UNRECORDED_BODY = { kind: 'not-recorded' } as const satisfies Body;

/** A request as it was sent; `target` is what follows the base address, with its query, as it stood on the wire. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Body;
  readonly credential: CredentialRole;
  /** There may have been further headers, which explain its response: an access log holds few of them. */
  readonly isPartlyRecorded?: true;
}

/** A response as it was received. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Body;
}

/** Why there is no response. */
export type FailureKind = 'dns' | 'refused' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'interrupted' | 'other';

/** Why there is no answer, or why its body broke off: a kind for programs, one sentence for people. */
export interface Failure {
  readonly kind: FailureKind;
  readonly says: string;
  /** The proxy on the way to the service cannot be reached, or does not open the way: nothing came to the service. */
  readonly isOfProxy?: true;
}

/** Instants in milliseconds since 1970, fractions allowed; `endedAt` is when the last byte (or the failure) was seen. */
interface Times {
  readonly startedAt: number;
  readonly answeredAt?: number;
  readonly endedAt: number;
}

/** One request and its answer as they crossed the wire: the unit of evidence. */
export interface Exchange {
  /** The number of the exchange in its run, from 1, in the order of sending. */
  readonly id: number;
  readonly request: SentRequest;
  readonly answer?: Answer;
  readonly failure?: Failure;
  readonly times: Times;
  /** The probe that sent it, when petvet did. */
  readonly probe?: string | undefined;
  /**
   * Which of several senders sent it, e.g. a virtual user of k6, where that is known: each sends one request only after the response
   * to its last one, so that these are in order even where a coarse clock cannot tell.
   */
  readonly sender?: string | undefined;
  /** The exchange that this one repeats after a 502, 503, 504 or a reset connection. */
  readonly retryOf?: number;
  /** The request was tried again: its 502, 503, 504 or reset counts as instability. */
  readonly retried?: boolean;
}

/** The values of a header, in order; none when the header is absent. */
export function headerValues(headers: readonly HeaderPair[], name: string): string[] {
  const values: string[] = [];
  for (const [present, value] of headers) if (isSameName(present, name)) values.push(value);
  return values;
}

function isSameName(one: string, other: string): boolean {
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase());
}

/** The value of a header, several ones joined by a comma (RFC 9110, section 5.3); undefined when it is absent. */
export function headerValue(headers: readonly HeaderPair[], name: string): string | undefined {
  let joined: string | undefined;
  for (const [present, value] of headers)
    if (isSameName(present, name)) joined = joined === undefined ? value : `${joined}, ${value}`;
  return joined;
}

/** Whether a status is a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
