import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { attempts, printAttempt, type Attempt } from './attempt.ts';
import { COMMANDS } from './commands.ts';
import { processesIn } from './invariants.ts';
import { Ended, type Place } from './run-attempt.ts';

/** No run may take longer unless its command says so, in seconds: then it is ended, and that is a finding. Attempts get what other work leaves of a core. */
const LONGEST = 180;

/** Attempts, one at a time, in a process that is started anew when one ends it. */
export interface Attacker extends AsyncDisposable {
  attack(attempt: Attempt): Promise<Ended>;
}

/** Starts an attacker. @param at - a folder of its own for runs, beside what it works with */
export function startAttacker(at: Place): Attacker {
  mkdirSync(at.runs, { recursive: true });
  const start = () =>
    fork(join(import.meta.dirname, 'attempts-process.ts'), [at.prepared, at.runs, at.k6], {
      env: { PATH: process.env['PATH'] },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  let child = start();
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const end = async (): Promise<void> => {
    child.removeAllListeners();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
    for (const pid of processesIn(at.runs).keys()) process.kill(pid, 'SIGKILL');
  };
  return {
    async attack(attempt) {
      const ended = await endOf(child, attempt);
      if (typeof ended !== 'string') return ended;
      await end();
      child = start();
      return { status: null, printed: '', broken: [ended] };
    },
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', kill);
      await end();
    },
  };
}

/** How an attempt ended, or in a sentence how it ended the process, or did not end. */
function endOf(child: ChildProcess, attempt: Attempt): Promise<Ended | string> {
  return new Promise((resolve) => {
    let said = '';
    const hear = (chunk: Buffer) => (said += chunk.toString());
    const settle = (end: Ended | string) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr?.removeListener('data', hear);
      resolve(end);
    };
    const longest = COMMANDS[attempt.command]?.longest ?? LONGEST;
    const timer = setTimeout(() => settle(`it ends within ${longest} s: it did not`), 1_000 * longest);
    child.stderr?.on('data', hear);
    child.once('message', (message) => settle(Ended.parse(message)));
    child.once('exit', (status) =>
      settle(`no fault of petvet shows: the process ended with ${status}: ${said.slice(-2_000)}`),
    );
    child.send(attempt);
  });
}

/** An attempt that broke a promise, as small as it could be made, and how. */
export interface Found {
  readonly attempt: Attempt;
  readonly broken: readonly string[];
}

/** What a search goes by. */
export interface Search {
  readonly tries: number;
  readonly seed: number;
  /** No attempt begins later, in milliseconds from now. */
  readonly longest: number;
  /** @param isSteady - it broke the promise again */
  readonly onFound?: (found: Found, isSteady: boolean) => void;
  /** Told how many were tried, with each. */
  readonly onTry?: (tried: number) => void;
}

/**
 * Draws attempts for several attackers, and makes each that breaks a promise smaller. What contains one that was found is not tried again.
 *
 * @returns how many were tried, those of shrinking aside, what was found, and what broke a promise once and kept it when it was tried again
 */
export async function search(attackers: readonly Attacker[], { tries, seed, longest, onFound, onTry }: Search) {
  const [found, once]: [Found[], Found[]] = [[], []];
  const until = performance.now() + longest;
  let tried = 0;
  const searchWith = async (attacker: Attacker, own: number): Promise<void> => {
    let broken: readonly string[] = [];
    const property = fc.asyncProperty(attempts, async (attempt) => {
      fc.pre(!found.some((one) => contains(attempt, one.attempt)));
      // What makes a finding smaller is no attempt of the search.
      if (broken.length === 0) {
        tried++;
        onTry?.(tried);
      }
      const ended = await attacker.attack(attempt);
      if (ended.broken.length === 0) return;
      broken = ended.broken;
      throw new Error(broken.join('\n'));
    });
    for (let left = Math.ceil(tries / attackers.length), round = 0; left > 0; round++) {
      broken = [];
      // oxlint-disable-next-line no-await-in-loop -- what was found decides on what is tried next
      const result = await fc.check(property, {
        seed: own + round,
        numRuns: left,
        maxSkipsPerRun: 10_000,
        interruptAfterTimeLimit: Math.max(1, until - performance.now()),
        markInterruptAsFailure: false,
      });
      left -= result.numRuns;
      const [attempt] = result.counterexample ?? [];
      if (attempt === undefined) return;
      // oxlint-disable-next-line no-await-in-loop -- a machine that is busy may break a promise
      const again = await attacker.attack(attempt);
      // Another attacker may have found the same meanwhile.
      if (found.some((one) => contains(attempt, one.attempt))) continue;
      (again.broken.length > 0 ? found : once).push({ attempt, broken });
      onFound?.({ attempt, broken }, again.broken.length > 0);
    }
  };
  await Promise.all(attackers.map((attacker, at) => searchWith(attacker, seed + 1_000_000 * at)));
  return { tried, found, once };
}

/** Whether everything that is odd about one is odd about the other. */
function contains(whole: Attempt, part: Attempt): boolean {
  const odd = new Set(printAttempt(whole).split(' + '));
  return printAttempt(part)
    .split(' + ')
    .every((name) => odd.has(name));
}
