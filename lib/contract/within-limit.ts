/** What may have got a response. */
interface Answerable {
  readonly answer?: { readonly status: number };
}

/**
 * Whether an exchange has a response that is no 429, which any request may get once the limit is used up. Source:
 * specification, section 8.
 */
export function isAnsweredWithinLimit<E extends Answerable>(
  exchange: E,
): exchange is E & { readonly answer: NonNullable<E['answer']> } {
  return exchange.answer !== undefined && exchange.answer.status !== 429;
}
