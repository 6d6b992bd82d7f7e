import { badgeFile, badgeWords, hasBadge } from './badge.ts';
import type { TableForm } from './markdown.ts';
import type { RegisterTable } from './table.ts';

/** The name and version of the format. */
const REGISTER_SCHEMA = 'petvet/register/1';

/** A register as JSON; ends with a line end. */
export function registerJson({ asOf, rows, ...rest }: RegisterTable, { hasBadges }: TableForm): string {
  const withBadges = rows.map((row) => ({
    ...row,
    badge: { says: badgeWords(row), ...(hasBadges && hasBadge(row) && { file: badgeFile(row) }) },
  }));
  return `${JSON.stringify({ schema: REGISTER_SCHEMA, asOf, rows: withBadges, ...rest }, undefined, 2)}\n`;
}
