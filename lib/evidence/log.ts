import { appendFileSync, closeSync, constants, openSync } from 'node:fs';
import { UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import type { Exchange } from './exchange.ts';
import type { Knowledge } from './knowledge.ts';
import { numberOfLine, printExchange, printHead, printRun, readHead, readLine, type EvidenceItem } from './lines.ts';
import { QuickLines } from './quick-lines.ts';
import type { RunFacts } from './run-facts.ts';
import { linesOf } from './text-lines.ts';

export type { EvidenceItem } from './lines.ts';

/** Evidence on its way to disk. Every call has written when it returns, so that an interrupt loses nothing. */
export interface EvidenceWriter {
  append(exchange: Exchange): void;
  /** Appends many at once, with few writes. */
  appendAll(exchanges: Iterable<Exchange>): void;
  /** Writes the facts of the run; nothing may be appended afterwards. */
  finish(facts: RunFacts): void;
  /** May be called twice. */
  close(): void;
}

/** In characters. */
const WRITTEN_AT_ONCE = 1_000_000;

/**
 * Opens the evidence of a run; a file of that name is overwritten.
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
    appendAll(exchanges) {
      let lines = '';
      for (const exchange of exchanges) {
        lines += printExchange(exchange);
        if (lines.length < WRITTEN_AT_ONCE) continue;
        write(lines);
        lines = '';
      }
      write(lines);
    },
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
 * Links are not followed, and opening a pipe does not wait for its reader. Windows lacks two of the
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
 * @param numbers - of the requested exchanges, where not all are needed: the lines of others need not be read, even if invalid
 * @throws UsageError when the file cannot be read or is not evidence of petvet's
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
  if (line === 0) throw new UsageError(`${file} is empty`, 'name an evidence.jsonl, or a HAR file');
}

/** Evidence that is a list in memory, as it is read from a file: from its beginning each time. */
export function inMemory(items: readonly EvidenceItem[]): () => AsyncIterable<EvidenceItem> {
  // oxlint-disable-next-line typescript/require-await -- nothing is waited for
  return async function* all() {
    yield* items;
  };
}

function mayBeOf(numbers: ReadonlySet<number>, text: string): boolean {
  const number = numberOfLine(text);
  return number === undefined || numbers.has(number);
}

function notEvidence(file: string): UsageError {
  return new UsageError(
    `${file} is not evidence that this version of petvet can read`,
    'name an evidence.jsonl, or a HAR file',
  );
}

function isLink(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ELOOP';
}
