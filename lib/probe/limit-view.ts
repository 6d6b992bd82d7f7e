/** The rate limit of the primary key, as a run knows it. Instants in milliseconds since 1970. */
export interface LimitView {
  /** The length of the minute's window, in milliseconds. */
  readonly window: number;
  now(): number;
  /** How many requests the key may still send, as far as known. */
  left(): number | undefined;
  /** How many of the key's requests have no response yet: {@link LimitView.left} counts them as used. */
  underWay(): number;
  /** The minute's figure, once it is known. */
  perMinute(): number | undefined;
  /** Until when nothing of the key may start; undefined when open. */
  openAgainAt(): number | undefined;
  /** When the limit resets, by the newest response; undefined where it does not say. */
  resetsAt(): number | undefined;
  /** How many requests beyond what is left a burst may send. */
  beyond(): number;
  /** Requests that the run may still send. */
  rest(): number;
  /** Waits until an instant, and says why. */
  hold(until: number, why: string): Promise<void>;
}
