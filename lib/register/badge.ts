import { drawBadge } from '../report/badge.ts';
import { printable } from '../text/printable.ts';
import { xmlText } from '../text/xml.ts';
import type { Standing } from './standing.ts';
import { STANDING_WORDS } from './words.ts';
import { addressOf } from './table-form.ts';
import type { ClientRow, TableRow } from './table.ts';
import { profileOutcome } from '../report/verdict-words.ts';

/** The folder of the badges beside a table. No implementation of a register can have this name. */
export const BADGES = 'badges';

/** Anything that is not listed is grey. */
const LOOKS: Partial<Record<Standing['state'], 'conforming' | 'incomplete'>> = {
  conformant: 'conforming',
  partial: 'incomplete',
  grace: 'incomplete',
  disputed: 'incomplete',
};

/** What a badge says: where the certificate does not hold it says so, and nothing of what that claims. */
export function badgeWords(row: TableRow | ClientRow): string {
  const { state } = row.standing;
  if (state !== 'conformant') return STANDING_WORDS[state];
  if ('client' in row && row.client !== undefined) return `${STANDING_WORDS[state]} (client) · ${row.client.date}`;
  const certificate = 'certificate' in row ? row.certificate : undefined;
  if (certificate === undefined) return STANDING_WORDS[state];
  const { profile, catalogue, date } = certificate;
  return `${profileOutcome({ isComplete: true, name: profile })} · catalogue ${catalogue} · ${date}`;
}

/** The badge of a version of an implementation, in SVG. */
export function renderVersionBadge(row: TableRow | ClientRow): string {
  return drawBadge({ of: subjectOf(row), message: badgeWords(row), look: LOOKS[row.standing.state] ?? 'aborted' });
}

function subjectOf({ name, version }: Pick<TableRow, 'name' | 'version'>): string {
  return printable(`${name} ${version}`, 100);
}

/** How the title of a version's badge begins, whatever that says. */
export function badgeTitle(row: Pick<TableRow, 'name' | 'version'>): string {
  return `<title>petvet: ${xmlText(subjectOf(row), /[&<>]/g)}: `;
}

/** Longer names are refused: the name of a file has 255 bytes at most, of which a few are for what is written beside it. */
export const MOST_NAME_BYTES = 100;

/** Whether there is a badge: not where a name is too long for a file. */
export function hasBadge({ name, version }: Pick<TableRow, 'name' | 'version'>): boolean {
  return [name, version].every((one) => Buffer.byteLength(one) <= MOST_NAME_BYTES);
}

/** Where the badge lies, as a path from the table; the folders of a register are its names. */
export function badgeFile({ name, version }: Pick<TableRow, 'name' | 'version'>): string {
  return `${BADGES}/${name}/${version}.svg`;
}

/** The same as an address in a page: nothing in a name is taken for a part of that. */
export function badgeAddress(row: Pick<TableRow, 'name' | 'version'>): string {
  return addressOf(badgeFile(row).split('/'));
}
