import { appendFileSync, closeSync, constants, openSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { demandRegularFile, GivenFileError } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';
import type { Exchange } from './exchange.ts';
import type { Knowledge } from './knowledge.ts';
import { numberOfLine, printExchange, printHead, printRun, readHead, readLine, type EvidenceItem } from './lines.ts';
import { QuickLines } from './quick-lines.ts';
import type { RunFacts } from './run-facts.ts';

export type { EvidenceItem } from './lines.ts';

/** Evidence on its way to disk. Every call has written when it returns, so that an interrupt loses nothing. */
export interface EvidenceWriter {
  append(exchange: Exchange): void;
  /** Writes what the run did; nothing may be appended afterwards. */
  finish(facts: RunFacts): void;
  /** May be called twice. */
  close(): void;
}

/**
 * Opens the evidence of a run; a file of that name is written over.
 *
 * @param knowledge - what the run knows; it becomes the first line
 * @throws UsageError when the file cannot be written, then and later
 */
export function openEvidence(file: string, knowledge: Knowledge): EvidenceWriter {
  let open: number | undefined = attempt(file, () => openSync(file, REPLACED));
  const write = (line: string) => {
    const descriptor = open;
    if (descriptor === undefined) throw new Error(`the evidence in ${file} is closed`);
    attempt(file, () => appendFileSync(descriptor, line));
  };
  write(printHead(knowledge));
  return {
    append: (exchange) => write(printExchange(exchange)),
    finish: (facts) => write(printRun(facts)),
    close() {
      if (open !== undefined) closeSync(open);
      open = undefined;
    },
  };
}

/**
 * Adds what a run did to evidence that is already closed: the run's own process is gone by then.
 *
 * @throws UsageError when the file cannot be written
 */
export function appendRunFacts(file: string, facts: RunFacts): void {
  attempt(file, () => {
    const descriptor = openSync(file, APPENDED);
    try {
      appendFileSync(descriptor, printRun(facts));
    } finally {
      closeSync(descriptor);
    }
  });
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = constants;

/**
 * Nothing is written through a link to who knows where, and nobody waits for the reader of a pipe. Windows lacks two of the
 * flags; undefined changes no bit.
 */
const SAFELY = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

const [REPLACED, APPENDED] = [SAFELY | O_TRUNC, SAFELY | O_APPEND];

function attempt<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new UsageError(
      `evidence cannot be written to ${file}: ${isLink(error) ? 'it is a symbolic link' : systemWords(error)}`,
      'choose another folder with --report',
    );
  }
}

/**
 * Reads evidence line by line. A line that is cut off or invalid ends the reading with a `broken` item.
 *
 * @param numbers - of the exchanges that are asked for, where not all are: the lines of others need not be read, even if invalid
 * @throws UsageError when the file cannot be read or is no evidence of petvet's
 */
export async function* readEvidence(file: string, numbers?: ReadonlySet<number>): AsyncIterable<EvidenceItem> {
  let line = 0;
  const quick = new QuickLines();
  for await (const lines of linesOf(file))
    for (const text of lines) {
      line += 1;
      if (numbers !== undefined && !mayBeOf(numbers, text)) continue;
      const item = line === 1 ? readHead(text) : (quick.read(text) ?? readLine(text, line));
      if (item === undefined) throw notEvidence(file);
      yield item;
      if ('broken' in item) return;
    }
  if (line === 0) throw notEvidence(file);
}

function mayBeOf(numbers: ReadonlySet<number>, text: string): boolean {
  const number = numberOfLine(text);
  return number === undefined || numbers.has(number);
}

function notEvidence(file: string): UsageError {
  return new UsageError(`${file} is not evidence of this version of petvet`, 'name an evidence.jsonl, or a HAR file');
}

/** In bytes; a body is far shorter, however it is written. */
const LONGEST_LINE = 256 * 1_048_576;

/** So much is read at a time, in bytes. */
const CHUNK = 256 * 1024;

/** The lines of a file, some at a time. Only a line feed ends a line: other line breaks may stand in the strings of JSON. */
async function* linesOf(file: string): AsyncIterable<readonly string[]> {
  let rest: Buffer[] = [];
  let pending = 0;
  try {
    demandRegularFile(file);
    await using handle = await openFile(file);
    // Always the same one: what a long file leaves behind is collected late.
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK);
      if (bytesRead === 0) break;
      let bytes = chunk.subarray(0, bytesRead);
      const lines: string[] = [];
      for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a)) {
        lines.push(
          rest.length === 0
            ? bytes.toString('utf8', 0, end)
            : Buffer.concat([...rest, bytes.subarray(0, end)]).toString(),
        );
        rest = [];
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > 0) rest.push(Buffer.from(bytes));
      pending = lines.length > 0 ? bytes.length : pending + bytes.length;
      if (lines.length > 0) yield lines;
      if (pending > LONGEST_LINE)
        throw new GivenFileError(
          `it has a line of more than ${LONGEST_LINE / 1_048_576} MB, which petvet never writes`,
        );
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`, 'check the name and the permissions');
  }
  if (rest.length > 0) yield [Buffer.concat(rest).toString()];
}

function reasonOf(error: unknown): string {
  return error instanceof GivenFileError ? error.message : systemWords(error);
}

function isLink(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ELOOP';
}
