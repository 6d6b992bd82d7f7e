import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { few } from '../../files/test-sample.fixture.ts';
import { COMPILED, ROOT } from '../petvet-process.fixture.ts';
import { SURROUNDED_KEY, SURROUNDINGS, type BadSurrounding } from './surroundings.fixture.ts';

/** No command may hang for longer, in milliseconds; then it is ended, and its status is wrong. */
const LONGEST = 60_000;

const place = mkdtempSync(join(tmpdir(), 'petvet-surroundings-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const har = join(place, 'recorded.har');
const headers = [
  { name: 'content-type', value: 'application/json' },
  { name: 'x-ratelimit-limit', value: '60' },
  { name: 'x-ratelimit-remaining', value: '59' },
  { name: 'x-ratelimit-reset', value: `${Date.parse('2026-11-21T10:01:00Z') / 1_000}` },
];
const entry = {
  startedDateTime: '2026-11-21T10:00:00.000Z',
  time: 5,
  request: {
    method: 'GET',
    url: 'http://127.0.0.1:9/v1/pets',
    headers: [{ name: 'Authorization', value: 'Bearer a-key-of-someone' }],
  },
  response: { status: 200, headers, content: { text: '[{"id":1,"name":"Rex","categoryId":1,"status":"sold"}]' } },
};
writeFileSync(har, JSON.stringify({ log: { version: '1.2', entries: [entry] } }));

async function run({ script }: BadSurrounding, cwd: string): Promise<{ status: number | null; printed: string }> {
  const child = spawn('sh', ['-c', script], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      HAR: har,
      PETVET: `${process.execPath} ${join(ROOT, 'lib', 'cli', 'petvet.cjs')}`,
      PETVET_API_KEY: SURROUNDED_KEY,
      NODE_COMPILE_CACHE: COMPILED,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const watchdog = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), LONGEST);
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(watchdog);
  return { status, printed };
}

it('each bad surrounding has a name of its own', () => {
  expect(new Set(SURROUNDINGS.map(({ name }) => name)).size).toBe(SURROUNDINGS.length);
});

describe('a command ends as it should in', { concurrent: true, timeout: 20 * LONGEST }, () => {
  const some = few(SURROUNDINGS, 32, ({ name }) => name);
  it.each(some.map((one) => [one.name, one] as const))('%s', async (_name, surrounding) => {
    const cwd = mkdtempSync(join(place, 'run-'));
    const { status, printed } = await run(surrounding, cwd);
    expect(printed).not.toMatch(/\n\s+at .*:\d+:\d+|petvet itself failed|Node\.js v/);
    expect(printed).not.toContain(SURROUNDED_KEY);
    expect(surrounding.statuses, printed).toContain(status);
    expect(existsSync(join(cwd, surrounding.leaves ?? '.'))).toBe(true);
  });
});
