import { printable } from './printable.ts';

/** Characters of one quotation. */
const MOST_QUOTED = 300;

/**
 * A text of unknown origin as a code span: nothing in it is taken for Markdown, HTML, an address, a mention or a
 * reference. Control characters stand as `\u{1b}`, and so do bars, which would end the cell of a table.
 */
export function quoted(text: string, most = MOST_QUOTED): string {
  const harmless = printable(text, most).replaceAll('|', String.raw`\u{7c}`);
  if (harmless.trim() === '') return '(nothing)';
  const fence = '`'.repeat(longestRun(harmless) + 1);
  // A blank inside is taken away again where both ends have one.
  const isOpen = /^[` ]|[` ]$/.test(harmless);
  return isOpen ? `${fence} ${harmless} ${fence}` : `${fence}${harmless}${fence}`;
}

/** Lines of unknown origin, harmless by themselves, as a block of code that nothing in them can end. */
export function block(lines: readonly string[]): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}text`, ...lines, fence].join('\n');
}

/** A sentence of petvet's own: what stands between backticks stays code, and no other character has a meaning. */
export function sentence(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '/') : part.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&')))
    .join('');
}

/** A row of a table; the cells are Markdown without bars and line ends. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function longestRun(text: string): number {
  return Array.from(text.matchAll(/`+/g)).reduce((longest, [run]) => Math.max(longest, run.length), 0);
}
