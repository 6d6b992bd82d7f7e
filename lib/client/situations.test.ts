import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SITUATIONS } from './situations.ts';

it('docs/clients.md has every situation, as it is', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'clients.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\|(.*)\|$/gm)].map(([, name, cells = '']) => [
    name,
    ...cells.split('|').map((cell) => cell.trim()),
  ]);
  const situations = Object.entries(SITUATIONS);
  expect(rows.filter(([name = '']) => name in SITUATIONS)).toEqual(
    situations.map(([name, { says, asks, seconds }]) => [name, says, asks, `${seconds} s`]),
  );
});
