import type { Exchange } from '../evidence/exchange.ts';

/**
 * Who sent a request, as far as is known: somebody with a key or an account, told from others by a name that is no secret; somebody without
 * a key; or somebody of whom the log does not tell.
 */
export type Sender =
  | { readonly kind: 'key' | 'account'; readonly name: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'untold' };

/** One exchange of traffic that flows anyway: it gets its number, and the role of its credential, when it is judged. */
export interface Observed {
  readonly exchange: Omit<Exchange, 'id'>;
  readonly sender: Sender;
  /** The clock that its times were read from, where there are several: an instance of a gateway. */
  readonly clock?: string;
}
