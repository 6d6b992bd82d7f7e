import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aToken } from '../keyless/issuer.fixture.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { installPackage, type InstalledPackage } from './installed-package.fixture.ts';
import { ROOT, run } from './petvet-process.fixture.ts';

/** Building, packing, copying some fifty packages, and a whole run. */
const PATIENCE = 120_000;

let installed: InstalledPackage;
let home: string;

beforeAll(async () => {
  installed = await installPackage();
  home = installed.home;
}, PATIENCE);

afterAll(() => installed[Symbol.asyncDispose]());

/** Starts what npx finds there: it takes a second of a core to find it. */
const installedPetvet = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(join(home, 'node_modules', '.bin', 'petvet'), args, { cwd: home, env });

it(
  'vets the reference server where it is installed',
  async () => {
    const ended = await run('npx', ['--no-install', 'petvet', 'check', '--report', 'out'], { cwd: home });
    expect({ status: ended.status, err: ended.err }).toMatchObject({ status: 0 });
    const text = readFileSync(join(home, 'out', 'conformance.json'), 'utf8');
    const { rules, petvet } = ConformanceReport.parse(JSON.parse(text));
    expect(rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(rules.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(25);
    expect(ended.out).toContain(`petvet ${petvet}`);
    expect(ended.out).toMatch(/^Outcome +petvet's own reference server: /m);
  },
  PATIENCE,
);

/** Prints which modules of Node a program has loaded when it ends. */
const LISTING = "process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));";

it('loads of Node what it uses: its help needs no ciphers and starts no process', async () => {
  const listing = join(home, 'listing.cjs');
  writeFileSync(listing, LISTING);
  const program = join(home, 'node_modules', 'petvet', 'lib', 'cli', 'petvet.cjs');
  const { out, err } = await run(process.execPath, ['--require', listing, program, '--help'], { cwd: home });
  expect(out).toContain('Usage: petvet');
  const loaded = err.split('\n').map((line) => line.replace('NativeModule ', ''));
  expect(loaded).toContain('path');
  expect(loaded.filter((name) => ['child_process', 'crypto', 'worker_threads'].includes(name))).toEqual([]);
});

/** Surroundings in which nothing is configured, and in which nothing may look like a pass. */
const NOTHING: readonly [what: string, env: Readonly<Record<string, string>>, flags: readonly string[]][] = [
  ['a pipeline', { CI: 'true' }, []],
  ['another pipeline', { TF_BUILD: 'True' }, []],
  ['empty secrets', { CI: 'true', PETVET_BASE_URL: '', PETVET_API_KEY: '' }, ['--profile', 'complete']],
  ['empty secrets outside a pipeline', { PETVET_BASE_URL: '', PETVET_API_KEY: '' }, []],
  ['a secret of a named target, without its address', { PETVET_STAGING_API_KEY: 'a-key' }, []],
  ['an empty name', {}, ['--target', '']],
  ['an empty address', { PETVET_API_KEY: 'a-key' }, ['--base-url', '']],
  ['a gate that must be complete', {}, ['--require-complete']],
  ['a gate with a profile', {}, ['--profile', 'smoke']],
  ['a gate with a baseline', {}, ['--baseline', 'package.json']],
  ['a gate of some rules', {}, ['--fail-on', 'AUTH']],
];

it.each(NOTHING)('passes nothing with %s, in one sentence', async (_what, env, flags) => {
  const { status, out, err } = await installedPetvet(['check', '--report', 'never', ...flags], env);
  expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringMatching(/^petvet: .*\n {2}\S.*\n$/) });
  expect(existsSync(join(home, 'never'))).toBe(false);
});

it.each([
  ['check', [], 2],
  ['plan', [], 2],
  ['load', ['ceiling', '--dry-run'], 2],
  ['load', ['tiers', '--dry-run'], 2],
  ['certify', ['--new-key', 'never.pem'], 2],
  ['doctor', [], 2],
] as const)('%s %j of an empty address and of no setting in a pipeline is an error', async (command, flags, status) => {
  for (const env of [{ PETVET_BASE_URL: '' }, { CI: 'true' }]) {
    const ended = await installedPetvet([command, ...flags], env);
    expect({ ...ended, said: ended.out + ended.err }).toMatchObject({
      status,
      said: expect.stringMatching(/PETVET_BASE_URL is empty|no target is configured/),
    });
  }
});

it(
  "vets petvet's own server by its name in a pipeline, and says so in the first words of each outcome",
  async () => {
    const flags = ['check', '--target', 'reference', '--smoke', '--report', 'named'];
    const { status, out } = await installedPetvet([...flags, '--format', 'json'], { CI: 'true' });
    expect({ status, printed: JSON.parse(out) }).toMatchObject({
      status: 0,
      printed: { target: 'reference', because: expect.stringMatching(/^petvet's own reference server: /) },
    });
    expect(readFileSync(join(home, 'named', 'summary.md'), 'utf8')).toMatch(
      /^## petvet: petvet's own reference server:/,
    );
    const word = await installedPetvet([...flags, '--format', 'outcome'], { CI: 'true' });
    expect(word.out).toBe("petvet's own reference server: incomplete\n");
  },
  PATIENCE,
);

it(
  'examines itself where it is installed',
  async () => {
    const only = ['--only', 'limit-1-gives-2,chunked'];
    const ended = await installedPetvet(['selftest', ...only]);
    expect({ status: ended.status, out: ended.out }).toEqual({
      status: 0,
      out: expect.stringMatching(/✔ limit-1-gives-2 +LIST-2 after [^]*✔ chunked +passed/),
    });
  },
  PATIENCE,
);

it(
  'says which package it needs to sign without a key or to verify that, and finds it where it is installed',
  async () => {
    const typed = ['certify', '--keyless', '--from', 'nowhere'];
    const env = { SIGSTORE_ID_TOKEN: aToken() };
    expect(await installedPetvet(typed, env)).toEqual({
      status: 2,
      out: '',
      err: 'petvet: --keyless needs the package @sigstore/sign, which petvet does not bring along\n  install what is missing where petvet is: npm install @sigstore/sign@5 @sigstore/bundle@5\n',
    });
    const certificate = join(home, 'keyless.intoto.jsonl');
    writeFileSync(certificate, '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}\n{}\n');
    expect(await installedPetvet(['verify', certificate])).toMatchObject({
      status: 2,
      out: expect.stringMatching(
        /^\? signature +a keyless certificate needs the package @sigstore\/verify, .*npm install/,
      ),
    });
    const beside = join(home, 'node_modules', '@sigstore');
    symlinkSync(join(ROOT, 'node_modules', '@sigstore'), beside);
    const found = await installedPetvet(typed, env);
    rmSync(beside);
    expect(found).toMatchObject({ status: 2, err: expect.stringMatching(/\npetvet: .*nowhere/) });
  },
  PATIENCE,
);

it('takes at most 25 MB where it is installed', () => {
  const bytes = readdirSync(join(home, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeGreaterThan(5_000_000);
  expect(bytes).toBeLessThanOrEqual(25_000_000);
});

it(
  'says in one sentence that a Node is too old',
  async () => {
    const bin = join(home, 'node_modules', 'petvet', 'lib', 'cli', 'petvet.cjs');
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
    const load = `${pretend} require(${JSON.stringify(bin)});`;
    expect(await run(process.execPath, ['-e', load], { cwd: home })).toEqual({
      status: 2,
      out: '',
      err: 'petvet needs Node 22.19 or newer; this is Node 20.20.2. Install a newer Node and run it again.\n',
    });
  },
  PATIENCE,
);

/** Where npm itself runs under a Node that is too old, that is tried, too. */
const OLD_NODES = [process.env['npm_node_execpath'] ?? process.execPath].filter((node) =>
  /^v(?:1\d|20)\./.test(execFileSync(node, ['--version'], { encoding: 'utf8' })),
);

it.each(OLD_NODES)('says so under %s', async (old) => {
  const bin = join(home, 'node_modules', 'petvet', 'lib', 'cli', 'petvet.cjs');
  const ended = await run(old, [bin, 'check'], { cwd: home });
  expect(ended).toMatchObject({ status: 2, out: '', err: expect.stringMatching(/^petvet needs Node .*\n$/) });
});

it('holds what users need, and nothing of the tests, the tools or Node', () => {
  const files = installed.files();
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      '.env.example',
      'lib/cli/petvet.cjs',
      'lib/cli/main.js',
      'lib/shapes/conformance.schema.json',
      'lib/shapes/load.schema.json',
      'lib/shapes/load-history.schema.json',
      'lib/shapes/tiers.schema.json',
      'lib/diff/diff.schema.json',
      'lib/watch/log-mapping.schema.json',
      'lib/watch/watch.schema.json',
      'lib/report/html/assets/base.css',
      'lib/report/html/assets/page.js',
      'load/ceiling.js',
      'lib/cli/selftest/again-exam-process.js',
      'lib/exam/exam-process.js',
      'suites/list.suite.js',
    ]),
  );
  const foreign =
    /(?<!\.d)\.ts$|tsconfig|\.(test|fixture)\.|^(tools|lib\/(conventions|end-to-end))\/|^node_modules\/|\bnode$/;
  expect(files.filter((file) => foreign.test(file))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(home, 'node_modules', 'petvet', 'package.json'), 'utf8'));
  expect(Object.keys(manifest)).not.toContain('optionalDependencies');
  expect(Object.keys(manifest)).not.toContain('devDependencies');
  expect(Object.keys(manifest)).not.toContain('scripts');
});

it('is not what npm packs in the repository itself, which says what to do', async () => {
  const env = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  const { status, out, err } = await run('npm', ['pack', ROOT, '--pack-destination', home], { cwd: home, env });
  expect({ status, said: out + err }).toEqual({ status: 2, said: expect.stringContaining('`npm run build`') });
  expect(readdirSync(home).filter((file) => file.endsWith('.tgz'))).toEqual([]);
});

it('prints commands as petvet was started', async () => {
  const sentence = expect.stringMatching(/\n {2}.*`npx petvet doctor --help`/);
  const mistyped = ['doctor', '--trget', 'x'];
  expect(await installedPetvet(mistyped)).toMatchObject({ status: 2, err: sentence });
  expect(await run('npx', ['--no-install', 'petvet', ...mistyped], { cwd: home })).toMatchObject({ err: sentence });
  const bin = join('node_modules', 'petvet', 'lib', 'cli', 'petvet.cjs');
  expect((await run(process.execPath, [bin, ...mistyped], { cwd: home })).err).toContain(
    `\`node ${bin} doctor --help\``,
  );
  const onPath = { PATH: `${join(home, 'node_modules', '.bin')}:${process.env['PATH']}` };
  expect((await installedPetvet(mistyped, onPath)).err).toContain('`petvet doctor --help`');
});

it('has every suite that the repository has', () => {
  const suites = readdirSync(join(ROOT, 'suites')).filter((file) => file.endsWith('.ts'));
  const packed = readdirSync(join(home, 'node_modules', 'petvet', 'suites'));
  expect(packed.toSorted()).toEqual(suites.map((file) => file.replace(/ts$/, 'js')).toSorted());
});

it(
  'runs the suites as tests where vitest is installed beside it, which it does not bring along',
  async () => {
    const modules = join(home, 'node_modules');
    expect(existsSync(join(modules, 'vitest'))).toBe(false);
    symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(modules, 'vitest'));
    const vitest = join(modules, 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', '--root', join(modules, 'petvet', 'suites'), '--reporter=dot'];
    const ended = await run(process.execPath, args, { cwd: home });
    rmSync(join(modules, 'vitest'));
    expect({ status: ended.status, out: stripVTControlCharacters(ended.out) }).toEqual({
      status: 0,
      out: expect.stringMatching(/Outcome +petvet's own reference server: incomplete[^]*Tests +\d\d passed/),
    });
  },
  PATIENCE,
);

it('is a package as it should be', async () => {
  const { buffer } = new Uint8Array(readFileSync(installed.tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});
