/**
 * Why something that passed is not judged: it cannot be read with certainty as HTTP/1.1; the connection changed to another protocol; what
 * may be held of traffic is used up; a fault of petvet's own; or the request is outside the base address.
 */
export type SkipReason = 'unreadable' | 'upgraded' | 'memory' | 'fault' | 'outside';

/** What is not judged: one exchange, or all that is still to come on its connection. It passed all the same. */
export interface Skipped {
  readonly what: 'exchange' | 'connection';
  readonly reason: SkipReason;
  /** One clause for people, which quotes nothing of the traffic: a key might be in it. */
  readonly says: string;
}

/** Ends the watching of one connection, never the connection itself. */
export class NotWatchedError extends Error {
  override readonly name = 'NotWatchedError';
  readonly reason: SkipReason;

  constructor(reason: SkipReason, says: string) {
    super(says);
    this.reason = reason;
  }
}

/** The bytes are not HTTP/1.1, or two readers could take them for different messages. */
export function unreadable(what: string): NotWatchedError {
  return new NotWatchedError('unreadable', `${what} cannot be read with certainty`);
}
