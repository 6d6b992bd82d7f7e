import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InterruptedError, UsageError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { runChild } from './child-run.ts';
import { archiveFor, unpackedK6, type K6Archive } from './k6-archive.ts';
import {
  cachedK6,
  executable,
  inPath,
  K6_ARCHIVE_VERSION,
  K6_VERSION,
  lookAtK6,
  type K6Places,
  type K6Program,
} from './k6-program.ts';
import { withoutOwnSettings } from './own-settings.ts';

/** What an installation needs to know. */
export interface K6Installation extends K6Places {
  /** Takes a line before each long wait. */
  readonly say: (line: string) => void;
  readonly interrupt?: AbortSignal;
  /** What to take where there is no Go; default: the official one for this machine. Null: nothing. */
  readonly archive?: K6Archive | null;
}

const GO_SECONDS = 900;

/**
 * Puts k6 into the cache folder, unless it is there: built by Go, whose checksum database vouches for the sources, else unpacked
 * from the official archive, whose hash petvet knows. The program appears there whole or not at all, even when two runs install
 * at once.
 *
 * @throws UsageError when neither way is possible, with the reason of each; InterruptedError
 */
export async function installK6(call: K6Installation): Promise<K6Program> {
  for (const version of [K6_VERSION, K6_ARCHIVE_VERSION]) {
    // oxlint-disable-next-line no-await-in-loop -- the first usable one ends the search
    const present = await lookAtK6(cachedK6(call.cache, version), call.environment);
    if (typeof present !== 'string') return present;
  }
  const interrupt = call.interrupt ?? new AbortController().signal;
  const room = await roomIn(call.cache);
  try {
    const built = await builtByGo(call, room, interrupt);
    if (typeof built !== 'string') return await placed(built.path, K6_VERSION, call);
    if (interrupt.aborted) throw new InterruptedError();
    const unpacked = await fromArchive(call, room, interrupt);
    if (typeof unpacked !== 'string') return await placed(unpacked.path, K6_ARCHIVE_VERSION, call);
    if (interrupt.aborted) throw new InterruptedError();
    throw new UsageError(
      `k6 cannot be installed: ${built}; ${unpacked}`,
      'install Go and try again, or put k6 into PATH, or name it in PETVET_K6',
    );
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

/** A folder for what is not finished: beside the final place, so that a rename leads there in one step. */
async function roomIn(cache: string): Promise<string> {
  try {
    makeFolder(cache);
    return await mkdtemp(join(cache, 'k6-unfinished-'));
  } catch {
    throw new UsageError(`the cache folder ${cache} cannot be written`, 'make it writable, or set XDG_CACHE_HOME');
  }
}

async function builtByGo(
  { environment, say }: K6Installation,
  room: string,
  interrupt: AbortSignal,
): Promise<{ readonly path: string } | string> {
  const [go] = inPath('go', environment);
  if (go === undefined) return 'there is no Go in PATH';
  say(`installing k6 ${K6_VERSION} with go, about a minute …`);
  const { GOOS: _system, GOARCH: _processor, ...settings } = withoutOwnSettings(environment);
  const end = await runChild({
    file: go,
    args: ['install', `go.k6.io/k6@v${K6_VERSION}`],
    cwd: room,
    // Without C, as the official builds are: no compiler of C is needed.
    environment: { ...settings, GOBIN: room, CGO_ENABLED: '0' },
    timeoutSeconds: GO_SECONDS,
    interrupt,
    graceSeconds: 0,
  });
  if (end.tookTooLong) return `go did not end within ${GO_SECONDS / 60} minutes`;
  if (end.status !== 0) return `go says: ${lastLine(end.said)}`;
  return { path: join(room, executable('k6')) };
}

/** The reason stands in the last line; what is longer than a few lines of a terminal is cut. */
function lastLine(said: string): string {
  const line = said.split('\n').at(-1)?.trim() ?? '';
  return line === '' ? 'nothing, and fails' : line.slice(0, 300);
}

async function fromArchive(
  { environment, say, archive = archiveFor(process.platform, process.arch) ?? null }: K6Installation,
  room: string,
  interrupt: AbortSignal,
): Promise<{ readonly path: string } | string> {
  if (archive === null) return 'no archive of k6 can be verified for this system, so none is used';
  say(`downloading k6 ${K6_ARCHIVE_VERSION}, about 30 MB …`);
  return unpackedK6(archive, room, withoutOwnSettings(environment), interrupt);
}

/** Moves a finished program to its final place, after a look whether it works. */
async function placed(path: string, version: string, { cache, environment }: K6Places): Promise<K6Program> {
  const program = await lookAtK6(path, environment);
  if (typeof program === 'string') {
    throw new UsageError(`the installed k6 does not work: ${program}`, 'name another one in PETVET_K6');
  }
  const target = cachedK6(cache, version);
  makeFolder(dirname(target));
  try {
    await rename(path, target);
  } catch (error) {
    // Windows replaces no program that runs: then another installation was first, and its program serves.
    const other = await lookAtK6(target, environment);
    if (typeof other === 'string') throw error;
  }
  return { path: target, version: program.version };
}
