import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { writeReport } from './write-report.ts';

describe('writeReport', () => {
  let dir = '';
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'petvet-files-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('makes the folder, writes the file and leaves nothing else', async () => {
    const reports = join(dir, 'a', 'b');
    const path = await writeReport(reports, 'conformance.json', '{}\n');
    expect(path).toBe(join(reports, 'conformance.json'));
    expect(await readFile(path, 'utf8')).toBe('{}\n');
    expect(await readdir(reports)).toEqual(['conformance.json']);
  });

  it('replaces an older file', async () => {
    await writeReport(dir, 'a.json', 'old');
    expect(await readFile(await writeReport(dir, 'a.json', 'new'), 'utf8')).toBe('new');
  });

  it('refuses a folder whose path leads through a file, in one sentence', async () => {
    await writeFile(join(dir, 'file'), '');
    const refusal = writeReport(join(dir, 'file', 'reports'), 'conformance.json', '{}');
    await expect(refusal).rejects.toBeInstanceOf(UsageError);
    await expect(refusal).rejects.toThrow(
      `conformance.json cannot be written to ${join(dir, 'file', 'reports')}: a part of that path is a file`,
    );
  });

  it('says how to judge what was recorded, where a report cannot be written beside it', async () => {
    await writeFile(join(dir, 'evidence.jsonl'), '');
    await mkdir(join(dir, 'taken'));
    await expect(writeReport(dir, 'taken', '{}')).rejects.toMatchObject({
      hint: `the requests sent so far are kept there: \`petvet judge ${dir} --report FOLDER\` writes a report on them to another folder`,
    });
  });

  it('leaves no temporary file behind when the name is taken by a folder', async () => {
    await mkdir(join(dir, 'taken', 'inside'), { recursive: true });
    await expect(writeReport(dir, 'taken', '{}')).rejects.toThrow('there is a folder of that name');
    expect(await readdir(dir)).toEqual(['taken']);
  });
});
