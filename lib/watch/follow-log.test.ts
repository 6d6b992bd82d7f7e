import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { followLog, linesIn } from './follow-log.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petvet-log-'));
  file = join(folder, 'access.log');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Follows until so many lines were read; `then` is done whenever nothing is new. */
async function linesOf(count: number, then: readonly (() => void)[]): Promise<string[]> {
  const interrupt = new AbortController();
  const [lines, left] = [[] as string[], [...then]];
  for await (const some of followLog(file, { isOnce: false, interrupt: interrupt.signal })) {
    lines.push(...some);
    if (lines.length >= count && left.length === 0) interrupt.abort();
    else if (some.length === 0) left.shift()?.();
  }
  return lines;
}

describe('a log that is followed', () => {
  it('is read from its beginning, and goes on', async () => {
    writeFileSync(file, 'one\ntw');
    expect(await linesOf(3, [() => appendFileSync(file, 'o\nthree\n')])).toEqual(['one', 'two', 'three']);
  });

  it('is read to its end before the next one, when it is rotated', async () => {
    writeFileSync(file, 'one\n');
    const rotate = () => {
      appendFileSync(file, 'two\n');
      renameSync(file, `${file}.1`);
      appendFileSync(`${file}.1`, 'three\n');
    };
    const lines = await linesOf(4, [rotate, () => writeFileSync(file, 'four\n')]);
    expect(lines).toEqual(['one', 'two', 'three', 'four']);
  });

  it('begins anew where it was emptied', async () => {
    writeFileSync(file, 'a long first line\n');
    const empty = () => {
      truncateSync(file);
      appendFileSync(file, 'two\n');
    };
    expect(await linesOf(2, [empty])).toEqual(['a long first line', 'two']);
  });

  it('ends at its end where it is read once, with a last line that has no end', async () => {
    writeFileSync(file, 'one\ntwo');
    const lines: string[] = [];
    const { signal } = new AbortController();
    for await (const some of followLog(file, { isOnce: true, interrupt: signal })) lines.push(...some);
    expect(lines).toEqual(['one', 'two']);
  });

  it('that is not there is said', async () => {
    const { signal } = new AbortController();
    const reading = followLog(join(folder, 'no.log'), { isOnce: true, interrupt: signal });
    await expect(reading.next()).rejects.toBeInstanceOf(UsageError);
  });
});

it('a stream is cut into lines, whatever its pieces are', async () => {
  const bytes = Array.from(Buffer.from('één\ntwee\n'), (byte) => Uint8Array.of(byte));
  const lines: string[] = [];
  const { signal } = new AbortController();
  for await (const some of linesIn(Readable.from(bytes), signal)) lines.push(...some);
  expect(lines).toEqual(['één', 'twee']);
});

it('a stream that is silent tells that time goes by, and ends when it is told to', async () => {
  const stream = new PassThrough();
  const interrupt = new AbortController();
  const seen: (readonly string[])[] = [];
  stream.write('one\ntw');
  for await (const some of linesIn(stream, interrupt.signal)) {
    seen.push(some);
    if (some.length === 0) interrupt.abort();
  }
  expect(seen).toEqual([['one'], [], ['tw']]);
});
