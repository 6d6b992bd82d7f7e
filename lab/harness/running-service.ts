import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a service of the lab learns of the plan that it is to have. */
export interface ServiceSettings {
  readonly plan: string;
  readonly perMinute: number;
  readonly perDay: number;
  readonly key: string;
  readonly secondKey: string;
}

/** A service that was started, and answers. */
export interface RunningService extends AsyncDisposable {
  readonly baseUrl: string;
}

/** How long a service may take until it answers for the first time, and until it has ended, in milliseconds. */
const START_MS = 90_000;
const END_MS = 5_000;

/** How much of what it prints is kept, in characters, in case it does not start. */
const KEPT = 2_000;

/**
 * Starts a service of the lab in a process group of its own, on a port that is free, and waits until it answers.
 * Disposing ends the whole group.
 *
 * @throws {Error} with the last lines that it printed, when it ends at once or does not answer in time
 */
export async function startService(
  { command, folder }: { readonly command: string; readonly folder: string },
  environment: Readonly<Record<string, string>>,
  { plan, perMinute, perDay, key, secondKey }: ServiceSettings,
): Promise<RunningService> {
  const port = await freePort();
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: {
      ...environment,
      PORT: `${port}`,
      LAB_KEY: key,
      LAB_SECOND_KEY: secondKey,
      LAB_LIMIT_PER_MINUTE: `${perMinute}`,
      LAB_LIMIT_PER_DAY: `${perDay}`,
      LAB_PLAN: plan,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed = `${printed}${text}`.slice(-KEPT)));
  const told = (): string => printed.replaceAll(key, '{primary}').replaceAll(secondKey, '{second}').trim();
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (status, signal) => (ended = `it ended with ${status ?? signal}`));
  const signalAll = (name: 'SIGTERM' | 'SIGKILL'): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // Nothing of the group is left.
    }
  };
  const kill = (): void => signalAll('SIGKILL');
  process.once('exit', kill);
  const end = async (): Promise<void> => {
    const patience = ended === undefined ? once(child, 'exit') : Promise.resolve();
    signalAll('SIGTERM');
    await Promise.race([patience, pause(END_MS, undefined, { ref: false })]);
    kill();
    process.removeListener('exit', kill);
  };

  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const until = Date.now() + START_MS;
  // What responds while this one has ended is another one at the same port.
  const isUp = async (): Promise<boolean> => (await isAnswered(`${baseUrl}/pets`)) && ended === undefined;
  while (!(await isUp())) {
    if (ended === undefined && Date.now() < until) await pause(100);
    else {
      const why = ended ?? `there was no response within ${START_MS / 1_000} seconds`;
      await end();
      throw new Error(`${command} did not start: ${why}\n${told()}`);
    }
  }
  return { baseUrl, [Symbol.asyncDispose]: end };
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    // A gateway is there before what stands behind it.
    return ![502, 503, 504].includes(answer.status);
  } catch {
    return false;
  }
}

/** A port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('the system gives no port');
  return address.port;
}
