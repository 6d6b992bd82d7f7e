import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { installed, NEEDED } from './packages.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const textOf = (...path: readonly string[]) => readFileSync(join(ROOT, ...path), 'utf8');

const missing = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));

describe('packages that petvet does not bring along', () => {
  it('are given where all are there', async () => {
    expect(await installed('it', ['@a/b@1', '@a/c@2'], [Promise.resolve('b'), Promise.resolve(7)])).toEqual(['b', 7]);
  });

  it.each([
    ['the first', () => [missing(), Promise.resolve('c')], '@a/b', '@a/b@1'],
    ['the second', () => [Promise.resolve('b'), missing()], '@a/c', '@a/c@0.5'],
    ['both', () => [missing(), missing()], '@a/b', '@a/b@1 @a/c@0.5'],
  ])('are named where one is missing, with the command that installs it: %s', async (_what, loading, name, names) => {
    const failed = await installed('it', ['@a/b@1', '@a/c@0.5'], loading()).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UsageError);
    expect(failed).toMatchObject({
      message: `it needs the package ${name}, which petvet does not bring along`,
      hint: `install what is missing where petvet is: npm install ${names}`,
    });
  });

  it('are not called missing where one of them fails', async () => {
    await expect(installed('it', ['@a/b@1'], [Promise.reject(new SyntaxError('odd'))])).rejects.toThrow('odd');
  });

  it('are all that are imported, and each is a peer of petvet in a range that begins with its version', () => {
    const imported = new Set(
      Array.from(
        textOf('lib', 'keyless', 'packages.ts').matchAll(/import\('(@sigstore\/[\w-]+)'\)/g),
        ([, name]) => name ?? '',
      ),
    );
    expect([...imported].toSorted()).toEqual(
      Object.values(NEEDED)
        .map((one) => one.replace(/@[\d.]+$/, ''))
        .toSorted(),
    );
    const { peerDependencies } = z
      .object({ peerDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(textOf('package.json')));
    const peers = Object.entries(peerDependencies).filter(([name]) => name.startsWith('@sigstore/'));
    expect(peers).toHaveLength(imported.size);
    for (const [name, range] of peers) {
      const [, version = ''] = /^\^(0\.\d+|[1-9]\d*)\./.exec(range) ?? [];
      expect(Object.values<string>(NEEDED), range).toContain(`${name}@${version}`);
    }
  });

  it('are named on the pages that say how to sign and to verify, as npm takes them', () => {
    const { sign, bundle, verify, specs, tuf } = NEEDED;
    const pages = ['certifying.md', join('ci', 'github-register.yml')].map((page) => textOf('docs', page));
    expect(pages[0]).toMatch(new RegExp(String.raw`npm install "\$\{PETVET_PACKAGE:\?[^}]+\}" ${sign} ${bundle}\n`));
    expect(pages[0]).toContain(`\`npm install ${tuf}\``);
    expect(pages.filter((page) => !page.includes(`${verify} ${bundle} ${specs}`))).toEqual([]);
  });
});
