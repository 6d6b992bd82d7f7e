import type { Outcome } from '../../ledger/ledger.ts';
import { factRows, type Fact } from './fact-rows.ts';
import { html, type Html } from '../../text/markup.ts';

/** The symbol beside the headline. */
const SYMBOLS: Readonly<Record<Outcome, string>> = { conforming: '✔', incomplete: '?', violating: '✖', aborted: '!' };

/** The head of a page: the answer in one glance. Its texts are harmless. */
export interface PageHead {
  /** The outcome whose colour it has. */
  readonly look: Outcome;
  /** In place of that of the outcome. */
  readonly symbol?: string;
  /** What kind of page it is. */
  readonly brand: string;
  /** The headline. */
  readonly words: string;
  /** Below the headline, a paragraph each; `isShort` are those that weigh as much as the outcome. */
  readonly sentences?: readonly { readonly text: string | Html; readonly isShort?: true }[];
  readonly facts?: readonly Fact[];
  readonly end?: Html;
}

/** See {@link PageHead}. */
export function headOf({
  look,
  symbol = SYMBOLS[look],
  brand,
  words,
  sentences = [],
  facts = [],
  end,
}: PageHead): Html {
  return html`<header class="glance ${look}">
    <p class="brand">petvet <span>${brand}</span></p>
    <h1><span class="badge" aria-hidden="true">${symbol}</span>${words}</h1>
    ${sentences.map(({ text, isShort }) => html`<p class="means${isShort === true && ' short'}">${text}</p>`)}
    ${facts.length > 0 && html`<dl class="who">${factRows(facts)}</dl>`} ${end}
  </header>`;
}
