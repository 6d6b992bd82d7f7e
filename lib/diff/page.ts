import { documentOf } from '../report/html/document.ts';
import type { Outcome } from '../ledger/ledger.ts';
import { factRows, type Fact } from '../report/html/fact-rows.ts';
import { headOf } from '../report/html/head.ts';
import { html, section, shown, type Html } from '../text/markup.ts';
import { decidesNothing } from './difference.ts';
import { namesOfRuns } from './run-names.ts';
import {
  adviceOn,
  diffTitle,
  latencyWords,
  namesOf,
  noiseWords,
  outcomeWords,
  PARTS,
  toldOf,
  undecidedWords,
  type Told,
} from './words.ts';
import type { ChecksDiff, ComparedRun, DiffOutcome, Difference, Weight } from './diff-document.ts';

/** Where the pages of the runs are, as seen from the page of the comparison. */
export type RunPages = Readonly<Record<Difference['shownIn'], string>>;

/** Characters of one text of a service that are shown. */
const MOST = 400;

/**
 * Two checks side by side as one HTML file that needs nothing else: what would change for callers.
 *
 * @param pages - of the runs, where they lie beside this one
 */
export function renderChecksDiffPage(diff: ChecksDiff, pages?: RunPages): string {
  const { before, after } = diff;
  const part = (weight: Weight, title: string) => [weight, title, partSection(diff, weight, title, pages)] as const;
  return documentOf({
    title: `${HEADLINES[diff.outcome]}: ${shown(before.target, 80)} → ${shown(after.target, 80)} – petvet`,
    header: diffHead(diff, pages),
    sections: [
      ...PARTS.map(({ weight, title }) => part(weight, title)),
      ['undecided', 'Undecided', undecidedSection(diff)],
      ['noise', 'Noise', noiseSection(diff)],
      ['compared', 'What was compared', comparedSection(diff)],
    ],
    archive: '',
  });
}

const HEADLINES: Readonly<Record<DiffOutcome, string>> = {
  worse: 'Worse for callers',
  changed: 'Nothing worse, but changes for callers',
  same: 'No difference for callers',
  undecided: 'Undecided',
};

const LOOKS: Readonly<Record<DiffOutcome, readonly [look: Outcome, symbol: string]>> = {
  worse: ['violating', '✖'],
  changed: ['incomplete', '·'],
  same: ['conforming', '✔'],
  undecided: ['incomplete', '?'],
};

function diffHead(diff: ChecksDiff, pages: RunPages | undefined): Html {
  const { before, after, again, afterAgain, outcome } = diff;
  const [look, symbol] = LOOKS[outcome];
  const advice = adviceOn(diff);
  const runs: readonly Fact[] = [
    ['Before', runView(before, pages?.before)],
    ['After', runView(after, pages?.after)],
    ...(again === undefined ? [] : [['Before, second run', runView(again, pages?.again)] as const]),
    ...(afterAgain === undefined ? [] : [['After, second run', runView(afterAgain, pages?.afterAgain)] as const]),
  ];
  return headOf({
    look,
    symbol,
    brand: shown(lowered(diffTitle(diff)), 200),
    words: HEADLINES[outcome],
    sentences: [outcomeWords(diff), advice].flatMap((text) => (text === undefined ? [] : [{ text: sentence(text) }])),
    facts: runs,
  });
}

function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function runView({ target, baseUrl, startedAt, outcome }: ComparedRun, page: string | undefined): Html {
  const name = shown(target, 80);
  return html`${page === undefined ? name : html`<a href="${page}">${name}</a>`}, ${outcome}<br /><span class="mono"
      >${shown(baseUrl)}</span
    ><br /><time class="quiet" datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** A text of petvet and the service as a sentence of its own. */
function sentence(words: string): string {
  const text = shown(words);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const LEADS: Readonly<Record<Weight, string>> = {
  worse: 'A must rule that was satisfied is violated, or violated in one more way.',
  changed: 'Callers could notice; the specification forbids neither.',
  better: 'A must rule that was violated is satisfied, or violated in one way less.',
};

function partSection(diff: ChecksDiff, weight: Weight, title: string, pages: RunPages | undefined): Html | undefined {
  const told = toldOf(diff, weight);
  if (told.length === 0) return undefined;
  const entries = told.map((one) => (weight === 'worse' ? card(one, pages) : entry(one, pages)));
  const body = weight === 'worse' ? html`${entries}` : html`<dl class="silent">${entries}</dl>`;
  return section(weight, `${title} (${told.length})`, body, LEADS[weight]);
}

/** Everything about one difference. */
function card({ rule, what, difference, shownBy }: Told, pages: RunPages | undefined): Html {
  const { before, after, expected, actual, shownIn } = difference;
  return html`<article class="card fail then">
    <h3>${ruleLink(rule, pages?.[shownIn])} ${shown(what.join(', '), MOST)}</h3>
    ${sides(['expected', 'Before', before], ['actual', 'After', after])}
    ${
      expected !== undefined &&
      actual !== undefined &&
      sides(['expected', 'Expected', expected], ['actual', 'Actual', actual])
    }
    ${shownBy !== '' && html`<p class="shown-by"><span class="quiet">Shown by</span> ${shownBy}</p>`}
  </article>`;
}

type Side = readonly [look: 'expected' | 'actual', name: string, text: string];

function sides(...both: readonly Side[]): Html {
  return html`<dl class="compared">
    ${both.map(
      ([look, name, text]) =>
        html`<div class="${look}">
          <dt>${name}</dt>
          <dd>${shown(text, MOST)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** One difference in a row. */
function entry({ rule, what, difference, shownBy }: Told, pages: RunPages | undefined): Html {
  const { before, after, shownIn } = difference;
  return html`<div>
    <dt>${ruleLink(rule, pages?.[shownIn])} ${shown(namesOf(what), MOST)}</dt>
    <dd>${shown(before, MOST)} → ${shown(after, MOST)}</dd>
    ${shownBy !== '' && html`<dd class="quiet">${shownBy}</dd>`}
  </div>`;
}

function ruleLink(rule: string | undefined, page: string | undefined): Html | undefined {
  if (rule === undefined) return undefined;
  return page === undefined
    ? html`<span class="mono">${rule}</span>`
    : html`<a class="mono" href="${page}#${rule}">${rule}</a>`;
}

function undecidedSection(diff: ChecksDiff): Html | undefined {
  const undecided = undecidedWords(diff);
  if (undecided.length === 0) return undefined;
  return section(
    'undecided',
    'Undecided',
    html`<ul>
      ${undecided.map((one) => html`<li class="${decidesNothing(one) && 'quiet'}">${shown(one.text, MOST)}</li>`)}
    </ul>`,
    'What one of the runs did not verify, or what varies within a run.',
  );
}

function noiseSection(diff: ChecksDiff): Html | undefined {
  const { noise } = diff;
  if (noise.length === 0) return undefined;
  return section(
    'noise',
    `Noise (${noise.length})`,
    html`<dl class="silent">
      ${noise.map(
        (one) =>
          html`<div>
            <dt>${ruleLink(one.rule, undefined)} ${shown(one.what, MOST)}</dt>
            <dd>${shown(noiseWords(one), MOST)}</dd>
          </div>`,
      )}
    </dl>`,
    `Two runs of ${namesOfRuns(diff.before.target, diff.after.target).before.service} differ in this as well, so it does not count.`,
  );
}

function comparedSection(diff: ChecksDiff): Html {
  const { compared, before, after, notes } = diff;
  const names = namesOfRuns(before.target, after.target);
  const time = latencyWords(diff.latency);
  const seeds =
    before.seed === after.seed
      ? `${before.seed}`
      : `${before.seed} ${names.before.on}, ${after.seed} ${names.after.on}`;
  const facts: readonly Fact[] = [
    ['Rules that both verified', `${compared.rules}`],
    ['Observed behaviours of both', `${compared.behaviours}`],
    ['Seed', seeds],
    ...(time === undefined ? [] : [['Response time', time] as const]),
    ...notes.map((note) => ['Note', shown(note, MOST)] as const),
  ];
  return section('compared', 'What was compared', html`<dl class="facts">${factRows(facts)}</dl>`);
}
