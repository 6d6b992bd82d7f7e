import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { createVitest, type Reporter, type TestCase, type Vitest } from 'vitest/node';
import { HarnessError } from '../errors.ts';
import type { Counterexample } from '../evidence/run-facts.ts';
import { shortageOf, type Shortage } from '../files/shortage.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import type { DaySpending } from '../probe/day-bounds.ts';
import type { Order, RunSpec } from '../probe/run-spec.ts';
import type { RuleId } from '../rules/index.ts';
import { readSignal, type Signal } from '../probe/signal.ts';
import { watchForCrash } from './crash.ts';
import { SUITE_ORDER, SuiteSequencer } from './sequence.ts';

/** What the suites did; verdicts are made elsewhere, from the evidence. */
export interface SuitesEnd {
  readonly counterexamples: readonly Counterexample[];
  readonly waitedSeconds: number;
  /** Why the suites ended before their plan did. */
  readonly early?: { readonly why: string; readonly aborted: boolean };
  /** The target could not be judged at all. */
  readonly fatal?: { readonly message: string; readonly hint: string };
  /** What the machine lacked. */
  readonly shortage?: Shortage;
  /** The probe that was to be replayed has no such input, in one sentence. */
  readonly unknownPath?: string;
  /** Faults of petvet itself, one sentence each; a shortage leads to some. */
  readonly faults: readonly string[];
  /** Every probe that there is, also those that were left out. */
  readonly probes: readonly ProbeFacts[];
}

/** What is known of a probe without running it. */
export interface ProbeFacts {
  readonly title: string;
  /** The rules that it is about. */
  readonly rules: readonly RuleId[];
  /** Rules that its responses show, too. */
  readonly besides: readonly RuleId[];
}

/** Who watches the suites at work. */
export interface SuitesWatcher {
  onProbe(title: string): void;
  /** `day`: what counts against the key's day. */
  onSent(count: number, day: DaySpending): void;
  onWaiting(until: number, why: string): void;
  /** What the user should know before it happens, in a sentence. */
  onNote?(says: string): void;
}

/** The folder that holds `suites` and `lib`, in the repository and in the package alike. */
const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Runs the suites under vitest, in one worker, so that one session and one budget serve them all.
 *
 * @param interrupt - when it fires, nothing more is sent and the suites end
 */
export async function runSuites(spec: RunSpec, watcher: SuitesWatcher, interrupt: AbortSignal): Promise<SuitesEnd> {
  const channel = new BroadcastChannel(spec.channel);
  const end = new EndKeeper(watcher);
  const stop = () => channel.postMessage({ kind: 'stop' } satisfies Order);
  channel.addEventListener('message', (message) => {
    end.hear(readSignal('data' in message ? message.data : undefined));
    // Whoever interrupts early speaks to suites that do not listen yet.
    if (interrupt.aborted) stop();
  });
  const crash = watchForCrash();
  try {
    const vitest = await createRunner(spec, end.reporter);
    interrupt.addEventListener('abort', stop);
    try {
      await Promise.race([vitest.start(), crash.happened]);
    } finally {
      interrupt.removeEventListener('abort', stop);
      // What has crashed may never close.
      await Promise.race([vitest.close(), setTimeout(LONGEST_CLOSE_MS, undefined, { ref: false })]);
    }
  } catch (error) {
    if (error instanceof HarnessError) throw error;
    end.fail(error);
  } finally {
    crash.stop();
    channel.close();
    process.exitCode = 0;
  }
  if (crash.error !== undefined) end.fail(crash.error);
  return end.summary();
}

/** So long vitest may take to close its workers, in milliseconds; the process ends them with itself. */
const LONGEST_CLOSE_MS = 10_000;

async function createRunner(spec: RunSpec, reporter: Reporter): Promise<Vitest> {
  const restoreSignals = keepSignals();
  const restoreHome = lendDataHome();
  try {
    return await createVitest(
      'test',
      {
        config: false,
        root: ROOT,
        watch: false,
        include: SUITE_ORDER.map(
          (name) => `suites/${name}.suite.${existsSync(join(ROOT, 'suites', `${name}.suite.ts`)) ? 'ts' : 'js'}`,
        ),
        exclude: [],
        pool: 'threads',
        // Node loads the suites itself, in less time.
        experimental: { viteModuleRunner: false },
        isolate: false,
        maxWorkers: 1,
        fileParallelism: false,
        testTimeout: 0,
        cache: false,
        fsModuleCache: false,
        sequence: { sequencer: SuiteSequencer },
        reporters: [reporter],
        provide: { petvet: spec },
      },
      { logLevel: 'silent' },
      // Its workers never end where the process's own streams are closed.
      { stdout: nowhere(), stderr: nowhere() },
    );
  } finally {
    restoreHome();
    restoreSignals();
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * vitest ends the process by itself at a signal; then nobody would write the report.
 *
 * @returns takes away what has come to listen to these signals since
 */
function keepSignals(): () => void {
  const kept = (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).map((signal) => ({
    signal,
    before: process.listeners(signal),
  }));
  return () => {
    for (const { signal, before } of kept) {
      for (const listener of process.listeners(signal)) {
        if (!before.includes(listener)) process.off(signal, listener);
      }
    }
  };
}

/**
 * vitest keeps a token for its user interface in the user's home, and does not start where it cannot. A run needs none, so
 * it gets a folder that goes away.
 *
 * @returns takes the folder away again
 */
function lendDataHome(): () => void {
  const before = process.env['XDG_DATA_HOME'];
  const lent = temporaryFolder('vitest');
  process.env['XDG_DATA_HOME'] = lent;
  return () => {
    if (before === undefined) delete process.env['XDG_DATA_HOME'];
    else process.env['XDG_DATA_HOME'] = before;
    rmSync(lent, { recursive: true, force: true });
  };
}

/** Gathers what the reporter and the channel tell. */
class EndKeeper {
  readonly #watcher: SuitesWatcher;
  readonly #counterexamples: Counterexample[] = [];
  readonly #faults: string[] = [];
  readonly #probes: ProbeFacts[] = [];
  #waitedSeconds = 0;
  #early: SuitesEnd['early'];
  #fatal: SuitesEnd['fatal'];
  #shortage: SuitesEnd['shortage'];
  #unknownPath: string | undefined;

  constructor(watcher: SuitesWatcher) {
    this.#watcher = watcher;
  }

  readonly reporter: Reporter = {
    onTestCaseReady: (test) =>
      this.#watcher.onProbe(`${test.parent.type === 'suite' ? test.parent.name : ''}: ${test.name}`),
    onTestCaseResult: (test) => this.#finish(test),
    onTestModuleEnd: (module) => {
      for (const error of module.errors()) this.fail(error);
    },
    onTestRunEnd: (_modules, unhandled) => {
      for (const error of unhandled) this.fail(error);
    },
  };

  hear(signal: Signal): void {
    if (signal.kind === 'sent') {
      this.#watcher.onSent(signal.count, signal.day);
      this.#waitedSeconds = signal.waitedSeconds;
    } else if (signal.kind === 'waiting') this.#watcher.onWaiting(signal.until, signal.why);
    else if (signal.kind === 'note') this.#watcher.onNote?.(signal.says);
    else if (signal.kind === 'ended-early') this.#early ??= { why: signal.why, aborted: signal.aborted };
    else this.#fatal ??= { message: signal.message, hint: signal.hint };
  }

  /** vitest itself came to an end that it does not know: a dead worker, or a machine that has nothing left. */
  fail(error: unknown, where = ''): void {
    this.#shortage ??= shortageOf(error);
    const isSaid = typeof error === 'object' && error !== null && 'message' in error;
    this.#faults.push(`${where}${String(isSaid ? error.message : error)}`);
  }

  summary(): SuitesEnd {
    const faults = this.#probes.length === 0 && this.#faults.length === 0 ? ['no probe was run'] : this.#faults;
    return {
      ...(this.#unknownPath !== undefined && { unknownPath: this.#unknownPath }),
      counterexamples: this.#counterexamples,
      waitedSeconds: this.#waitedSeconds,
      faults,
      probes: this.#probes,
      ...(this.#shortage !== undefined && { shortage: this.#shortage }),
      ...(this.#early !== undefined && { early: this.#early }),
      ...(this.#fatal !== undefined && { fatal: this.#fatal }),
    };
  }

  #finish(test: TestCase): void {
    const { rules = [], besides = [], counterexamples = [] } = test.meta().petvet ?? {};
    this.#probes.push({ title: test.name, rules, besides });
    this.#counterexamples.push(...counterexamples.map((found) => ({ probe: test.name, ...found })));
    for (const error of test.result().errors ?? []) {
      if (error.name === 'ReplayError') this.#unknownPath = error.message;
      else if (error.name !== 'NonconformanceError') this.fail(error, `probe "${test.name}": `);
    }
  }
}
