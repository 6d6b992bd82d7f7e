import { describe, expect, it } from 'vitest';
import { sourceFiles, textOf } from '../conventions/sources.fixture.ts';
import { k6FaultsOf, readByK6 } from './k6-syntax.fixture.ts';

/** A script of k6 hangs for ever, or ends at once, on what these rules find. */
it('what k6 reads has only syntax that k6 can run', () => {
  const scripts = sourceFiles().filter((file) => file.startsWith('load/') && !file.endsWith('.d.ts'));
  const files = readByK6(scripts);
  expect(files.flatMap((file) => k6FaultsOf(textOf(file)).map((fault) => `${file}: ${fault}`))).toEqual([]);
});

describe('what finds the faults', () => {
  it.each([
    [`import { sleep } from 'k6';`],
    [`import http from 'k6/http';\nimport { PLANS } from '../lib/contract/plans.ts';`],
    [`import type { Server } from 'node:http';`],
    [`export type { Pet } from 'somewhere';`],
    [`for (const pet of pets) await pet;`],
    [`class Pet { #name = 'a'; static { this.kind = 'b'; } }`],
    [`const date = /(?<=a)(?:b)(?!c)/u;`],
    [`const parenthesis = /\\(?<b/;`],
    [`function* some() { yield 1; }\nasync function other() {}`],
    [`const word = 'structuredClone';`],
  ])('lets %j pass', (text) => {
    expect(k6FaultsOf(text)).toEqual([]);
  });

  it.each([
    [`import pets from './pets.json' with { type: 'json' };`, 'an import with attributes'],
    [`export { default } from './pets.json' with { type: 'json' };`, 'an import with attributes'],
    [`for await (const pet of pets) send(pet);`, '`for await`'],
    [`@sealed class Pet {}`, 'a decorator'],
    [`class Pet { @bound speak() {} }`, 'a decorator'],
    [`using file = open();`, '`using`'],
    [`await using file = open();`, '`using`'],
    [`class Pet { accessor name = ''; }`, '`accessor`'],
    [`abstract class Pet { abstract accessor name: string; }`, '`accessor`'],
    [`import { readFile } from 'node:fs';`, 'an import that k6 does not have: node:fs'],
    [`import { z } from 'zod';`, 'an import that k6 does not have: zod'],
    [`import a from 'k6-utils';`, 'an import that k6 does not have: k6-utils'],
    [`export * from 'zod';`, 'an import that k6 does not have: zod'],
    [`import { PLANS } from './plans';`, 'an import that is no .ts file: ./plans'],
    [`const plans = await import(where);`, 'a dynamic import'],
    [`async function* pets() {}`, 'an async generator'],
    [`const pets = { async *[Symbol.asyncIterator]() {} };`, 'an async generator'],
    [`const all = /[a--b]/v;`, 'the flag v of a regular expression'],
    [`const all = new RegExp('a', 'v');`, 'the flag v of a regular expression'],
    [`const year = /(?<year>\\d+)/;`, 'a named group of a regular expression'],
    [`const year = RegExp('(?<year>a)');`, 'a named group of a regular expression'],
    [`const copy = structuredClone(pet);`, 'the global structuredClone'],
    [`const bytes = new globalThis.TextEncoder();`, 'the global TextEncoder'],
  ])('refuses %j', (text, fault) => {
    expect(k6FaultsOf(text)).toContain(fault);
  });

  it('follows relative imports as far as they go, but not those of types', () => {
    const files: Readonly<Record<string, string>> = {
      'load/a.ts': `import http from 'k6/http';\nimport { b } from '../lib/contract/b.ts';\nimport type { T } from './t.ts';`,
      'lib/contract/b.ts': `export { c } from './c.ts';`,
      'lib/contract/c.ts': `import '../../load/a.ts';`,
    };
    expect(readByK6(['load/a.ts'], (file) => files[file] ?? '')).toEqual([
      'load/a.ts',
      'lib/contract/b.ts',
      'lib/contract/c.ts',
    ]);
  });

  it('reads the contract, in which there is nothing of the kind', () => {
    const contract = sourceFiles().filter((file) => /^lib\/contract\/[^.]+\.ts$/.test(file));
    expect(contract.length).toBeGreaterThan(3);
    expect(contract.flatMap((file) => k6FaultsOf(textOf(file)).map((fault) => `${file}: ${fault}`))).toEqual([]);
  });
});
