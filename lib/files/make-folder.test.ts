import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from './make-folder.ts';

function room(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petvet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('makeFolder', () => {
  it('makes a folder with those above it, and leaves one that is there', () => {
    const folder = join(room(), 'a b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('says what the system says where a part of the path is a file', () => {
    const file = join(room(), 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(join(file, 'below'))).toThrow(/EEXIST/);
    expect(() => makeFolder(file)).toThrow(/EEXIST/);
  });

  it.runIf(process.platform === 'linux')('ends where the system lets nobody make a folder', () => {
    expect(() => makeFolder('/proc/petvet/report')).toThrow(/ENOENT/);
  });
});
