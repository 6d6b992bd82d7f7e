import { drawBadge } from '../report/badge.ts';
import { printable } from '../report/printable.ts';
import { profileOutcome } from '../report/profile-words.ts';
import type { TableRow } from './table.ts';

/** The folder of the badges beside a table. No implementation of a register can have this name. */
export const BADGES = 'badges';

const LOOKS = { holds: 'conforming', fails: 'aborted', unchecked: 'aborted' } as const;

/** What a badge says: where the certificate does not hold it says so, and nothing of what that claims. */
export function badgeWords({ state, isStale, certificate }: TableRow): string {
  if (certificate === undefined) return isStale ? 'stale' : state === 'fails' ? 'refused' : 'not checked';
  const { profile, catalogue, date } = certificate;
  return `${profileOutcome({ isComplete: true, name: profile })} · catalogue ${catalogue} · ${date}`;
}

/** The badge of a version of an implementation, in SVG. */
export function renderVersionBadge(row: TableRow): string {
  const of = printable(`${row.name} ${row.version}`, 100);
  return drawBadge({ of, message: badgeWords(row), look: LOOKS[row.state] });
}

/** Where the badge lies, as a path from the table; the folders of a register are its names. */
export function badgeFile({ name, version }: Pick<TableRow, 'name' | 'version'>): string {
  return `${BADGES}/${name}/${version}.svg`;
}

/** The same as an address in a page: nothing in a name is taken for a part of that. */
export function badgeAddress(row: Pick<TableRow, 'name' | 'version'>): string {
  return badgeFile(row)
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29')))
    .join('/');
}
