import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';

/** The evidence of one run, by a name that begins with where it comes from: `exam/limit-1-gives-2`, `lab/express-natural-free`. */
export interface Recording {
  readonly name: string;
  /** The lines of its `evidence.jsonl`, without their line breaks. */
  readonly lines: readonly string[];
}

const Head = z.object({ recording: z.string(), lines: z.number() });

/**
 * The runs of an archive, in its order. It is one solid stream: runs hold much the same pages, so that what the first one took
 * costs the others next to nothing.
 *
 * @throws {Error} when the file is cut off, or is no archive
 */
export async function* readArchive(file: string): AsyncGenerator<Recording> {
  let lines: string[] = [];
  let head: z.infer<typeof Head> | undefined;
  for await (const line of linesIn(file)) {
    if (head === undefined) {
      head = Head.parse(JSON.parse(line));
      lines = [];
    } else lines.push(line);
    if (lines.length < head.lines) continue;
    yield { name: head.recording, lines };
    head = undefined;
  }
  if (head !== undefined) throw new Error(`${file} is cut off in the run ${head.recording}`);
}

/** The lines that are packed in a file. Only a line feed ends one: other line breaks occur in the strings of JSON. */
async function* linesIn(file: string): AsyncGenerator<string> {
  const unpacked = createReadStream(file).pipe(createZstdDecompress()).setEncoding('utf8');
  let rest = '';
  for await (const text of unpacked) {
    const [first = '', ...others] = String(text).split('\n');
    if (others.length === 0) {
      rest += first;
      continue;
    }
    yield rest + first;
    rest = others.pop() ?? '';
    yield* others;
  }
  if (rest !== '') yield rest;
}

/** Writes an archive; what was there before stays until the new one is whole. */
export async function writeArchive(file: string, recordings: AsyncIterable<Recording>): Promise<void> {
  const beside = `${file}.part`;
  await pipeline(Readable.from(linesOf(recordings)), createZstdCompress({ params: SOLID }), createWriteStream(beside));
  renameSync(beside, file);
}

/** Puts runs in the place of those with their names, or behind all others. */
export async function replaceRecordings(file: string, anew: readonly Recording[]): Promise<void> {
  const names = new Set(anew.map(({ name }) => name));
  async function* all() {
    for await (const recording of readArchive(file)) if (!names.has(recording.name)) yield recording;
    yield* anew;
  }
  await writeArchive(file, all());
}

/** A window of 128 MiB: what is alike lies whole runs apart. */
const SOLID = {
  [constants.ZSTD_c_compressionLevel]: 15,
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};

async function* linesOf(recordings: AsyncIterable<Recording>): AsyncGenerator<string> {
  for await (const { name, lines } of recordings) {
    yield `${JSON.stringify({ recording: name, lines: lines.length } satisfies z.infer<typeof Head>)}\n`;
    yield `${lines.join('\n')}\n`;
  }
}
