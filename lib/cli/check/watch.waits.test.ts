import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../../reference/server.ts';
import { COMPILED, folder, petvet, ROOT } from '../../end-to-end/petvet-process.fixture.ts';

const KEY = 'watched-Key-7781';

const FAST = { timeout: 120_000 };

/** A process that watches a service, and what it has printed. */
function watching(cwd: string, baseUrl: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'lib', 'cli', 'petvet.cjs'), 'check', '--watch', ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      NODE_COMPILE_CACHE: COMPILED,
      PETVET_BASE_URL: baseUrl,
      PETVET_API_KEY: KEY,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let err = '';
  let rounds = 0;
  const looking = new Set<() => void>();
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    for (const look of looking) look();
  });
  const until = async (is: () => boolean) => {
    while (!is())
      await new Promise<void>((resolve) => {
        looking.add(resolve);
      });
    looking.clear();
  };
  const out = text(child.stdout);
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return {
    type: (line: string) => child.stdin.write(`${line}\n`),
    /** What was printed on standard error up to the end of the next round. */
    async round(): Promise<string> {
      rounds += 1;
      await until(() => err.split('Watching. ').length > rounds);
      return err;
    },
    says: (words: string) => until(() => err.includes(words)),
    ended: async () => ({ status: await ended, out: await out, err }),
  };
}

const start = (port: number, defect?: string) =>
  startReferenceServer({ plan: 'business', port, keys: [{ key: KEY }], ...(defect !== undefined && { defect }) });

describe.concurrent('petvet check --watch', () => {
  it('tests what failed when the service restarts, then every rule on Enter, and ends with q', FAST, async () => {
    await using place = await folder();
    const broken = await start(0, 'error-without-code');
    const watch = watching(place.path, broken.baseUrl, ['--no-burn', '--no-writes', '--rule', 'ERR-1']);
    expect(await watch.round()).toContain('Enter: test again what failed (reports/');
    await broken.close();
    await watch.says('The service is down');
    const mended = await start(broken.port);
    try {
      const again = await watch.round();
      expect(again).toContain('The service has restarted.');
      expect(again).toMatch(/Retesting ERR-1/);
      expect(again).toMatch(/Watching\. Enter: test every rule · q, Enter: end\.[^\n]*\n$/);
      watch.type('');
      await watch.round();
      watch.type('q');
      const { status, out, err } = await watch.ended();
      expect(status).toBe(0);
      expect(out).toContain('ERR-1: fixed');
      expect(out.match(/^Outcome/gm)).toHaveLength(3);
      expect(`${out}${err}`).not.toContain(KEY);
    } finally {
      await mended.close();
    }
  });

  it('keeps within its profile where it looks again', FAST, async () => {
    await using place = await folder();
    const broken = await start(0, 'error-without-code');
    try {
      const watch = watching(place.path, broken.baseUrl, ['--profile', 'read-only,strict', '--rule', 'ERR-1']);
      await watch.round();
      watch.type('');
      expect(await watch.round()).toMatch(/Retesting ERR-1/);
      watch.type('q');
      const { status, out } = await watch.ended();
      expect(status).toBe(1);
      expect(out).toContain('ERR-1: violated again');
    } finally {
      await broken.close();
    }
  });

  it('goes on where the service is down, and ends with standard input', FAST, async () => {
    await using place = await folder();
    const server = await start(0, 'error-without-code');
    const watch = watching(place.path, server.baseUrl, ['--no-burn', '--no-writes', '--rule', 'ERR-1']);
    await watch.round();
    await server.close();
    watch.type('');
    expect(await watch.round()).toContain('cannot be reached');
    watch.type('q');
    expect(await watch.ended()).toMatchObject({ status: 2 });
  });

  it.each([
    ['--report', ['--report', 'there']],
    ['--format', ['--format', 'outcome']],
    ['--dry-run', ['--dry-run']],
    ['--failed-from', ['--failed-from', 'there']],
  ])('refuses %s', async (flag, args) => {
    await using place = await folder();
    const env = { PETVET_BASE_URL: 'http://127.0.0.1:9/v1', PETVET_API_KEY: KEY };
    expect(await petvet(['check', '--watch', ...args], { cwd: place.path, env })).toMatchObject({
      status: 2,
      err: expect.stringContaining(`--watch and ${flag} cannot both be given`),
    });
  });

  it('wants a target', async () => {
    await using place = await folder();
    expect(await petvet(['check', '--watch'], { cwd: place.path })).toMatchObject({
      status: 2,
      err: expect.stringContaining('no target is configured'),
    });
  });
});
