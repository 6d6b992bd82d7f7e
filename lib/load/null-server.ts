import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server that does nothing, in a process of its own on this machine. */
export interface NullServer extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Where it lies, in the repository and in the package alike. */
const PROGRAM = join(import.meta.dirname, `null-server-process${extname(import.meta.filename)}`);

/**
 * Starts a server that answers each request at once with the same response.
 *
 * @param limit - that it announces; it never refuses
 * @param bytes - of each response, about
 */
export async function startNullServer(limit: number, bytes: number): Promise<NullServer> {
  const args = [PROGRAM, `${limit}`, `${Math.round(bytes)}`];
  const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true });
  const ended = new Promise<void>((onEnd, onError) => {
    child.on('error', onError);
    child.on('close', () => onEnd());
  });
  const port = new Promise<string>((onPort) => createInterface({ input: child.stdout }).once('line', onPort));
  const told = await Promise.race([port, ended]);
  if (told === undefined) throw new Error('the server that does nothing ended before it began');
  return {
    baseUrl: `http://127.0.0.1:${told}/v1`,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
