import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { K6_VERSION } from '../load/k6-program.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { installPackage, type InstalledPackage } from './installed-package.fixture.ts';
import { ROOT, run } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';
import { typed } from './typed.fixture.ts';

/** Building, packing, copying packages, and whole runs. */
const PATIENCE = 180_000;

/** What a user waits for, and what a cache of CI holds, in bytes. */
const MOST_INSTALLED = 25_000_000;

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
}, PATIENCE);
afterAll(() => installed[Symbol.asyncDispose]());

const petvet = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(process.execPath, [join(installed.home, 'node_modules', 'petvet', 'lib', 'cli', 'petvet.cjs'), ...args], {
    cwd: installed.home,
    env,
  });

const Manifest = z.object({ exports: z.record(z.string(), z.unknown()) });
const entries = () =>
  Object.keys(
    Manifest.parse(JSON.parse(readFileSync(join(installed.home, 'node_modules', 'petvet', 'package.json'), 'utf8')))
      .exports,
  );

const use = (name: string, text: string) => {
  writeFileSync(join(installed.home, name), text);
  return run(process.execPath, [name], { cwd: installed.home });
};

const verdictsIn = (name: string) =>
  ConformanceReport.parse(JSON.parse(readFileSync(join(installed.home, name, 'conformance.json'), 'utf8'))).rules.map(
    ({ id, verdict }) => `${id} ${verdict}`,
  );

describe('the commands of the package', () => {
  it(
    'are those of the repository, each with its help',
    async () => {
      const { out } = await petvet(['--help']);
      expect(out).toBe((await typed(['--help'], ROOT)).out);
      const commands = [...out.matchAll(/^ {2}([a-z]+)(?= [[<]| {2,})/gm)].map(([, name = '']) => name);
      expect(commands).toEqual(expect.arrayContaining(['check', 'init', 'doctor', 'completion', 'load', 'rules']));
      const helps = await Promise.all(
        commands.filter((name) => name !== 'help').map((name) => petvet([name, '--help'])),
      );
      expect(helps.filter(({ status, out: help }) => status !== 0 || !help.startsWith('Usage: petvet '))).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'check, judge and report, in an empty project',
    async () => {
      expect(await petvet(['check', '--no-burn', '--report', 'run'])).toMatchObject({ status: 0 });
      const judged = await petvet(['judge', 'run', '--report', 'again']);
      expect({ status: judged.status, err: judged.status === 0 ? '' : judged.err }).toEqual({ status: 0, err: '' });
      expect(verdictsIn('again')).toEqual(verdictsIn('run'));
      const report = await petvet(['report', 'run', '--format', 'markdown']);
      expect(report).toMatchObject({ status: 0, out: expect.stringMatching(/^## petvet: /) });
    },
    PATIENCE,
  );

  it(
    'the first steps',
    async () => {
      const baseUrl = 'http://127.0.0.1:9/v1';
      const init = await petvet(
        ['init', '--base-url', baseUrl, '--target', 'staging', '--key-env', 'K', '--ci', 'gitlab'],
        {
          K: 'a-key',
        },
      );
      expect({ status: init.status, out: init.out }).toEqual({
        status: 0,
        out: expect.stringMatching(/Wrote \.gitlab\/petvet\.yml\.\nWrote \.gitlab-ci\.yml\./),
      });
      const doctor = await petvet(['doctor', '--target', 'staging']);
      expect({ status: doctor.status, out: doctor.out }).toEqual({
        status: 1,
        out: expect.stringContaining('✖ service   no connection to 127.0.0.1:9'),
      });
      expect((await petvet(['completion', 'bash'])).out).toBe((await typed(['completion', 'bash'], ROOT)).out);
    },
    PATIENCE,
  );

  it(
    'load, with the k6 that --install-k6 finds',
    async () => {
      const k6 = join(installed.home, '.cache', 'petvet', `k6-${K6_VERSION}`, 'k6');
      mkdirSync(dirname(k6), { recursive: true });
      rmSync(k6, { force: true });
      symlinkSync(realK6(), k6);
      const env = { XDG_CACHE_HOME: join(installed.home, '.cache'), PATH: dirname(process.execPath) };
      expect(await petvet(['load', '--install-k6'], env)).toMatchObject({
        status: 0,
        out: expect.stringContaining(k6),
      });
      const dry = await petvet(['load', 'ceiling', '--target', 'staging', '--plan', 'free', '--dry-run'], env);
      expect({ status: dry.status, err: dry.status === 0 ? '' : dry.err }).toEqual({ status: 0, err: '' });
    },
    PATIENCE,
  );
});

describe('the package as a library', () => {
  it('can be imported by each of its names', async () => {
    const names = entries().filter((name) => name !== './vitest');
    const imports = names.map((name) => {
      const from = `petvet/${name.slice(2)}`;
      return name.endsWith('.json')
        ? `await import('${from}', { with: { type: 'json' } });`
        : `if (Object.keys(await import('${from}')).length === 0) throw new Error('${name} is empty');`;
    });
    expect(names.length).toBeGreaterThan(10);
    expect(await use('names.mjs', imports.join('\n'))).toEqual({ status: 0, out: '', err: '' });
  });

  it('holds a service against the specification, as its documentation shows', async () => {
    const example = /```js\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs', 'ci.md'), 'utf8'))?.[1] ?? '';
    const { status, out, err } = await use('example.mjs', example);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^LIST-2: /);
  });

  it(
    'has types that a strict compiler takes, for all of it',
    async () => {
      const names = entries().filter((name) => !name.endsWith('.json') && name !== './vitest');
      const text = [
        ...names.map((name, index) => `import * as all${index} from 'petvet/${name.slice(2)}';`),
        `import { violationsOf, type ConformOptions } from 'petvet/matchers';`,
        `import type { Finding } from 'petvet/judges';`,
        `const options: ConformOptions = { rules: ['LIST-2'], request: { method: 'GET' } };`,
        `export const found: Promise<readonly Finding[]> = violationsOf(new Response('[]'), options);`,
        `export const every = [${names.map((_, index) => `all${index}`).join(', ')}];`,
      ].join('\n');
      writeFileSync(join(installed.home, 'use.mts'), text);
      const config = {
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2024',
          types: ['node'],
          typeRoots: [join(ROOT, 'node_modules', '@types')],
        },
        files: ['use.mts'],
      };
      writeFileSync(join(installed.home, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const { status, out } = await run(process.execPath, [tsc, '--project', 'tsconfig.json'], { cwd: installed.home });
      expect({ status, out }).toEqual({ status: 0, out: '' });
    },
    PATIENCE,
  );

  it(
    'resolves for whoever imports it as a module',
    async () => {
      const unpacked = createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball)));
      const analysis = await checkPackage(unpacked, { excludeEntrypoints: [/\.json$/] });
      const problems = 'problems' in analysis ? analysis.problems : [{ kind: 'NoTypes' as const }];
      // There are modules alone: what looks for others is told so by Node.
      const asModule = problems.filter((problem) => !('resolutionKind' in problem) || !OLD.has(problem.resolutionKind));
      expect(asModule).toEqual([]);
    },
    PATIENCE,
  );
});

/** How resolvers of before modules go about it. */
const OLD: ReadonlySet<string> = new Set(['node10', 'node16-cjs']);

it('is small, with all that it depends on, and has no program of another kind in it', () => {
  const all = readdirSync(join(installed.home, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
  const sizes = all.map((file) => statSync(file).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_INSTALLED);
  expect(all.filter((file) => /\/(?:node|k6|chrom\w*)(?:\.exe)?$|\.node$/.test(file))).toEqual([]);
});
