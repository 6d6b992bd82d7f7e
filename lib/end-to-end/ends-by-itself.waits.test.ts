import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { folder, ROOT, run } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const WINDOW_SECONDS = 5;

/** Tells when a program is ended by force, and what was open then. */
const HOOK = `const exit = process.exit;
process.exit = (...status) => {
  require('node:fs').writeSync(2, 'forced with ' + process.getActiveResourcesInfo().join() + '\\n');
  exit(...status);
};`;

it('no command ends by force: that now and then never ends', { timeout: 180_000 }, async () => {
  await using place = await folder();
  const server = await startReferenceServer({
    plan: 'free',
    windowSeconds: WINDOW_SECONDS,
    keys: [{ key: KEY }],
  });
  const hook = join(place.path, 'hook.cjs');
  writeFileSync(hook, HOOK);
  const env = loadSettings(server.baseUrl, KEY, WINDOW_SECONDS);
  const commands = [
    [['--help'], 0],
    [['rules'], 0],
    [['rules', 'nothing'], 2],
    [['check', '--report', 'checked'], 0],
    [['judge', 'checked/evidence.jsonl', '--report', 'judged'], 0],
    [['report', 'checked', '--format', 'junit'], 0],
    [['replay', 'checked', 'LIST-1'], 2],
    [['load', 'ceiling', '--windows', '1', '--report', 'loaded'], 0],
    [['diff', 'loaded', 'loaded'], 0],
    [['load', 'merge', 'loaded', '--report', 'merged'], 0],
    [['selftest', '--only', 'missing-stored'], 0],
  ] as const;
  for (const [words, status] of commands) {
    const args = ['--require', hook, join(ROOT, 'lib', 'cli', 'petvet.cjs'), ...words];
    const ended = await run(process.execPath, args, { cwd: place.path, env });
    expect({ words, status: ended.status, forced: /forced with .*/.exec(ended.err)?.[0] }, ended.err).toEqual({
      words,
      status,
      forced: undefined,
    });
  }
  await server.close();
});
