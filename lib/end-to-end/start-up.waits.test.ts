import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConformanceReport } from '../shapes/report.ts';
import { folder, petvet, run } from './petvet-process.fixture.ts';

/** Writes the address of each module that is loaded to a file. */
const LISTENING = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    appendFileSync(new URL('modules.txt', import.meta.url), url + '\\n');
    return next(url, context);
  },
});
`;

let place = '';

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-start-up-'));
  writeFileSync(join(place, 'listening.mjs'), LISTENING);
});

afterAll(() => rmSync(place, { recursive: true }));

/** The libraries that a command loads before it ends, by name. */
async function librariesOf(...args: readonly string[]): Promise<readonly string[]> {
  const file = join(place, 'modules.txt');
  writeFileSync(file, '');
  const env = { NODE_OPTIONS: `--import=${join(place, 'listening.mjs')}` };
  const { status, err } = await petvet(args, { cwd: place, env });
  expect(status, err).toBe(0);
  const found = readFileSync(file, 'utf8').matchAll(/\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g);
  return [...new Set([...found].map(([, name = '']) => name))].toSorted();
}

it.each([[['--help']], [['check', '--help']], [['load', '--help']], [['rules']], [['rules', 'LIST-2']]])(
  'petvet %j loads nothing but the reader of the command line: it is there at once',
  async (args) => {
    expect(await librariesOf(...args)).toEqual(['commander']);
  },
);

it('a check loads no test runner, and nothing of a load', async () => {
  const loaded = await librariesOf('check', '--smoke', '--no-burn', '--report', 'r');
  expect(loaded).toContain('undici');
  expect(loaded.filter((name) => /vitest|allure|yaml|dotenv/.test(name))).toEqual(['dotenv']);
});

const PROGRAM = join(import.meta.dirname, '..', 'cli', 'petvet.cjs');

/** Where npm itself runs under a Node that is too old, the one that came with the dependencies is used. */
const OLD_NODES = [process.env['npm_node_execpath'] ?? process.execPath].filter((node) =>
  /^v(?:1\d|20)\./.test(execFileSync(node, ['--version'], { encoding: 'utf8' })),
);

it.each(OLD_NODES)(
  'in the repository %s hands over to the Node that came with it, with arguments, output and exit status',
  (old) => {
    const started = (...args: readonly string[]) =>
      spawnSync(old, [PROGRAM, ...args], { encoding: 'utf8', cwd: place });
    expect(started('rules', 'LIST-2')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('LIST-2'),
      stderr: '',
    });
    expect(started('check', '--bogus')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("unknown option '--bogus'"),
    });
  },
);

/** A module by which a Node takes itself for an older one, the first time that it starts or each time. */
function pretending(when: 'once' | 'always'): string {
  const file = join(place, `old-${when}.cjs`);
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
  writeFileSync(file, when === 'always' ? older : `if (!process.env.PETVET_IN_BUNDLED_NODE) ${older}`);
  return file;
}

it.skipIf(process.platform === 'win32')(
  'where the older Node is killed, the newer one ends as well, and writes its report',
  async () => {
    await using folderOfRun = await folder();
    const report = join(folderOfRun.path, 'r');
    const typed = ['--require', pretending('once'), PROGRAM, 'check', '--no-burn', '--report', report];
    const { status, err } = await run(process.execPath, typed, {
      cwd: folderOfRun.path,
      when: { printed: /GET \/pets .* requests so far/, act: (pid) => process.kill(pid, 'SIGKILL') },
    });
    // Its streams were those of the newer one too, which has ended when they are closed.
    expect(status, err).toBeNull();
    const { run: judged } = ConformanceReport.parse(JSON.parse(readFileSync(join(report, 'conformance.json'), 'utf8')));
    expect(judged.interrupted).toBe(true);
  },
);

it('hands over once at most', () => {
  const old = pretending('always');
  const { status, stderr } = spawnSync(process.execPath, ['--require', old, PROGRAM, 'rules'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    2,
    'petvet needs Node 22.19 or newer; this is Node 20.20.2. Install a newer Node and run it again.\n',
  ]);
});
