import type { Exchange } from '../../evidence/exchange.ts';
import type { CountedFinding } from '../../ledger/ledger.ts';
import { exchangeView, type ExchangeLook } from './exchange-view.ts';
import { html, shown, type Html } from './markup.ts';
import { differing, tellingOf } from './marks.ts';

/** What is shown of each finding. */
export interface FindingLook extends ExchangeLook {
  readonly exchanges: ReadonlyMap<number, Exchange>;
  /** Exchanges of one finding that are shown in full. */
  readonly mostExchanges: number;
}

/** A finding: its sentence, what was expected beside what came, and the exchanges that show it. */
export function findingView(finding: CountedFinding, look: FindingLook): Html {
  const { says, expected, actual, shownBy, times, see } = finding;
  const exchanges = shownBy.flatMap((id) => look.exchanges.get(id) ?? []).slice(0, look.mostExchanges);
  const telling = tellingOf(finding);
  return html`<div class="finding">
    <p class="says">
      ${shown(says)}${see !== undefined && html` <span class="quiet">(the same fault is told under <a href="#${see}">${see}</a>)</span>`}
    </p>
    ${(expected !== undefined || actual !== undefined) && compared(expected, actual)}
    ${
      shownBy.length > 0 &&
      html`<p class="shown-by">
        <span class="quiet">Shown by</span>
        ${numbers(shownBy)}${times > 1 && html`<span class="quiet">, found ${times} times</span>`}
      </p>`
    }
    ${exchanges.map((exchange) => exchangeView(exchange, look, telling))}
  </div>`;
}

function compared(expected: string | undefined, actual: string | undefined): Html {
  const both = differing(shown(expected ?? 'nothing is stated'), shown(actual ?? 'not recorded'));
  const sides = expected === undefined || actual === undefined ? plainly(expected, actual) : both;
  return html`<dl class="compared">
    <div class="expected">
      <dt>Expected</dt>
      <dd>${sides.expected}</dd>
    </div>
    <div class="actual">
      <dt>Came back</dt>
      <dd>${sides.actual}</dd>
    </div>
  </dl>`;
}

function plainly(expected: string | undefined, actual: string | undefined) {
  return { expected: html`${shown(expected ?? 'not stated')}`, actual: html`${shown(actual ?? 'not recorded')}` };
}

/** As many exchange numbers as one list shows. */
const MOST_NUMBERS = 12;

/**
 * Numbers of exchanges; the page's script makes buttons of them.
 *
 * @param of - how many there are, when not all are listed
 */
export function numbers(ids: readonly number[], of = ids.length): Html {
  const listed = ids.slice(0, MOST_NUMBERS);
  const more = Math.max(of, ids.length) - listed.length;
  return html`<span class="numbers"
    >${listed.map((id, index) => [index > 0 && ', ', html`<span class="look-up" data-exchange="${id}">#${id}</span>`])}${
      more > 0 && ` and ${more} more`
    }</span
  >`;
}
