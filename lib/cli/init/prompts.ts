import { createInterface } from 'node:readline';
import { addAbortSignal, Writable } from 'node:stream';
import { InterruptedError } from '../../errors.ts';
import { MOST_KEY_BYTES } from '../../targets/settings.ts';

/** How a command asks the user. */
export interface Prompts {
  /** Whether anybody is there to answer. */
  readonly canAsk: boolean;
  /** @throws {InterruptedError} when the user ends it with Ctrl-C or Ctrl-D */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>;
  /**
   * Standard input, as far as it may be a key.
   *
   * @throws {InterruptedError} when it was interrupted
   */
  readKey(interrupt: AbortSignal): Promise<string>;
  close(): void;
}

/** Asks at the terminal of this process, on standard error: standard output is for what programs read. */
export function terminalPrompts(): Prompts {
  const { stdin, stderr } = process;
  const lines: string[] = [];
  let isHidden = false;
  let waiting: PromiseWithResolvers<string> | undefined;
  let reader: ReturnType<typeof createInterface> | undefined;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) stderr.write(chunk);
      done();
    },
  });
  const open = () => {
    const opened = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
    // What is typed ahead comes before its question.
    opened.on('line', (line) => {
      if (waiting === undefined) lines.push(line);
      else waiting.resolve(line);
    });
    opened.on('SIGINT', () => opened.close());
    opened.on('close', () => {
      if (waiting === undefined) return;
      stderr.write('\n');
      waiting.reject(new InterruptedError('interrupted; nothing was written', 'start it again'));
    });
    return opened;
  };
  return {
    canAsk: stdin.isTTY && stderr.isTTY,
    async ask(question, { hidden = false } = {}) {
      reader ??= open();
      reader.setPrompt(question);
      reader.prompt();
      isHidden = hidden;
      waiting = Promise.withResolvers();
      const typed = lines.shift();
      if (typed !== undefined) waiting.resolve(typed);
      try {
        return await waiting.promise;
      } finally {
        waiting = undefined;
        isHidden = false;
        if (hidden) stderr.write('\n');
      }
    },
    async readKey(interrupt) {
      let read = '';
      stdin.setEncoding('utf8');
      try {
        for await (const chunk of addAbortSignal(interrupt, stdin)) {
          read += String(chunk);
          if (read.length > MOST_KEY_BYTES) break;
        }
      } catch (error) {
        if (interrupt.aborted) throw new InterruptedError('interrupted; nothing was written', 'start it again');
        throw error;
      }
      return read;
    },
    close: () => reader?.close(),
  };
}
