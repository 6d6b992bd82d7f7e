import type { CoverageSummary } from '../../model/summary.ts';
import { unjudgedOf } from '../arrangement.ts';
import { describeCoverage, uncoveredOf } from '../coverage-words.ts';
import { invisibleDefects } from '../invisible.ts';
import type { RunReport } from '../run-report.ts';
import { inScope } from '../scope.ts';
import { html, prose, section, shown, type Html } from '../../text/markup.ts';

/** What this run could not have caught, and what it did not judge, with the reasons. */
export function coverageSection(report: RunReport): Html | undefined {
  const { coverage } = report;
  const unseen = invisibleDefects(report);
  const unjudged = unjudgedOf(inScope(report).ledger);
  const isKnown = unseen !== undefined && unseen.total > 0;
  if (!isKnown && unjudged.length === 0 && coverage === undefined) return undefined;
  return section(
    'blind',
    'Detection coverage',
    html`${
      isKnown &&
      html`<p>
          ${
            unseen.invisible === 0
              ? `This run could detect all ${unseen.total} known defects.`
              : html`This run could detect <strong>${unseen.total - unseen.invisible}</strong> of ${unseen.total} known
                  defects. Not covered:`
          }
        </p>
        ${
          unseen.because.length > 0 &&
          html`<ul>
            ${unseen.because.map(({ why, count }) => html`<li><b>${count}</b> ${why}</li>`)}
          </ul>`
        }`
    }
    ${coverage !== undefined && inputModel(coverage)}
    ${
      unjudged.length > 0 &&
      html`<h3>Rules that were not judged</h3>
        <dl class="unjudged">
          ${unjudged.map(
            ({ reason, verdict, rules }) =>
              html`<div>
                <dt><span class="chip v-${verdict}">${verdict}</span> ${prose(shown(reason))}</dt>
                <dd>${rules.map((id, index) => [index > 0 && ', ', html`<a href="#${id}">${id}</a>`])}</dd>
              </div>`,
          )}
        </dl>`
    }`,
  );
}

/** What was covered of the input model, and what was not, by dimension and reason. */
function inputModel(coverage: CoverageSummary): Html {
  const open = uncoveredOf(coverage);
  return html`<p>Coverage: ${describeCoverage(coverage)}.</p>
    ${
      open.length > 0 &&
      html`<details>
        <summary>What was not covered</summary>
        <table class="worded">
          <thead>
            <tr>
              <th>Operation</th>
              <th>Dimension</th>
              <th>Covered</th>
              <th>Not covered</th>
            </tr>
          </thead>
          <tbody>
            ${open.map(
              ({ operation, name, share, reasons }) =>
                html`<tr>
                  <td>${operation}</td>
                  <td>${name}</td>
                  <td>${share}</td>
                  <td>${reasons.map(({ partitions, why }) => html`<div>${partitions} (${shown(why)})</div>`)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </details>`
    }`;
}
