import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const LOCK_FILE = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional(), link: z.boolean().optional() })),
});

it('every package of the lock file has a digest, those of other systems too', () => {
  const { packages } = LOCK_FILE.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const installed = Object.entries(packages).filter(([folder, { link }]) => folder !== '' && link !== true);
  expect(installed.length).toBeGreaterThan(100);
  expect(
    installed.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity)).map(([folder]) => folder),
  ).toEqual([]);
});
