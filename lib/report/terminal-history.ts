import { join } from 'node:path';
import type { LoadDocument } from '../shapes/load.ts';
import { filled } from '../text/columns.ts';
import { counted } from '../text/counted.ts';
import { beside, paint, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { argument } from '../text/shell-word.ts';
import type { Difference, LimitState } from './load-diff.ts';
import {
  LEVEL,
  type FigureChange,
  type LoadHistory,
  type TargetChanges,
  tooFewWords,
  type HistoryVerdict,
} from './load-history.ts';
import { besidesWords, changeWords, figureWords, instantWords } from './figure-words.ts';

/** What else there is to say of them. */
export interface HistoryFrame {
  /** As the user named it. */
  readonly folder: string;
  readonly verdict: HistoryVerdict;
  readonly last: number;
  /** Sentences of what does not count. */
  readonly skipped: readonly string[];
}

/** The change points of load runs for people at a terminal. Lines, each with its line end. */
export function renderHistoryTerminal(targets: readonly TargetChanges[], frame: HistoryFrame, look: Look): string {
  const lines = [
    ...targets.flatMap(({ name, histories }) => histories.flatMap((one) => historyLines(name, one, frame, look))),
    ...frame.skipped.flatMap((sentence) =>
      beside(look, { label: 'Skipped', column: 9, text: `${printable(sentence)}.`, labelTone: 'warning' }),
    ),
    ...verdictLines(frame, look),
    paint(
      look,
      'quiet',
      `Significance level ${100 * LEVEL} % per scenario. The named run is the best estimate; the change may have happened a few runs earlier or later.`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function historyLines(name: string, history: LoadHistory, { folder }: HistoryFrame, look: Look): string[] {
  const { scenario, settings, isCurrent, runs, figures } = history;
  const changes = figures.flatMap((figure) => figure.changes);
  const same = figures.filter((figure) => figure.isEnough && figure.changes.length === 0).map(({ of }) => of);
  const tooFew = figures.filter(({ isEnough }) => !isEnough);
  const [oldest, newest] = [runs[0], runs.at(-1)];
  const span =
    oldest === undefined || newest === undefined || oldest === newest
      ? ''
      : `, ${instantWords(oldest.load.run.startedAt)} to ${instantWords(newest.load.run.startedAt)}`;
  const title = `${printable(name)}, ${printable(settings.join(', '))}; ${counted(runs.length, 'run')}${span}`;
  return [
    `${paint(look, 'title', `load ${printable(scenario)}`)}  ${title}${isCurrent ? '' : '; earlier settings'}`,
    ...(changes.length === 0
      ? []
      : [paint(look, 'quiet', `${inColumns('', ['before', 'after', 'change', ''])}   first run`)]),
    ...[...Map.groupBy(inOrder(changes), ({ first }) => first).values()].flatMap((some) =>
      changeLines(some, folder, look),
    ),
    ...(same.length === 0 ? [] : [`  no change found: ${same.join(', ')}`]),
    ...(tooFew.length > 0 || figures.length === 0
      ? beside(look, {
          label: '  too few runs:',
          column: 16,
          text: `${tooFew.length === figures.length ? '' : `${tooFew.map(({ of }) => of).join(', ')}; `}${printable(tooFewWords(history, tooFew))}`,
          textTone: 'doubt',
        })
      : []),
    '',
  ];
}

const TONES: Readonly<Record<FigureChange['is'], Tone>> = { worse: 'bad', better: 'good', neither: 'quiet' };

/** By the runs from which on they are, the oldest first. */
function inOrder(changes: readonly FigureChange[]): FigureChange[] {
  return changes.toSorted((a, b) => startOf(a) - startOf(b));
}

function startOf({ first }: FigureChange): number {
  return Date.parse(first.load.run.startedAt);
}

/** Figures that changed with the same run. */
function changeLines(changes: readonly FigureChange[], folder: string, look: Look): string[] {
  const rows = changes.map((change) => {
    const { of, before, after, is, first } = change;
    const cells = [
      figureWords(of, before),
      figureWords(of, after),
      changeWords(change),
      is === 'neither' ? 'changed' : is,
    ];
    return `${paint(look, TONES[is], inColumns(of, cells))}   ${instantWords(first.load.run.startedAt)}`;
  });
  const besides = new Set(changes.flatMap((change) => besidesWords(change)));
  const lines = new Set(changes.map((change) => compareLine(folder, change, look.petvet)));
  return [
    ...rows,
    ...[...besides].flatMap((clause) =>
      beside(look, { label: '', column: 4, text: printable(clause), textTone: 'quiet' }),
    ),
    ...[...lines].map((line) => `    ${line}`),
  ];
}

/** The command that compares the windows of the run before a change and of the first one after it; of staircases, both pages. */
export function compareLine(directory: string, { of, last, first }: FigureChange, petvet = 'petvet'): string {
  const [before, after] = [last, first].map((run) => join(directory, run.folder));
  if (before === undefined || after === undefined) return '';
  if (of === 'knee') return `${argument(join(before, 'report.html'))} ${argument(join(after, 'report.html'))}`;
  return `${petvet} diff ${argument(before)} ${argument(after)}`;
}

function verdictLines({ verdict: { worse, undecided }, last }: HistoryFrame, look: Look): string[] {
  const within = `within the last ${last} runs`;
  const named = worse.map(
    ({ target, scenario, of, before, after }) =>
      `${target} ${scenario} ${of} ${figureWords(of, before)} to ${figureWords(of, after)}`,
  );
  return [
    ...(worse.length > 0 ? [paint(look, 'bad', printable(`Regression ${within}: ${named.join('; ')}`))] : []),
    ...(worse.length === 0 && undecided.length === 0 ? [paint(look, 'good', `No regression found ${within}.`)] : []),
    ...undecided.map((sentence) => paint(look, 'warning', printable(`Undecided: ${sentence}.`))),
  ];
}

/** Two load runs side by side, for people at a terminal. Lines, each with its line end. */
export function renderDiff(
  before: LoadDocument,
  after: LoadDocument,
  differences: readonly Difference[],
  look: Look,
): string {
  const lines = [
    `${paint(look, 'title', `load ${printable(after.scenario)}`)}  ${after.windows.length} windows against ${before.windows.length}`,
    `  before  ${describe(before)}`,
    `  after   ${describe(after)}`,
    '',
    paint(look, 'quiet', inColumns('', ['before', 'after', 'change', 'significant', 'limit'])),
    ...differences.map((difference) => paint(look, toneOf(difference), rowOf(difference))),
    '',
    ...verdictOf(differences, look),
  ];
  return `${lines.join('\n')}\n`;
}

/** What the limits come to, a line for each state; only that none was given where there is none. */
function verdictOf(differences: readonly Difference[], look: Look): string[] {
  const named = (state: LimitState) => differences.filter(({ limit }) => limit === state).map(({ of }) => of);
  const [exceeded, undecided, noise, within] = [
    named('exceeded'),
    named('undecided'),
    named('not significant'),
    named('within'),
  ];
  const lines = [
    ...(exceeded.length > 0 ? [paint(look, 'bad', `Limit exceeded: ${exceeded.join(', ')}`)] : []),
    ...(undecided.length > 0
      ? [
          paint(
            look,
            'warning',
            `Undecided: ${undecided.join(', ')}. Beyond the limit, but too few windows to tell it from noise`,
          ),
        ]
      : []),
    ...(noise.length > 0 ? [`Beyond the limit, but not significant: ${noise.join(', ')}`] : []),
    ...(within.length > 0 ? [`Within the limit: ${within.join(', ')}`] : []),
  ];
  return lines.length === 0 ? ['No limit was given.'] : lines;
}

function describe({ target, run, outcome }: LoadDocument): string {
  return `${printable(target.baseUrl)}, ${run.startedAt}, ${outcome}`;
}

function rowOf({ of, unit, before, after, percent, standsOut, limit }: Difference): string {
  const points = `${after >= before ? '+' : ''}${(after - before).toFixed(2)}`;
  const relative = percent === undefined ? '-' : `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
  return inColumns(of, [
    `${before.toFixed(2)} ${unit}`,
    `${after.toFixed(2)} ${unit}`,
    unit === '%' ? points : relative,
    standsOut === undefined ? 'undecided' : standsOut ? 'yes' : 'no',
    limit ?? '-',
  ]);
}

function toneOf({ limit, standsOut, before, after }: Difference): Tone {
  if (limit === 'exceeded') return 'bad';
  if (limit === 'undecided') return 'warning';
  return standsOut === true && after > before ? 'warning' : 'good';
}

const FIRST = 24;
const OTHERS = 12;

/** A row of a table of figures: what it is about, and its cells, to the right. */
export function inColumns(first: string, cells: readonly string[]): string {
  return `  ${filled(first, FIRST)}${cells.map((cell) => cell.padStart(OTHERS)).join('')}`;
}
