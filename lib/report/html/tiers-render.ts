import type { TiersDocument } from '../../shapes/tiers.ts';
import { printable } from '../printable.ts';
import { kindWords, otherWords, scenarioWords, STATE_WORDS, TIER_COLUMNS, tierCells } from '../tiers.ts';
import { counted } from '../verdict-words.ts';
import { table } from './chart.ts';
import { documentOf } from './document.ts';
import { factRows, type Fact } from './fact-rows.ts';
import { html, section, shown, type Html } from './markup.ts';

/** The plans of a service at their ceilings, as one HTML file; the report of each scenario lies beside it. */
export function renderTiersPage(document: TiersDocument): string {
  const words = headline(document);
  return documentOf({
    title: `${words}: plans, ${shown(document.target.name, 80)} – petvet`,
    header: headOf(document, words),
    sections: [
      ['plans', 'Plans', plansSection(document)],
      ['scenarios', 'Scenarios', scenariosSection(document)],
    ],
    archive: '',
  });
}

const SYMBOLS = { conforming: '✔', violating: '✖', incomplete: '?' } as const;

function headline({ plans, isFinished }: TiersDocument): string {
  const bad = plans.filter(({ state }) => state !== 'conforming');
  if (!isFinished) return 'Not finished';
  return bad.length === 0
    ? `${counted(plans.length, 'plan')} at the ceiling: conforming`
    : `${bad.length} of ${counted(plans.length, 'plan')} not as they should be`;
}

/** The colour of the head. */
function lookOf({ plans, isFinished }: TiersDocument): keyof typeof SYMBOLS {
  if (plans.some(({ state }) => state === 'violating' || state === 'falls-short')) return 'violating';
  return isFinished && plans.every(({ state }) => state === 'conforming') ? 'conforming' : 'incomplete';
}

function headOf(document: TiersDocument, words: string): Html {
  const { target, startedAt, windowSeconds, k6, petvet, asOf } = document;
  const look = lookOf(document);
  const facts: readonly Fact[] = [
    ['Target', shown(target.name)],
    ['Address', shown(target.baseUrl)],
    ['Began', startedAt],
    ['Window', `${windowSeconds} s`],
    ['As of', shown(asOf)],
    ['Made by', `petvet ${shown(petvet)}, ${shown(k6)}`],
  ];
  return html`<header class="glance ${look}">
    <p class="brand">petvet <span>plans at their ceilings</span></p>
    <h1><span class="badge" aria-hidden="true">${SYMBOLS[look]}</span>${words}</h1>
    <dl class="who">${factRows(facts)}</dl>
  </header>`;
}

function plansSection({ plans }: TiersDocument): Html {
  const rows = plans.map((tier) => [
    tier.plan,
    tier.perMinute,
    ...tierCells(tier),
    kindWords(tier),
    STATE_WORDS[tier.state],
  ]);
  return section(
    'plans',
    'Plans',
    html`<figure>
      <div class="scroll" tabindex="0" role="group" aria-label="Plans">
        ${table(['Plan', 'a minute', ...TIER_COLUMNS, 'kind of window', 'state'], rows)}
      </div>
    </figure>`,
    'Each plan at its ceiling: its whole limit in each of several windows. Latency is from the instant at which each request should have left.',
  );
}

function scenariosSection({ plans }: TiersDocument): Html {
  const rows = plans.flatMap(({ plan, scenarios }) => scenarios.map((scenario) => ({ plan, ...scenario })));
  return section(
    'scenarios',
    'Scenarios',
    html`<div class="scroll" tabindex="0" role="group" aria-label="Scenarios">
      <table>
        <thead>
          <tr>
            <th scope="col">Plan and scenario</th>
            <th scope="col">sent</th>
            <th scope="col">refused</th>
            <th scope="col">announced at most</th>
            <th scope="col">outcome</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ plan, folder, ...scenario }) =>
              html`<tr>
                <th scope="row">
                  ${
                    folder === undefined
                      ? `${plan}, ${scenario.scenario}`
                      : html`<a href="${folder}/report.html">${plan}, ${scenario.scenario}</a>`
                  }
                  ${otherWords(scenario)}
                </th>
                <td>${scenario.sent}</td>
                <td>${scenario.refused}</td>
                <td>${scenario.mostRefused}</td>
                <td>${[scenarioWords(scenario), ...scenario.says.map((one) => printable(one, 400))].join('; ')}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
    'Beyond the limit, and beside another caller. Each scenario has a report of its own.',
  );
}
