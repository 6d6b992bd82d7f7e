import { expect, it } from 'vitest';
import { inPath } from '../../lib/load/k6-program.ts';
import { withoutOwnSettings } from '../../lib/load/own-settings.ts';
import { readResults } from './client-results.ts';
import { readLanguages } from './clients.ts';
import { vet } from './vet-clients.ts';

/** What needs no installation but that of petvet, by the program that it starts with. */
const READY: Readonly<Record<string, readonly string[]>> = { node: ['fetch', 'undici'], python3: ['urllib'] };
const NAMES = Object.keys(READY).flatMap((program) => (inPath(program, process.env)[0] ? (READY[program] ?? []) : []));
const RUNS = readLanguages()
  .flatMap(({ clients }) => clients)
  .filter(({ name }) => NAMES.includes(name))
  .flatMap((client) => (['default', 'configured'] as const).map((way) => ({ client, way })));

it.concurrent.each(RUNS)('$client.name, $way, does what is published', async ({ client, way }) => {
  const { verdicts } = await vet(client, way, withoutOwnSettings(process.env));
  expect(verdicts).toEqual(readResults()[client.name]?.[way].verdicts);
});
