import { UsageError } from '../errors.ts';
import { followLog, linesIn } from './follow-log.ts';
import type { LogMapping } from './log-mapping.ts';
import type { Observed } from './observed.ts';
import { lineReader, whatIsMissing, type Skipped } from './read-line.ts';

/** Traffic as it comes, and what of it is not judged. */
export interface TrafficSource {
  /** For reports: the name of a log, or the addresses of a proxy. */
  readonly name: string;
  /** The exchanges, some at a time; an empty list tells that time goes by. */
  observed(): AsyncGenerator<readonly Observed[]>;
  readonly skipped: ReadonlyMap<string, number>;
  readonly format: string | undefined;
}

/** How to read a log. */
export interface LogOptions {
  /** `-` for standard input. */
  readonly file: string;
  readonly basePath: string;
  readonly mapping?: LogMapping;
  readonly isOnce: boolean;
  readonly interrupt: AbortSignal;
}

/** When so many lines hold nothing, the format is another one. */
const TELLING = 200;

/** The traffic that an access log tells of. */
export class LogSource implements TrafficSource {
  readonly name: string;
  readonly skipped = new Map<Skipped, number>();
  readonly #options: LogOptions;
  readonly #reader;
  #observed = 0;
  #unread = 0;
  /** The first line that could not be read. */
  #first: string | undefined;

  constructor(options: LogOptions) {
    this.#options = options;
    this.name = options.file === '-' ? 'standard input' : options.file;
    this.#reader = lineReader(options);
  }

  get format(): string | undefined {
    return this.#reader.format;
  }

  /** @throws {UsageError} when the log cannot be read, or nothing in it is in a format that is known */
  async *observed(): AsyncGenerator<readonly Observed[]> {
    for await (const lines of this.#lines()) {
      yield lines.flatMap((line) => this.#read(line));
      if (this.#observed === 0 && this.#unread >= TELLING) throw this.#unreadable();
    }
    if (this.#observed === 0 && this.#unread > 0) throw this.#unreadable();
  }

  #read(line: string): readonly Observed[] {
    const { observed, skipped } = this.#reader.read(line);
    for (const why of skipped) {
      this.skipped.set(why, (this.skipped.get(why) ?? 0) + 1);
      if (why !== 'no JSON' && why !== 'another format') continue;
      this.#unread++;
      this.#first ??= line;
    }
    this.#observed += observed.length;
    return observed;
  }

  #lines(): AsyncGenerator<readonly string[]> {
    const { file } = this.#options;
    return file === '-' ? linesIn(process.stdin, this.#options.interrupt) : followLog(file, this.#options);
  }

  #unreadable(): UsageError {
    return new UsageError(
      `no line of ${this.name} can be read: ${whatIsMissing(this.#first ?? '', this.#options.mapping)}`,
      'have the gateway log as docs/watch.md says, or describe the format with --mapping',
    );
  }
}
