import type { Exchange } from '../../evidence/exchange.ts';
import type { RunFacts } from '../../evidence/run-facts.ts';
import type { CountedFinding } from '../../ledger/ledger.ts';
import { exchangeView, type ExchangeLook } from './exchange-view.ts';
import { html, long, shown, type Html } from '../../text/markup.ts';
import { differing } from './marks.ts';
import { EARLIER_PET, isOfEarlierRun } from '../faulty-place.ts';

/** What is shown of each finding. */
export interface FindingLook extends ExchangeLook {
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly run: Pick<RunFacts, 'runId' | 'created'>;
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
  return html`<div class="finding">
    <p class="says">
      ${of > 1 && html`<span class="quiet">${nth} of ${of}</span> `}${
        see === undefined
          ? long(shown(says, MOST_OF_A_VALUE))
          : html`Depends on <a href="#${see}">${see}</a>: fix that first, then test again`
      }
    </p>
    ${input !== undefined && html`<p class="note">Input: ${long(shown(input, MOST_OF_A_VALUE))}</p>`}
    ${(expected !== undefined || actual !== undefined) && compared(expected, actual)}
    ${isOfEarlierRun(finding, look) && html`<p class="note">Note: ${EARLIER_PET}.</p>`}
    ${
      shownBy.length > 0 &&
      html`<p class="shown-by">
        <span class="quiet">Shown by</span>
        ${showing(finding)}
      </p>`
    }
    ${exchanges.map((exchange) => exchangeView(exchange, look, finding))}
  </div>`;
}

/** The exchanges that show a finding, those of the smallest request first. */
export function showing({ shownBy, alsoShownBy = [], times }: CountedFinding): Html {
  const all = [...shownBy, ...alsoShownBy];
  return html`${numbers(all)}${times > all.length && html`<span class="quiet">, found ${times} times</span>`}`;
}

/** What was expected beside what came. @param isMarked - words that differ are marked, where both are values of one kind */
export function compared(expected: string | undefined, actual: string | undefined, isMarked = true): Html {
  const sides = comparedSides(expected, actual, isMarked);
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

/** Characters of a value that the page has, most of them on demand. */
export const MOST_OF_A_VALUE = 4_000;

/** Longer values are folded, and words that differ would be marked in what is out of sight. */
const MOST_MARKED = 200;

/** What was expected and what came; words that differ are marked in short ones. */
function comparedSides(expected: string | undefined, actual: string | undefined, isMarked: boolean) {
  const left = shown(expected ?? 'not stated', MOST_OF_A_VALUE);
  const right = shown(actual ?? 'not recorded', MOST_OF_A_VALUE);
  if (!isMarked || expected === undefined || actual === undefined || Math.max(left.length, right.length) > MOST_MARKED)
    return { expected: long(left), actual: long(right) };
  return differing(left, right);
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
