import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { petvetIn } from './petvet-in.ts';

const place = mkdtempSync(join(tmpdir(), 'petvet-in-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

it('is started by npx where it is installed, in this repository, and below either', () => {
  mkdirSync(join(place, 'installed', 'node_modules', '.bin'), { recursive: true });
  mkdirSync(join(place, 'installed', 'ci'));
  writeFileSync(join(place, 'installed', 'node_modules', '.bin', 'petvet'), '');
  const folders = [join(place, 'installed'), join(place, 'installed', 'ci'), resolve(import.meta.dirname, '..', '..')];
  expect(folders.map(petvetIn)).toEqual(['npx petvet', 'npx petvet', 'npx petvet']);
});

it('is started by its path elsewhere, where npx would fetch a package of that name', () => {
  expect(petvetIn(place)).toBe(`node ${join(import.meta.dirname, 'petvet.cjs')}`);
});
