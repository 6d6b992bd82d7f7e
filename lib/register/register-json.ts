import { badgeFile, badgeWords, hasBadge } from './badge.ts';
import { evidenceAddress, type TableForm } from './table-form.ts';
import type { ClientRow, RegisterTable, TableRow } from './table.ts';

/** The name and version of the format. */
const REGISTER_SCHEMA = 'petvet/register/1';

/** A register as JSON; ends with a line end. */
export function registerJson({ asOf, rows, clients, ...rest }: RegisterTable, form: TableForm): string {
  const linked = (row: TableRow | ClientRow) => {
    const { evidence: _name, ...said } = row;
    const evidence = evidenceAddress(row, form);
    return {
      ...said,
      ...(evidence !== undefined && { evidence }),
      badge: { says: badgeWords(row), ...(form.hasBadges && hasBadge(row) && { file: badgeFile(row) }) },
    };
  };
  const table = { schema: REGISTER_SCHEMA, asOf, rows: rows.map(linked), clients: clients.map(linked), ...rest };
  return `${JSON.stringify(table, undefined, 2)}\n`;
}
