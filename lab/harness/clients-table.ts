import { basename } from 'node:path';
import type { ClientResult, ClientRun, RefusalRow } from './client-results.ts';
import type { LabClient } from './clients.ts';

/** The lines between which the page on clients has the table. The formatter leaves it alone. */
const BEGIN = '<!-- prettier-ignore-start -->\n<!-- made by npm run lab -- --clients; a test compares -->';
const END = '<!-- prettier-ignore-end -->';

/** As many waits of one row are shown. */
const MOST_WAITS = 5;

const HEAD = ['language', 'client', 'by default', 'waits', 'verdict', 'what to set', 'then'];

/** A row for each client that was run: what it does by default, what to set, and what that leads to. Markdown. */
export function renderClients(clients: readonly LabClient[], results: Readonly<Record<string, ClientResult>>): string {
  const rows = clients.flatMap((client) => {
    const result = results[client.name];
    return result === undefined ? [] : [rowOf(client, result)];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * The page with another table.
 *
 * @throws {Error} when it has no place for one
 */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('the page on clients has no place for the table');
  return `${page.slice(0, from)}${BEGIN}\n\n${table}\n\n${page.slice(to)}`;
}

function rowOf({ title, language, file, folder, does, set }: LabClient, result: ClientResult): string[] {
  const source = `../lab/clients/${basename(folder)}/${file}`;
  return [
    language,
    `[${title}](${source}) ${result.version}`,
    does,
    waitsOf(result.default),
    verdictOf(result.default),
    set,
    verdictOf(result.configured),
  ].map((cell) => cell.replaceAll('|', String.raw`\|`));
}

function verdictOf({ outcome, verdicts, says }: ClientRun): string {
  if (outcome === 'conforming') return 'conforms';
  const violated = Object.keys(says).filter((rule) => verdicts[rule] === 'fail');
  const open = Object.keys(says).filter((rule) => verdicts[rule] !== 'fail');
  return [
    ...(violated.length === 0 ? [] : [`**violates ${violated.join(', ')}**`]),
    ...(open.length === 0 ? [] : [`${open.join(', ')} not verified`]),
  ].join('; ');
}

/** The waits after each Retry-After that the client met, the first row of each. */
function waitsOf({ rows }: ClientRun): string {
  const first = rows.filter(
    ({ retryAfter }, index) => rows.findIndex((row) => row.retryAfter === retryAfter) === index,
  );
  // A later request of the program may happen to be the same as one that was refused.
  if (first.every(({ waits }) => waits.length === 0)) return 'no retry';
  return first.map((row) => `${row.retryAfter} s: ${listed(row)}`).join('<br>');
}

function listed({ waits, retries }: RefusalRow): string {
  if (waits.length === 0) return 'no retry';
  const some = waits.slice(0, MOST_WAITS).map((wait) => (wait < 0.1 ? '0' : wait.toFixed(1)));
  return `${some.join(', ')}${retries > some.length ? ' …' : ''}`;
}
