import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder } from '../petvet-process.fixture.ts';
import { openApiDocument } from '../../shapes/openapi.ts';

/** A mock that runs, on a port that the system chose; it ends with the block that uses it. */
export interface Mock extends AsyncDisposable {
  readonly baseUrl: string;
}

/**
 * Starts Prism on the OpenAPI document that petvet makes of the specification.
 *
 * @param signal - ends it, too, when the test is given up
 */
export async function startMock(signal: AbortSignal): Promise<Mock> {
  const work = await folder();
  const document = join(work.path, 'openapi.json');
  await writeFile(document, JSON.stringify(openApiDocument(), belowV1));
  const prism = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
  // Without a shell or npx between, the process that is ended is the one that listens.
  const child = spawn(process.execPath, [prism, 'mock', '--port', '0', '--host', '127.0.0.1', document], {
    cwd: work.path,
    env: { PATH: process.env['PATH'], HOME: work.path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const closed = once(child, 'close').catch(() => undefined);
  const end = async () => {
    child.kill('SIGKILL');
    await closed;
    await work[Symbol.asyncDispose]();
  };
  try {
    let said = '';
    const origin = await new Promise<string>((onListening, onEnd) => {
      const look = (chunk: Buffer) => {
        said += chunk.toString();
        const [, found] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
        if (found !== undefined) onListening(found);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.on('error', onEnd);
      void closed.then(() => onEnd(new Error(`the mock ended before it listened:\n${said}`)));
    });
    return { baseUrl: `${origin}/v1`, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Prism leaves out the path of the servers: it has to stand before each path. */
function belowV1(key: string, value: unknown): unknown {
  if (key !== 'paths' || !(value instanceof Object)) return value;
  return Object.fromEntries(Object.entries(value).map(([path, item]: [string, unknown]) => [`/v1${path}`, item]));
}
