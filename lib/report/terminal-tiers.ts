import type { TierDocument, TiersDocument } from '../shapes/tiers.ts';
import { beside, paint, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { kindWords, otherWords, scenarioWords, STATE_WORDS, TIER_COLUMNS, tierCells } from './tiers.ts';
import { counted } from '../text/counted.ts';
import { filled } from '../text/columns.ts';

const TONES: Readonly<Record<TierDocument['state'], Tone>> = {
  conforming: 'good',
  'falls-short': 'bad',
  violating: 'bad',
  incomplete: 'warning',
  'not-judged': 'warning',
};

const FIRST = 12;
const CELL = 11;
const KIND_COLUMN = 2 + FIRST + CELL * TIER_COLUMNS.length + 2;

/** The plans at their ceilings for people at a terminal. Lines, each with its line end. */
export function renderTiersTerminal(document: TiersDocument, look: Look): string {
  const { target, plans, windowSeconds, k6 } = document;
  const windows = plans.find(({ ceiling }) => ceiling !== undefined)?.ceiling?.windows;
  const lines = [
    `${paint(look, 'title', 'Plans at their limits')}  ${printable(target.name)}, ${printable(target.baseUrl)}` +
      `${windows === undefined ? '' : `; ${counted(windows, 'window')} of ${windowSeconds} s each`}, by ${printable(k6)}`,
    paint(look, 'quiet', `${row('', TIER_COLUMNS)}  kind of limiter`),
    ...plans.flatMap((tier) =>
      beside(look, { label: row(tier.plan, tierCells(tier)), column: KIND_COLUMN, text: kindWords(tier) }),
    ),
    '',
    paint(look, 'title', 'Scenarios'),
    ...plans.flatMap((tier) => [
      `  ${filled(tier.plan, FIRST)}${paint(look, TONES[tier.state], STATE_WORDS[tier.state])}`,
      ...tier.scenarios.flatMap((scenario) => scenarioLines(scenario, look)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function row(first: string, cells: readonly string[]): string {
  return `  ${filled(first, FIRST)}${cells.map((cell) => cell.padStart(CELL)).join('')}`;
}

function scenarioLines(scenario: TierDocument['scenarios'][number], look: Look): string[] {
  const { sent, refused, mostRefused, folder, says } = scenario;
  const what = [
    scenarioWords(scenario),
    ...(scenario.state === 'judged' ? [`${sent} sent, ${refused} refused (max ${mostRefused})`] : []),
    ...(otherWords(scenario) === '' ? [] : [otherWords(scenario)]),
    ...(folder === undefined ? [] : [folder]),
  ].join('; ');
  const column = 4 + FIRST;
  return [
    ...beside(look, { label: `    ${scenario.scenario}`, column, text: printable(what), labelTone: 'quiet' }),
    ...says.flatMap((sentence) => beside(look, { label: '', column, text: printable(sentence), textTone: 'bad' })),
  ];
}
