import { escaped, inColour, linkTo, tableLines, type Column } from './history-cells.ts';
import { LEVEL, type FigureChange, type LoadHistory, tooFewWords } from './load-history.ts';
import { compareLine } from './terminal-history.ts';
import { counted } from '../text/counted.ts';
import { besidesWords, changeWords, figureWords } from './figure-words.ts';

const COLUMNS: readonly Column[] = [
  ['metric', 'text'],
  ['before', 'figure'],
  ['after', 'figure'],
  ['change', 'figure'],
  ['direction', 'text'],
  ['first run', 'text'],
  ['run before', 'text'],
  ['also changed', 'text'],
  ['compare windows', 'text'],
];

/** Below it the page has its runs, and a command is typed. */
const REPORTS = 'reports';

/** What changed over the load runs of one target, to stay so, as lines of markup: a table for each history in which something did. */
export function changeTables(histories: readonly LoadHistory[]): string[] {
  return histories.flatMap((history) => {
    const changes = changesIn(history);
    if (changes.length === 0) return [];
    const caption = `${historyWords(history)}: ${counted(changes.length, 'change')} in ${looked(history)}; the first run is the best estimate`;
    return tableLines(escaped(caption), COLUMNS, changes.map(cellsOf));
  });
}

/** In which of these no change was found, and of which nothing can be told, as lines of markup. */
export function unchangedLines(histories: readonly LoadHistory[]): string[] {
  const same = histories.filter((history) => isTold(history) && changesIn(history).length === 0);
  const tooFew = histories.filter((history) => history.isCurrent && !isTold(history));
  return [
    ...same.map((history) => `No change found: ${historyWords(history)}, ${looked(history)}.`),
    ...tooFew.map((history) => `Undecided: ${history.scenario}, ${tooFewWords(history)}.`),
  ].map((sentence) => `<p class="quiet">${escaped(sentence)}</p>`);
}

function isTold({ figures }: LoadHistory): boolean {
  return figures.some(({ isEnough }) => isEnough);
}

function changesIn({ figures }: LoadHistory): readonly FigureChange[] {
  return figures.flatMap((figure) => figure.changes);
}

function historyWords({ scenario, settings, isCurrent }: LoadHistory): string {
  return `${scenario}${isCurrent ? '' : ', earlier settings'}, ${settings.join(', ')}`;
}

function looked({ figures }: LoadHistory): string {
  const most = figures.reduce((sum, figure) => Math.max(sum, figure.runs), 0);
  return `${counted(most, 'run')} with the same settings, significance level ${100 * LEVEL} %`;
}

const COLOURS: Readonly<Record<FigureChange['is'], string>> = { worse: 'violating', better: 'conforming', neither: '' };

function cellsOf(change: FigureChange): string[] {
  const { of, before, after, is, first, last } = change;
  // Of a staircase, its windows are steps of other rates in each run.
  const compare = of === 'knee' ? '' : compareLine(REPORTS, change);
  return [
    of,
    figureWords(of, before),
    figureWords(of, after),
    changeWords(change),
    inColour(COLOURS[is], is === 'neither' ? 'changed' : is),
    linkTo(first.folder, first.load.run.startedAt),
    linkTo(last.folder, last.load.run.startedAt),
    escaped(besidesWords(change).join('; ')),
    `<span class="mono">${escaped(compare)}</span>`,
  ];
}
