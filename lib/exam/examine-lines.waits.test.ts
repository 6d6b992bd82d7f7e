import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = pathToFileURL(join(import.meta.dirname, 'examine-lines.ts')).href;

/** A run that takes no notice of an interrupt. */
const STUBBORN = `
  import { examineLines } from ${JSON.stringify(MODULE)};
  await examineLines(() => new Promise(() => { console.error('begun'); setInterval(() => {}, 1_000); }));
`;

it('a process of the examination ends with whoever asked, whatever its runs do', { timeout: 150_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', STUBBORN], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  const said = text(child.stderr);
  child.stdin.write(`${JSON.stringify({ name: 'html-404', seed: 1, writes: true })}\n`);
  child.stderr.once('data', () => child.stdin.end());
  expect({ status: await ended, said: await said }).toEqual({ status: 0, said: 'begun\n' });
});
