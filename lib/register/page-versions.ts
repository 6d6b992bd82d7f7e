import { html, prose, section, shown, type Html } from '../text/markup.ts';
import { cardTable, type PageRow } from './page-table.ts';
import type { RegisterTable } from './table.ts';
import type { Change, History, VersionStep } from './version-history.ts';
import { HISTORY_LEAD, MOST_SHOWN, stepWords, unchangedWords } from './words.ts';

/** What changed from version to version; undefined where no implementation has two. */
export function historySection({ histories }: RegisterTable): Html | undefined {
  if (histories.length === 0) return undefined;
  return section('versions', 'By version', histories.map(historyOf), HISTORY_LEAD);
}

function historyOf({ name, steps }: History): Html {
  const title = shown(name, 80);
  const head = ['Version', 'Date', 'Rule', 'What changed', 'Before', 'After'];
  const rows = steps.flatMap((step, index) => stepRows(step, steps[index - 1]));
  return html`<h3>${title}</h3>
    ${cardTable(`Versions of ${title}`, head, { rows })}`;
}

function stepRows(step: VersionStep, previous: VersionStep | undefined): PageRow[] {
  const unchanged = [undefined, unchangedWords(step, previous === undefined), undefined, undefined];
  const changes = step.changes.length === 0 ? [unchanged] : step.changes.map(changeCells);
  return changes.map((cells) => ({ cells: [shown(stepWords(step, previous), MOST_SHOWN), step.date, ...cells] }));
}

function changeCells({ about, rule, what, before, after }: Change): PageRow['cells'] {
  const title = shown(what, MOST_SHOWN);
  return [
    rule === undefined ? undefined : html`<span class="mono">${rule}</span>`,
    about === 'choice' ? title : prose(title),
    shown(before, MOST_SHOWN),
    shown(after, MOST_SHOWN),
  ];
}
