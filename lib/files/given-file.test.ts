import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { demandRegularFile, GivenFileError, readGivenFile, readTextIfThere } from './given-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'petvet-given-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function makePipe(name: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$0"', path(name)]);
}

const BOUNDS = { bytes: 1_000, patience: 50 };

writeFileSync(path('plain'), 'a key\n');
mkdirSync(path('a-folder'));
symlinkSync('plain', path('link'));
symlinkSync('round', path('round'));

describe('a file that a user names', () => {
  it('is read, through a link as well', () => {
    expect(readGivenFile(path('plain'), BOUNDS).toString()).toBe('a key\n');
    expect(readGivenFile(path('link'), BOUNDS).toString()).toBe('a key\n');
    expect(() => demandRegularFile(path('link'))).not.toThrow();
  });

  it('may be a pipe that somebody writes to', async () => {
    makePipe('written');
    const writer = spawn('sh', ['-c', `printf 'from a ' > "$0"; exit`, path('written')]);
    const text = readGivenFile(path('written'), { bytes: 1_000, patience: 10_000 }).toString();
    await once(writer, 'exit');
    expect(text).toBe('from a ');
  });

  it.each(['utf16le', 'utf16be'])('is named where it is UTF-16: %s', (coding) => {
    for (const mark of ['\ufeff', '']) {
      const bytes = Buffer.from(`${mark}{"a": 1}`, 'utf16le');
      writeFileSync(path('utf-16'), coding === 'utf16be' ? bytes.swap16() : bytes);
      const says = new GivenFileError('this file is UTF-16; save it as UTF-8');
      expect(() => readGivenFile(path('utf-16'), BOUNDS)).toThrow(says);
      expect(() => demandRegularFile(path('utf-16'))).toThrow(says);
    }
  });

  it.each(['', 'a', 'ab', '\ufeffa: b', 'Ærø', '犬', '\u00ff\u00fe'])('is none for %j in UTF-8', (text) => {
    writeFileSync(path('utf-8'), text);
    expect(readGivenFile(path('utf-8'), BOUNDS).toString()).toBe(text);
    expect(() => demandRegularFile(path('utf-8'))).not.toThrow();
  });

  it('need not be there, and is refused in a sentence where it is and cannot be read', () => {
    expect(readTextIfThere(path('plain'), BOUNDS)).toBe('a key\n');
    expect(readTextIfThere(path('nothing'), BOUNDS)).toBeUndefined();
    expect(() => readTextIfThere('/dev/zero', BOUNDS)).toThrow(UsageError);
  });

  it('may be the device that is empty', () => {
    expect(readGivenFile('/dev/null', BOUNDS)).toHaveLength(0);
  });

  it.each([
    ['what is not there', 'nothing', 'it does not exist'],
    ['a folder', 'a-folder', 'folder'],
    ['a path through a file', 'plain/inside', 'a part of that path is a file'],
    ['a name with NUL', 'a\0b', 'NUL'],
  ])('is refused in a clause: %s', (_what, name, says) => {
    expect(() => readGivenFile(path(name), BOUNDS)).toThrow(GivenFileError);
    expect(() => readGivenFile(path(name), BOUNDS)).toThrow(says);
    expect(() => demandRegularFile(path(name))).toThrow(says);
  });

  it('is refused when it is longer than it may be', () => {
    writeFileSync(path('long'), 'x'.repeat(2_000));
    expect(() => readGivenFile(path('long'), { bytes: 1_024 })).toThrow('it is longer than 1 kB');
  });

  it('is refused when it has no end, or nobody writes to it', () => {
    makePipe('silent');
    expect(() => readGivenFile('/dev/zero', BOUNDS)).toThrow('it is longer than');
    expect(() => readGivenFile(path('silent'), BOUNDS)).toThrow('whose writer did not finish');
    expect(() => readGivenFile(path('round'), BOUNDS)).toThrow('symbolic links');
    expect(() => demandRegularFile(path('silent'))).toThrow('it is a pipe');
    expect(() => demandRegularFile('/dev/zero')).toThrow('it is a device');
  });
});
