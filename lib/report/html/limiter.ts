import { limiterViews, type LimiterView } from '../limiter-view.ts';
import type { RunReport } from '../run-report.ts';
import { budgetChart } from './budget-chart.ts';
import type { Course } from './course.ts';
import { numbers } from './finding-view.ts';
import { html, section, shown, type Html } from '../../text/markup.ts';

/** The rate limit over the run, and the limiter X-ray: which kinds of limiter are consistent with the responses. */
export function limiterSection({ xrays, knowledge }: RunReport, { moments }: Course): Html | undefined {
  const budget = budgetChart(moments);
  const views = limiterViews(xrays).map((view) => xrayView(view, knowledge.windows.testInstallation));
  if (budget === undefined && views.length === 0) return undefined;
  return section('limiter', 'Rate limit', html`${budget && html`<figure>${budget}</figure>`} ${views}`);
}

function xrayView({ period, figure, seconds, kinds, looksLike, admits }: LimiterView, isShortened: boolean): Html {
  const window = isShortened ? `${period} (test installation: ${seconds} s)` : period;
  return html`<div class="xray">
    <h3>Kind of limiter: ${figure} requests per ${window}</h3>
    <p>
      ${
        looksLike.length === 0
          ? 'The responses are consistent with no known kind of limiter that enforces this limit.'
          : looksLike.length === kinds.length
            ? 'The responses are consistent with every known kind: too little of the limit was used to tell them apart.'
            : admits === undefined
              ? `The responses are consistent with ${anyOf(looksLike)}.`
              : `The responses are consistent only with a ${looksLike.join('')}: ${admits}.`
      }
      The specification requires a limit, not a kind of limiter.
    </p>
    <ul class="kinds">
      ${kinds.map(
        ({ kind, excludedBy }) =>
          html`<li class="${excludedBy === undefined ? 'possible' : 'excluded'}">
            <span aria-hidden="true">${excludedBy === undefined ? '✔' : '✘'}</span> <b>${kind}</b>
            ${
              excludedBy === undefined
                ? html`<span>consistent with the responses</span>`
                : html`<span>ruled out by ${numbers(excludedBy.shownBy)}: ${shown(excludedBy.says)}</span>`
            }
          </li>`,
      )}
    </ul>
  </div>`;
}

/** Several kinds as one phrase: a fixed window, a sliding log or a token bucket. */
function anyOf(kinds: readonly string[]): string {
  const named = kinds.map((kind) => `a ${kind}`);
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`;
}
