import type { Row } from './compare.ts';

/** A line of the table: one run, or a stack that was skipped. */
export interface TableRow {
  readonly stack: string;
  readonly version: string;
  readonly plan: string;
  readonly outcome: string;
  readonly violated: readonly Row[];
  readonly open: readonly Row[];
  readonly differences: readonly string[];
  /** The folder of the report. */
  readonly report?: string;
}

const HEAD = ['stack', 'version', 'plan', 'outcome', 'violated', 'not verified', 'as expected'];

/** The table of all runs, and below it what differs from what was expected, and which rules could not be verified. */
export function renderTable(table: readonly TableRow[]): string {
  const rows = table.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  const cells = rows.map(({ stack, version, plan, outcome, violated, open, differences }) => [
    stack,
    version,
    plan,
    outcome,
    rulesOf(violated),
    rulesOf(open),
    differences.length > 0 ? 'NO' : outcome.startsWith('skipped') ? '' : 'yes',
  ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...cells].map((row) => (row[column] ?? '').length)));
  const lines = [HEAD, ...cells].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = rows.flatMap(({ stack, version, plan, open, differences, report }) => {
    const about = [
      ...differences.map((text) => `  differs: ${text}`),
      ...open.map(({ rule, says }) => `  not verified: ${rule}: ${says}`),
    ];
    return about.length === 0
      ? []
      : ['', `${stack} ${version} ${plan}${report === undefined ? '' : ` (${report})`}`, ...about];
  });
  return `${[...lines, ...notes].join('\n')}\n`;
}

function rulesOf(rows: readonly Row[]): string {
  return rows.map(({ rule }) => rule).join(' ');
}

function keyOf({ stack, version, plan }: TableRow): string {
  return [stack, version === 'natural' ? 0 : 1, plan === 'free' ? 0 : 1].join(' ');
}
