import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpack } from './unpacked.ts';

let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'petvet-packed-'));
});

afterAll(() => rm(place, { recursive: true, force: true }));

async function packed(name: string, bytes: Buffer): Promise<string> {
  const file = join(place, name);
  await writeFile(file, bytes);
  return file;
}

describe('evidence as gzip', () => {
  it('is unpacked for as long as it is needed', async () => {
    const unpacked = await unpack(await packed('whole.gz', gzipSync('one\ntwo\n')), 'evidence.jsonl');
    if (typeof unpacked === 'string') throw new Error(unpacked);
    expect(await readFile(unpacked.file, 'utf8')).toBe('one\ntwo\n');
    await unpacked[Symbol.asyncDispose]();
    await expect(stat(dirname(unpacked.file))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['plain.gz', Buffer.from('no gzip'), 'it is not gzip'],
    ['half.gz', gzipSync('a'.repeat(10_000)).subarray(0, 20), 'it is not gzip'],
    ['bomb.gz', gzipSync('a'.repeat(10_000)), 'it unpacks to more than 1000 bytes'],
  ])('is refused in one clause: %s', async (name, bytes, why) => {
    expect(await unpack(await packed(name, bytes), 'evidence.jsonl', 1_000)).toBe(why);
  });

  it('is refused where it is no file', async () => {
    expect(await unpack(place, 'evidence.jsonl')).toBe('it is a folder');
  });
});
