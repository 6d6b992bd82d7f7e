import { rules } from '../../rules/index.ts';
import { observationsOf } from '../arrangement.ts';
import type { RunReport } from '../run-report.ts';
import { numbers } from './finding-view.ts';
import { html, prose, section, shown, type Html } from '../../text/markup.ts';

/** Answers of one rule that are shown; the rest is in conformance.json. */
const MOST_OF_A_RULE = 8;

/** What the service does where the specification leaves it open: recorded, and never held against it. */
export function silenceSection({ ledger }: RunReport): Html | undefined {
  const byRule = Map.groupBy(observationsOf(ledger), ({ rule }) => rule);
  if (byRule.size === 0) return undefined;
  const blocks = Array.from(byRule, ([rule, observations]) => {
    const frequent = observations.map(({ finding }) => finding).toSorted((a, b) => b.times - a.times);
    const more = frequent.length - MOST_OF_A_RULE;
    return html`<div>
      <dt><a href="#${rule}">${rule}</a> ${prose(rules[rule].says)}</dt>
      ${frequent.slice(0, MOST_OF_A_RULE).map(
        ({ says, shownBy, times }) =>
          html`<dd>
            ${shown(says)}
            <span class="quiet"
              >${shownBy.length > 0 && numbers(shownBy.slice(0, 3))}${times > 1 && ` ${times} times`}</span
            >
          </dd>`,
      )}
      ${more > 0 && html`<dd class="quiet">and ${more} more, in conformance.json</dd>`}
    </div>`;
  });
  return section(
    'silent',
    'Where the specification is silent',
    html`<dl class="silent">${blocks}</dl>`,
    'What this service does where the specification states nothing. Recorded for integrators; it does not affect the outcome.',
  );
}
