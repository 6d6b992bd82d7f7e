import { limiterViews, type LimiterView } from '../limiter-view.ts';
import type { RunReport } from '../run-report.ts';
import { budgetChart } from './budget-chart.ts';
import type { Course } from './course.ts';
import { numbers } from './finding-view.ts';
import { html, section, shown, type Html } from './markup.ts';

/** The rate limit over the run, and the limiter X-ray: which kinds of limiter could have answered so. */
export function limiterSection({ xrays, knowledge }: RunReport, { moments }: Course): Html | undefined {
  const budget = budgetChart(moments);
  const views = limiterViews(xrays).map((view) => xrayView(view, knowledge.windows.testInstallation));
  if (budget === undefined && views.length === 0) return undefined;
  return section('limiter', 'The rate limit', html`${budget && html`<figure>${budget}</figure>`} ${views}`);
}

function xrayView({ period, figure, seconds, kinds, looksLike }: LimiterView, isShortened: boolean): Html {
  const window = isShortened ? `a ${period} of ${seconds} seconds, a test installation` : `a ${period}`;
  return html`<div class="xray">
    <h3>What kind of limiter: ${figure} requests in ${window}</h3>
    <p>
      ${
        looksLike.length === 0
          ? 'No kind of limiter that keeps this figure could have answered so.'
          : looksLike.length === kinds.length
            ? 'Every kind could have answered so: too little of the limit was used to tell them apart.'
            : `The answers are those of a ${looksLike.join(' or a ')}.`
      }
      The specification asks for a figure, not for a kind.
    </p>
    <ul class="kinds">
      ${kinds.map(
        ({ kind, excludedBy }) =>
          html`<li class="${excludedBy === undefined ? 'possible' : 'excluded'}">
            <span aria-hidden="true">${excludedBy === undefined ? '✔' : '✘'}</span> <b>${kind}</b>
            ${
              excludedBy === undefined
                ? html`<span>could have answered so</span>`
                : html`<span>excluded by ${numbers(excludedBy.shownBy)}: ${shown(excludedBy.says)}</span>`
            }
          </li>`,
      )}
    </ul>
  </div>`;
}
