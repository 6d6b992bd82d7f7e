import type { ClientResult, ClientRun, RefusalRow } from './client-results.ts';
import type { LabClient } from './clients.ts';

/** The lines between which the page on clients has the table. The formatter leaves it alone. */
const BEGIN = '<!-- prettier-ignore-start -->\n<!-- made by npm run lab -- --clients; a test compares -->';
const END = '<!-- prettier-ignore-end -->';

/** As many waits of one row are shown. */
const MOST_WAITS = 5;

const VERDICTS: Readonly<Record<string, string>> = { pass: 'satisfied', fail: '**violated**' };

const HEAD = ['client', 'by default', 'waits by default', 'CLIENT-2', 'CLIENT-3', 'what to set', 'then'];

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

function rowOf({ title, language, file, folder, does, set }: LabClient, { version, ...ways }: ClientResult): string[] {
  const source = `../lab/clients/${folder.split('/').at(-1)}/${file}`;
  return [
    `[${title}](${source}) ${version}, ${language}`,
    does,
    waitsOf(ways.default),
    verdictOf(ways.default, 'CLIENT-2'),
    verdictOf(ways.default, 'CLIENT-3'),
    set,
    outcomeOf(ways.configured),
  ].map((cell) => cell.replaceAll('|', String.raw`\|`));
}

function verdictOf({ verdicts }: ClientRun, rule: string): string {
  return VERDICTS[verdicts[rule] ?? ''] ?? 'not verified';
}

function outcomeOf({ outcome, says }: ClientRun): string {
  return outcome === 'conforming' ? 'conforms' : `${outcome}: ${Object.keys(says).join(', ')}`;
}

/** The waits after each Retry-After that the client met, the first row of each. */
function waitsOf({ rows }: ClientRun): string {
  const first = rows.filter(
    ({ retryAfter }, index) => rows.findIndex((row) => row.retryAfter === retryAfter) === index,
  );
  return first.map((row) => `after ${row.retryAfter} s: ${listed(row)}`).join('; ');
}

function listed({ waits, retries }: RefusalRow): string {
  if (waits.length === 0) return 'no retry';
  const some = waits.slice(0, MOST_WAITS).map((wait) => (wait < 0.1 ? '0' : wait.toFixed(1)));
  return `${some.join(', ')}${retries > some.length ? ' …' : ''}`;
}
