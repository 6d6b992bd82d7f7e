import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { demandOutputFile } from './output-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'petvet-output-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(path('plain'), '');
mkdirSync(path('a-folder'));
symlinkSync('plain', path('link'));
symlinkSync('nowhere', path('dangling'));
execFileSync('sh', ['-c', 'mkfifo "$0"', path('pipe')]);

describe('a file to write to', () => {
  it.each(['plain', 'new', 'nowhere/new'])('may be %s', (name) => {
    expect(() => demandOutputFile(path(name), 'name another')).not.toThrow();
  });

  it.each([
    [path('a-folder'), 'a folder'],
    [path('link'), 'a symbolic link'],
    [path('dangling'), 'a symbolic link'],
    [path('pipe'), 'not a regular file'],
    ['/dev/null', 'not a regular file'],
  ])('may not be %s', (file, what) => {
    expect(() => demandOutputFile(file, 'name another')).toThrow(UsageError);
    expect(() => demandOutputFile(file, 'name another')).toThrow(`${file} is ${what}`);
  });
});
