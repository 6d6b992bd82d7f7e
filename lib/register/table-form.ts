import type { SubmissionRow } from './table.ts';

/** What lies beside a table, and where the submissions are. */
export interface TableForm {
  /** Badges are beside it, or nowhere. */
  readonly hasBadges: boolean;
  /** An address, or a path from the table: of the folder that has those of the implementations. Absent where there is none to link to. */
  readonly submissions?: string;
}

/** The address of the evidence of a submission; undefined where it is not known, or there is none. */
export function evidenceAddress(row: SubmissionRow, { submissions }: TableForm): string | undefined {
  if (submissions === undefined || row.evidence === undefined) return undefined;
  const base = submissions === '' || submissions.endsWith('/') ? submissions : `${submissions}/`;
  return `${base}${addressOf([row.name, row.version, row.evidence])}`;
}

/** The name of a row in its page, for links to it. */
export function rowId({ name, version }: Pick<SubmissionRow, 'name' | 'version'>): string {
  return addressOf([name, version]);
}

/** A path as a part of an address: nothing in a name is taken for one. */
export function addressOf(path: readonly string[]): string {
  return path
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29')))
    .join('/');
}
