import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder, unlockFolder } from './folder-lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petvet-lock-'));
});
afterEach(() => {
  unlockFolder(folder);
  rmSync(folder, { recursive: true, force: true });
});

const REFUSED = /^another run uses the report folder .* \(/;

/** As the lock of another run looks. */
function heldBy(pid: number, host: string): string {
  const file = join(folder, '.petvet-run');
  writeFileSync(file, `${pid} ${host} one\n`);
  return file;
}

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('a folder is for one run at a time', () => {
  it('and free again when that has left, with nothing of it in the folder', () => {
    lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(REFUSED);
    unlockFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    expect(() => lockFolder(folder)).not.toThrow();
  });

  it('by whatever name', () => {
    const link = `${folder}-link`;
    symlinkSync(folder, link, 'dir');
    lockFolder(folder);
    expect(() => lockFolder(link)).toThrow(REFUSED);
    rmSync(link);
  });

  it('also when the other is another process', () => {
    heldBy(process.ppid, hostname());
    expect(() => lockFolder(folder)).toThrow(`(process ${process.ppid} on ${hostname()})`);
  });

  it('and is not held by a pipe that nobody writes to', () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, '.petvet-run')]);
    expect(() => lockFolder(folder)).not.toThrow();
  });

  it('also when the other is on another machine, and was seen lately', () => {
    heldBy(1, 'elsewhere');
    expect(() => lockFolder(folder)).toThrow('(process 1 on elsewhere)');
  });

  it('also while the other one writes its name', () => {
    writeFileSync(join(folder, '.petvet-run'), '');
    expect(() => lockFolder(folder)).toThrow(REFUSED);
  });
});

describe('what is dead holds nothing', () => {
  it('a process that was killed', async () => {
    heldBy(await deadPid(), hostname());
    expect(() => lockFolder(folder)).not.toThrow();
    expect(readdirSync(folder)).toEqual(['.petvet-run']);
  });

  it('a process whose id this one has now', () => {
    heldBy(process.pid, hostname());
    expect(() => lockFolder(folder)).not.toThrow();
  });

  it('whatever has been silent for more than two minutes', () => {
    const file = heldBy(process.ppid, hostname());
    const then = new Date(Date.now() - 121_000);
    utimesSync(file, then, then);
    expect(() => lockFolder(folder)).not.toThrow();
  });

  it('and a run does not take away what another one has taken since', () => {
    lockFolder(folder);
    heldBy(process.ppid, hostname());
    unlockFolder(folder);
    expect(readdirSync(folder)).toEqual(['.petvet-run']);
  });
});
