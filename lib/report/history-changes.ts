import { besidesWords, changeWords, figureWords } from './figure-words.ts';
import { escaped, inColour, linkTo, tableLines, type Column } from './history-cells.ts';
import { tooFewWords } from './history-verdict.ts';
import { LEVEL, type FigureChange, type LoadHistory } from './load-history.ts';
import { diffLine } from './terminal-history.ts';
import { counted } from './verdict-words.ts';

const COLUMNS: readonly Column[] = [
  ['figure', 'text'],
  ['before', 'figure'],
  ['after', 'figure'],
  ['change', 'figure'],
  ['direction', 'text'],
  ['first run', 'text'],
  ['run before', 'text'],
  ['besides', 'text'],
  ['windows of both', 'text'],
];

/** Below it the page has its runs, and a command is typed. */
const REPORTS = 'reports';

/** What changed over the load runs of one target, to stay so, as lines of markup: a table, and of which runs nothing can be told. */
export function changeLines(histories: readonly LoadHistory[]): string[] {
  const looked = histories.filter(({ figures }) => figures.some(({ isEnough }) => isEnough));
  const tooFew = histories.filter((history) => history.isCurrent && !looked.includes(history));
  return [
    ...looked.flatMap(historyLines),
    ...(tooFew.length === 0
      ? []
      : [
          `<p class="quiet">Too few to tell whether a figure changed: ${escaped(tooFew.map((one) => tooFewWords(one)).join('; '))}.</p>`,
        ]),
  ];
}

function historyLines(history: LoadHistory): string[] {
  const { scenario, settings, figures, isCurrent } = history;
  const changes = figures.flatMap((figure) => figure.changes);
  const most = figures.reduce((sum, figure) => Math.max(sum, figure.runs), 0);
  const which = `${scenario}${isCurrent ? '' : ', earlier settings'}, ${settings.join(', ')}`;
  const of = `${counted(most, 'run')} with the same settings, significance level ${100 * LEVEL} %`;
  if (changes.length === 0) return [`<p class="quiet">${escaped(which)}: no change found in ${of}.</p>`];
  return tableLines(
    `${escaped(which)}: ${counted(changes.length, 'change')} in ${of}; the first run is the one that fits best`,
    COLUMNS,
    changes.map(cellsOf),
  );
}

const COLOURS: Readonly<Record<FigureChange['is'], string>> = { worse: 'violating', better: 'conforming', neither: '' };

function cellsOf(change: FigureChange): string[] {
  const { of, before, after, is, first, last } = change;
  return [
    of,
    figureWords(of, before),
    figureWords(of, after),
    changeWords(change),
    inColour(COLOURS[is], is === 'neither' ? 'changed' : is),
    linkTo(first.folder, first.load.run.startedAt),
    linkTo(last.folder, last.load.run.startedAt),
    escaped(besidesWords(change).join('; ')),
    `<span class="mono">${escaped(diffLine(REPORTS, last.folder, first.folder))}</span>`,
  ];
}
