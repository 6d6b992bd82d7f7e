import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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
    if (!('file' in unpacked)) throw new Error(JSON.stringify(unpacked));
    expect(await readFile(unpacked.file, 'utf8')).toBe('one\ntwo\n');
    await unpacked[Symbol.asyncDispose]();
    await expect(stat(dirname(unpacked.file))).rejects.toThrow('ENOENT');
  });

  const whole = gzipSync('a'.repeat(10_000));
  it.each([
    ['plain.gz', Buffer.from('no gzip'), 'it is not gzip'],
    ['half.gz', whole.subarray(0, 20), 'it breaks off'],
    ['damaged.gz', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)]), 'it is damaged'],
    ['bomb.gz', whole, 'it unpacks to more than 1000 bytes'],
  ])('is refused in one clause: %s', async (name, bytes, refused) => {
    const most = name === 'bomb.gz' ? 1_000 : undefined;
    expect(await unpack(await packed(name, bytes), 'evidence.jsonl', most)).toEqual({ refused });
  });

  it('is refused where it is no file, or leads nowhere', async () => {
    expect(await unpack(place, 'evidence.jsonl')).toEqual({ refused: 'it is a folder' });
    const link = join(place, 'link.gz');
    await symlink(join(place, 'nothing'), link);
    expect(await unpack(link, 'evidence.jsonl')).toEqual({ refused: 'it does not exist' });
  });
});

describe('evidence on a machine that fails is not refused:', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('that no folder can be made for', async () => {
    const file = await packed('fine.gz', gzipSync('one\n'));
    vi.stubEnv('TMPDIR', join(place, 'nowhere'));
    expect(await unpack(file, 'evidence.jsonl')).toEqual({
      unchecked: 'the folder of temporary files cannot be used: it does not exist',
    });
  });

  it('that cannot be written', async () => {
    const file = await packed('fine.gz', gzipSync('one\n'));
    expect(await unpack(file, 'e'.repeat(300))).toEqual({ unchecked: 'the path is too long' });
  });

  it('that cannot be read', async () => {
    expect(await unpack(`${place}/${'e'.repeat(300)}.gz`, 'evidence.jsonl')).toEqual({
      unchecked: 'the path is too long',
    });
  });
});
