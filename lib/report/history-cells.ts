import type { ConformanceReport } from '../shapes/report.ts';
import { printable } from '../text/printable.ts';
import { xmlText } from '../text/xml.ts';

/** What became of the must rules of a run. */
export interface Tallied {
  readonly violated: number;
  readonly passed: number;
  /** Applicable, and not verified either way. */
  readonly open: number;
}

/** Counts the must rules of a run by what became of them. */
export function tallied(rules: ConformanceReport['rules']): Tallied {
  const count = (...verdicts: readonly string[]) =>
    rules.filter(({ level, verdict }) => level === 'must' && verdicts.includes(verdict)).length;
  return { violated: count('fail'), passed: count('pass'), open: count('inconclusive', 'not-exercised') };
}

/** A column: its title, and whether it holds figures. */
export type Column = readonly [title: string, kind: 'text' | 'figure'];

/** A table of runs, as lines; every cell is markup already, and the caption is escaped text without markup. */
export function tableLines(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string[] {
  const heads = columns.map(([title, kind]) => `<th scope="col"${kind === 'figure' ? ' class="n"' : ''}>${title}</th>`);
  return [
    `<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>`,
    `<caption>${caption}</caption>`,
    `<thead><tr>${heads.join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((cells) => `<tr>${cells.map((cell, index) => cellOf(cell, columns[index])).join('')}</tr>`),
    '</tbody>',
    '</table></div>',
  ];
}

function cellOf(cell: string, column: Column | undefined): string {
  return `<td${column?.[1] === 'figure' ? ' class="n"' : ''}>${cell}</td>`;
}

/**
 * The instant at which a run began, as a link to its page.
 *
 * @param folder - below the page, with slashes
 */
export function linkTo(folder: string, startedAt: string): string {
  return `<a href="${addressOf(folder)}">${escaped(startedAt.slice(0, 19).replace('T', ' '))}</a>`;
}

/** The rules that a run violated, each as a link to where its page speaks of it; a dash where there are none. */
export function violatedRules(folder: string, rules: ConformanceReport['rules']): string {
  const violated = rules.filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
  const named = violated
    .slice(0, MOST_NAMED)
    .map(({ id }) => `<a class="id" href="${addressOf(folder)}#${escaped(id)}">${escaped(id)}</a>`);
  const more = violated.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ') || '–';
}

/** As many violated rules as a row names. */
const MOST_NAMED = 6;

function addressOf(folder: string): string {
  return escaped(`${folder.split('/').map(encodeURIComponent).join('/')}/report.html`);
}

/** A word in the colour of an outcome. */
export function inColour(outcome: string, words: string): string {
  return `<span class="${outcome}">${escaped(words)}</span>`;
}

/** By how much a count differs from that of the run before; nothing where it does not. */
export function difference(by: number): string {
  if (by === 0) return '';
  return by > 0 ? ` (+${by})` : ` (−${-by})`;
}

/** A text as that of an element or an attribute: escaped, and without what is invisible. */
export function escaped(text: string): string {
  return xmlText(printable(text), /[&<>"]/g);
}
