import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asStarted, petvetIn } from './petvet-in.ts';

const place = mkdtempSync(join(tmpdir(), 'petvet-in-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const FILE = join(import.meta.dirname, '..', 'petvet.cjs');
const NPX = { npm_command: 'exec', PATH: join(place, 'installed', 'node_modules', '.bin') };

describe('petvet is started', () => {
  it('by npx, or a script of npm, where it is installed, in this repository, and below either', () => {
    mkdirSync(join(place, 'installed', 'node_modules', '.bin'), { recursive: true });
    mkdirSync(join(place, 'installed', 'ci'));
    const program = join(place, 'installed', 'node_modules', '.bin', 'petvet');
    writeFileSync(program, '');
    for (const folder of [join(place, 'installed'), join(place, 'installed', 'ci')]) {
      expect(petvetIn(folder, { program, environment: NPX })).toBe('npx petvet');
      expect(petvetIn(folder, { program, environment: { PATH: '/usr/bin' } })).toBe('npx petvet');
    }
    expect(petvetIn(ROOT, { program: FILE, environment: { npm_command: 'start' } })).toBe('npx petvet');
  });

  it('by its file elsewhere, where npx would fetch a package of that name', () => {
    const program = join(place, 'cache', '_npx', '.bin', 'petvet');
    expect(petvetIn(place, { program, environment: NPX })).toBe(`node ${FILE}`);
    expect(petvetIn(place, { program: undefined, environment: {} })).toBe(`node ${FILE}`);
  });

  it('by its file where that was typed, as it is typed there', () => {
    expect(petvetIn(place, { program: FILE, environment: {} })).toBe(`node ${FILE}`);
    expect(petvetIn(ROOT, { program: FILE, environment: {} })).toBe('node lib/cli/petvet.cjs');
  });

  it('by its name from the path of commands', () => {
    const program = join(place, 'bin', 'petvet');
    expect(petvetIn(ROOT, { program, environment: { PATH: `/usr/bin:${join(place, 'bin')}` } })).toBe('petvet');
  });
});

it('a sentence names petvet as it was started, where it names a command', () => {
  const sentence = '`petvet init` writes it; see `petvet check --help`: petvet replay x; petvet is a program: petvet';
  expect(asStarted(sentence, 'npx petvet')).toBe(
    '`npx petvet init` writes it; see `npx petvet check --help`: npx petvet replay x; petvet is a program: petvet',
  );
  expect(asStarted(sentence)).toBe(sentence);
});
