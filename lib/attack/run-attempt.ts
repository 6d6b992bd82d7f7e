import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { run } from '../cli/main.ts';
import { printing } from '../cli/shared/terminal.ts';
import { startHostile } from '../end-to-end/hostile/raw-service.fixture.ts';
import { COMPILED, ROOT, type Ended as Run } from '../end-to-end/petvet-process.fixture.ts';
import type { Attempt } from './attempt.ts';
import { COMMANDS, type Command } from './commands.ts';
import { FILES } from './files.ts';
import { brokenBy, filesBelow, processesIn } from './invariants.ts';
import { KEYS } from './keys.ts';
import { settingsOf, SIGNER } from './prepare.ts';
import { RESPONSES } from './responses.ts';
import { SETTINGS } from './settings.ts';
import { SIGNALS, STREAMS, type Ending, type Stream } from './streams.ts';

/** Where attempts run, and what they find there. */
export interface Place {
  /** What {@link prepare} filled. */
  readonly prepared: string;
  /** Folders of single runs go into it. */
  readonly runs: string;
  readonly k6: string;
}

/** How an attempt ended. */
export type Ended = z.output<typeof Ended>;

export const Ended = z.object({
  status: z.number().nullable(),
  printed: z.string(),
  /** The promises that it broke, in a sentence each. */
  broken: z.array(z.string()),
});

/** After how long a command without an end is told to stop, in milliseconds. */
const ENDLESS_RUNS = 1_200;

/** What ended a moment ago, and what a process still cleans up, is no finding yet: so long, in milliseconds. */
const LAST_MOMENTS = 2_500;

/** What several callers send at a time may be under way when one of them is told to wait: for so long, in milliseconds. */
const UNDER_WAY = 500;

/** What a terminal obeys, and what turns the order of letters. */
const CONTROLS = '\u001b[2J\u009b31m\u202e';

/** One command line, ready to run. */
interface Prepared {
  readonly command: Command;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs petvet in the surroundings that were drawn, and says which promises it broke.
 */
export async function runAttempt(attempt: Attempt, { prepared, runs, k6 }: Place): Promise<Ended> {
  const folder = mkdtempSync(join(runs, 'run-'));
  cpSync(prepared, folder, { recursive: true });
  const command = of(COMMANDS, attempt.command);
  const setting = of(SETTINGS, attempt.setting);
  const stream = of(STREAMS, attempt.stream);
  const response = of(RESPONSES, attempt.response)();
  let received = 0;
  await using service = await startHostile({
    ...response,
    answer: (turn) => {
      received++;
      response.answer(turn);
    },
  });
  await using conforming = await startHostile(of(RESPONSES, 'usual')());
  const url = response.scheme === 'https' ? service.baseUrl.replace(/^http:/, 'https:') : service.baseUrl;
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PETVET_K6: k6,
    PETVET_WINDOW_SECONDS: `${command.windowSeconds ?? 2}`,
    ...settingsOf(url),
    ...twoTargets(conforming.baseUrl, url),
    ...setting.env,
  };
  if (setting.file !== undefined) {
    writeFileSync(join(folder, setting.file[0]), setting.file[1]);
    chmodSync(join(folder, setting.file[0]), 0o755);
  }
  const [file = '.env'] = rotated(command.reads ?? ['.env'], attempt.file);
  of(FILES, attempt.file)(join(folder, file));
  const before = new Set(filesBelow(folder));
  const args = command.args.flatMap((arg) =>
    arg === '{url}' ? [url] : arg === '{signer}' ? SIGNER : [arg.replace('{controls}', CONTROLS)],
  );
  const ready = { command, args: [...args, ...flagsFor(command, setting.flags)], folder, env };
  const ending =
    SIGNALS[attempt.signal] ??
    (command.endless === true || setting.endless === true ? { after: ENDLESS_RUNS } : undefined);
  const needsProcess =
    attempt.stream !== 'usual' ||
    ending?.signals !== undefined ||
    setting.ofProcess === true ||
    command.script !== undefined;
  try {
    const ended = needsProcess ? await spawned(ready, stream, ending) : await here(ready, ending);
    await emptied(folder);
    const evidence = join(folder, 'report', 'evidence.jsonl');
    const judge = { ...ready, args: ['judge', 'report/evidence.jsonl', '--report', 'judged'] };
    // What a run before it altered is no evidence of this one.
    const judged =
      existsSync(evidence) && readFileSync(evidence, 'utf8').split('\n').length > 2 ? await here(judge) : undefined;
    const broken = brokenBy({
      ...ended,
      folder,
      before,
      early: (response.early ?? []).filter((after) => after > (isConcurrent(command) ? UNDER_WAY : 0)),
      ...(judged !== undefined && { judged: judged.err }),
      mustBeRefused:
        (command.isRefused === true || (command.takesTarget === true && setting.isRefused === true)) &&
        ending === undefined,
      received,
      mustConform:
        /^check(?! against)/.test(attempt.command) &&
        command.takesTarget === true &&
        attempt.response === 'usual' &&
        attempt.file === 'usual' &&
        setting.flags === undefined,
      mayBeEnded: ending?.mayEnd === true,
      isTerminal: stream.isTerminal === true,
    });
    return { status: ended.status, printed: ended.out + ended.err, broken };
  } finally {
    for (const pid of processesIn(folder).keys()) process.kill(pid, 'SIGKILL');
    process.chdir(runs);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs it within this process; an ending is then what Ctrl-C is to it. */
async function here({ args, folder, env }: Prepared, ending?: Ending): Promise<Run> {
  process.chdir(folder);
  let [out, err] = ['', ''];
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  if (ending?.after === 0) stop();
  const timer = ending === undefined ? undefined : setTimeout(stop, ending.after);
  const status = await run(args, {
    ...printing({ out: (text) => (out += text), err: (text) => (err += text) }),
    colour: false,
    live: false,
    width: 120,
    cwd: folder,
    environment: env,
    today: new Date().toISOString().slice(0, 10),
    interrupt: interrupt.signal,
  });
  clearTimeout(timer);
  return { status, out, err };
}

/** Runs it in a process of its own. */
async function spawned(
  { command, args, folder, env }: Prepared,
  { script = 'exec "$@"', readAfter = 0 }: Stream,
  ending: Ending | undefined,
): Promise<Run> {
  const program = [process.execPath, join(ROOT, 'lib', 'cli', 'petvet.cjs')];
  const words = command.script === undefined ? [...program, ...args] : ['bash', '-c', command.script];
  const child = spawn('bash', ['-c', script, 'sh', ...words], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: COMPILED, PETVET: program.join(' '), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (ending !== undefined) void signal(child, ending);
  await sleep(readAfter);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const status = await ended;
  await Promise.race([new Promise((resolve) => child.once('close', resolve)), sleep(LAST_MOMENTS)]);
  return { status, out, err };
}

/** How far apart signals are: two within half a second are one. In milliseconds. */
const APART = 700;

/** Where /proc tells which signals a process catches: SIGQUIT is the last that petvet asks for. */
const QUIT = 0x4n;

async function signal(child: ChildProcess, { after, signals = ['SIGINT'], mayEnd = false }: Ending): Promise<void> {
  const isListening = async () =>
    mayEnd || child.exitCode !== null || child.signalCode !== null || catches(child.pid, QUIT);
  // oxlint-disable-next-line no-await-in-loop -- a condition is waited for
  while (!(await isListening())) await sleep(20);
  await sleep(after);
  for (const one of signals) {
    child.kill(one);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await sleep(APART);
  }
}

async function catches(pid: number | undefined, signals: bigint): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, caught = '0'] = /^SigCgt:\s*(\w+)/m.exec(status) ?? [];
  return (BigInt(`0x${caught}`) & signals) !== 0n;
}

/** Waits until nothing runs in a folder any more, as long as that may take. */
async function emptied(folder: string): Promise<void> {
  const until = performance.now() + LAST_MOMENTS;
  // oxlint-disable-next-line no-await-in-loop -- a condition is waited for
  while (processesIn(folder).size > 0 && performance.now() < until) await sleep(50);
}

/** Two targets, each with a key of its own. */
function twoTargets(before: string, after: string): Record<string, string> {
  return {
    PETVET_BEFORE_BASE_URL: before,
    PETVET_BEFORE_API_KEY: KEYS[0],
    PETVET_AFTER_BASE_URL: after,
    PETVET_AFTER_API_KEY: KEYS[1],
  };
}

/** Flags of a setting go to the commands that have them. */
function flagsFor({ args, isRefused }: Command, flags: readonly string[] = []): readonly string[] {
  return args[0] === 'check' && isRefused !== true ? flags : [];
}

function isConcurrent({ args }: Command): boolean {
  return args[0] === 'load';
}

/** Which of several files is altered hangs on how it is. */
function rotated<T>(all: readonly T[], by: string): readonly T[] {
  const at = by.length % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}

/** @throws {TypeError} when a table has nothing of that name */
function of<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = table[name];
  if (found === undefined) throw new TypeError(`no table has ${name}`);
  return found;
}
