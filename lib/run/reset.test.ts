import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../errors.ts';
import { resetTarget } from './reset.ts';

describe('resetTarget', () => {
  it('runs the command to its end', async () => {
    await expect(resetTarget('exit 0')).resolves.toBeUndefined();
  });

  it('says in one sentence that the command failed', async () => {
    await expect(resetTarget('exit 3')).rejects.toThrow('the reset command failed (3)');
  });

  it('ends a command that does not end, with all that it started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'petvet-reset-'));
    const file = join(folder, 'pid');
    const endless = `sh -c 'echo $$ > ${file}; sleep 1000' & sleep 1000`;
    await expect(resetTarget(endless, { longest: 1_000 })).rejects.toThrow('did not end within 1 s');
    const grandchild = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isThere(grandchild)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('ends it when the run is interrupted', async () => {
    const interrupt = new AbortController();
    const resetting = resetTarget('sleep 1000', { interrupt: interrupt.signal });
    interrupt.abort();
    await expect(resetting).rejects.toThrow(InterruptedError);
  });

  it.each([
    'PETVET_API_KEY',
    'PETVET_STAGING_SECOND_API_KEY',
    'PETVET_HEADERS',
    'PETVET_STAGING_PROXY',
    'SIGSTORE_ID_TOKEN',
  ])('keeps %s from the command', async (name) => {
    process.env[name] = 'a-secret-of-this-test';
    await expect(resetTarget(`test -z "$${name}"`)).resolves.toBeUndefined();
    delete process.env[name];
  });

  it('lets the command have every other setting', async () => {
    process.env['PETVET_BASE_URL'] = 'http://127.0.0.1:9/v1';
    await expect(resetTarget('test -n "$PETVET_BASE_URL"')).resolves.toBeUndefined();
    delete process.env['PETVET_BASE_URL'];
  });
});

/** A process that was ended and not yet waited for still has its id, and is a zombie. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
