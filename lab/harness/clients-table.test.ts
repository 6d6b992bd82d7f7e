import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readResults, type ClientRun } from './client-results.ts';
import { readLanguages, versionOf } from './clients.ts';
import { renderClients, withTable } from './clients-table.ts';
import { ROOT } from './stacks.ts';

const LANGUAGES = readLanguages();
const CLIENTS = LANGUAGES.flatMap(({ clients }) => clients);
const PAGE = readFileSync(join(ROOT, 'docs', 'clients.md'), 'utf8');

it('docs/clients.md has the table that `npm run lab -- --clients` makes of its last results', () => {
  expect(withTable(PAGE, renderClients(CLIENTS, readResults()))).toBe(PAGE);
});

it('every client was run, and conforms as it is configured', () => {
  const results = Object.entries(readResults());
  expect(results.map(([name]) => name)).toEqual(CLIENTS.map(({ name }) => name));
  expect(results.flatMap(([name, { configured }]) => (configured.outcome === 'conforming' ? [] : [name]))).toEqual([]);
});

it('the versions are those that are installed', () => {
  const installed = LANGUAGES.flatMap((language) =>
    language.clients.flatMap(({ name, library = name, release }) =>
      release === undefined ? [[name, versionOf(language, library)]] : [],
    ),
  );
  expect(installed.length).toBeGreaterThan(15);
  const results = readResults();
  expect(installed.map(([name = '']) => [name, results[name]?.version])).toEqual(installed);
});

const RUN: ClientRun = {
  outcome: 'violating',
  verdicts: { 'CLIENT-2': 'fail', 'CLIENT-3': 'inconclusive', 'CLIENT-4': 'pass' },
  says: { 'CLIENT-2': 'early', 'CLIENT-3': 'too few' },
  requests: 12,
  seconds: 9,
  rows: [
    { retryAfter: 2, waits: [2.01], retries: 1, gaveUp: false },
    { retryAfter: 0, waits: [0.04, 0.5, 1, 2, 4, 8], retries: 6, gaveUp: true },
    { retryAfter: 0, waits: [0.3], retries: 1, gaveUp: true },
  ],
};
const ONE = {
  name: 'one',
  title: 'One',
  language: 'Some',
  folder: '/lab/clients/some',
  file: 'one.x',
  start: 'exec one',
  does: 'retries',
  set: '`a | b`',
};

it('a row has the verdicts, and the waits after each Retry-After', () => {
  const configured = { ...RUN, outcome: 'conforming' as const, says: {} };
  const table = renderClients([ONE, { ...ONE, name: 'not-run' }], {
    one: { version: '1.2', default: RUN, configured },
  });
  expect(table.split('\n').slice(2)).toEqual([
    '| Some | [One](../lab/clients/some/one.x) 1.2 | retries | 2 s: 2.0<br>0 s: 0, 0.5, 1.0, 2.0, 4.0 … | ' +
      '**violates CLIENT-2**; CLIENT-3 not verified | `a \\| b` | conforms |',
  ]);
  const bare = { ...RUN, rows: [{ retryAfter: 2, waits: [], retries: 0, gaveUp: true }] };
  expect(renderClients([ONE], { one: { version: '1.2', default: bare, configured } })).toContain('| no retry |');
});

it('a page without a place for the table is refused', () => {
  expect(() => withTable('# Clients\n', 'table')).toThrow('no place for the table');
});
