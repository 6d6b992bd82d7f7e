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

/** A finding: its sentence and its input, what was expected beside what came, and the exchanges that show it. */
export function findingView(
  finding: CountedFinding,
  look: FindingLook,
  { nth, of }: { readonly nth: number; readonly of: number } = { nth: 1, of: 1 },
): Html {
  const { says, input, expected, actual, shownBy, see } = finding;
  const exchanges = shownBy.flatMap((id) => look.exchanges.get(id) ?? []).slice(0, look.mostExchanges);
  const telling = tellingOf(finding);
  return html`<div class="finding">
    <p class="says">
      ${of > 1 && html`<span class="quiet">${nth} of ${of}</span> `}${
        see === undefined ? shown(says) : html`The same fault is reported under <a href="#${see}">${see}</a>`
      }
    </p>
    ${input !== undefined && !says.includes(input) && html`<p class="note">Input: ${shown(input)}</p>`}
    ${(expected !== undefined || actual !== undefined) && compared(expected, actual)}
    ${
      shownBy.length > 0 &&
      html`<p class="shown-by">
        <span class="quiet">Shown by</span>
        ${showing(finding)}
      </p>`
    }
    ${exchanges.map((exchange) => exchangeView(exchange, look, telling))}
  </div>`;
}

/** The exchanges that show a finding, those of the smallest request first. */
export function showing({ shownBy, alsoShownBy = [], times }: CountedFinding): Html {
  const all = [...shownBy, ...alsoShownBy];
  return html`${numbers(all)}${times > all.length && html`<span class="quiet">, found ${times} times</span>`}`;
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
      <dt>Actual</dt>
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
