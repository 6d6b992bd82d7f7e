import type { EarlyEnd } from '../evidence/early-end.ts';
import type { Counterexample } from '../evidence/run-facts.ts';
import { shortageOf, type Shortage } from '../files/shortage.ts';
import type { DaySpending } from '../probe/day-bounds.ts';
import type { JudgedRun } from '../probe/judged-run.ts';
import type { NonconformanceError } from '../probe/for-all.ts';
import { isViolation } from '../probe/look-again.ts';
import { Probing, violationBy, type ProbeEnd } from '../probe/run-probe.ts';
import type { RunSpec } from '../probe/run-spec.ts';
import { Session } from '../probe/session.ts';
import type { SessionWatcher } from '../probe/session-watcher.ts';
import type { Probe } from '../probe/suite.ts';
import { RULE_IDS, type RuleId } from '../rules/index.ts';
import { watchForCrash } from './crash.ts';
import { fitStep, loadProbes, rulesOf, stepsOf, type PlacedProbe, type Step } from './flow.ts';

/** What the suites did; verdicts are made elsewhere, from the evidence. */
export interface SuitesEnd {
  readonly counterexamples: readonly Counterexample[];
  /** How many requests were sent. */
  readonly sent: number;
  readonly waitedSeconds: number;
  /** Why the suites ended before their plan did. */
  readonly early?: EarlyEnd & { readonly aborted: boolean };
  /** The target could not be judged at all. */
  readonly fatal?: { readonly message: string; readonly hint: string };
  /** What the machine lacked. */
  readonly shortage?: Shortage;
  /** Faults of petvet itself, one sentence each; a shortage leads to some. */
  readonly faults: readonly string[];
  /** Every probe that there is, also those that were left out. */
  readonly probes: readonly Probe[];
  /** What was sent, as it was judged under way; absent where the run was not opened. */
  readonly judged?: JudgedRun;
}

/** Who watches the suites at work. */
export interface SuitesWatcher {
  onProbe(title: string): void;
  /** `day`: what counts against the key's day. */
  onSent(count: number, day: DaySpending): void;
  onWaiting(until: number, why: string): void;
  /** What the run sends and takes at most, in a sentence: before its first request, and again where that changes. */
  onBounds?(says: string): void;
  /** What the user should know before it happens, in a sentence. */
  onNote?(says: string): void;
}

/**
 * Sends the probes of the suites, one after the other, in this process.
 *
 * @param interrupt - when it fires, nothing more is sent and the suites end
 */
export async function runSuites(spec: RunSpec, watcher: SuitesWatcher, interrupt: AbortSignal): Promise<SuitesEnd> {
  const end = new EndKeeper(watcher);
  const crash = watchForCrash();
  const crashed = new AbortController();
  try {
    await Promise.race([sendAll(spec, end, AbortSignal.any([interrupt, crashed.signal])), crash.happened]);
  } catch (error) {
    end.fail(error);
  } finally {
    // Of a run that has crashed, nothing more is sent while it is judged.
    crashed.abort();
    crash.stop();
  }
  if (crash.error !== undefined) end.fail(crash.error);
  return end.summary();
}

async function sendAll(spec: RunSpec, end: EndKeeper, interrupt: AbortSignal): Promise<void> {
  const run = await OpenSuites.open(spec, end);
  const stop = () => run.stop();
  interrupt.addEventListener('abort', stop);
  if (interrupt.aborted) stop();
  try {
    const steps = stepsOf(run.flow).filter((one) => run.isMeant(one));
    for (const [at, one] of steps.entries()) {
      await run.sendFitted(one, steps.slice(at + 1));
      const violated = spec.failFast === true ? run.violated() : undefined;
      if (violated === undefined) continue;
      end.onEndedEarly({ why: `the run ended at the violation of ${violated} (--fail-fast)` }, false);
      return;
    }
  } finally {
    interrupt.removeEventListener('abort', stop);
    await run.close();
  }
}

/** Probes sent by another loop than petvet's own. */
export interface OwnLoop {
  readonly flow: readonly PlacedProbe[];
  /** Sends one; nothing is thrown. */
  send(one: PlacedProbe): Promise<ProbeEnd>;
  /** What the run shows by now of the rules of a probe, single exchanges and several together. */
  violationBy(probe: Probe): NonconformanceError | undefined;
  /** Ends the run. */
  close(): Promise<SuitesEnd>;
}

/**
 * Opens a run whose probes are sent by someone else's loop, in the order of the flow.
 *
 * @throws {UsageError} when the evidence cannot be written
 */
export async function openOwnLoop(spec: RunSpec, watcher: SuitesWatcher): Promise<OwnLoop> {
  const end = new EndKeeper(watcher);
  const run = await OpenSuites.open(spec, end);
  return {
    flow: run.flow,
    send: (one) => run.send(one),
    violationBy: (probe) => run.violationBy(probe),
    close: async () => {
      await run.close();
      return end.summary();
    },
  };
}

/** Why a quick run leaves a rule out. */
const NO_ROOM: EarlyEnd = {
  why: 'the rate limit has no room for more in one window, and this run does not use it up',
  detail: '--max-requests sends more',
};

/** The suites of a run, while it is under way. */
class OpenSuites {
  readonly flow: readonly PlacedProbe[];
  readonly #end: EndKeeper;
  readonly #session: Session;
  readonly #probing: Probing;
  /** The rules of the steps that were sent, and those that nobody asked for. */
  readonly #shown: Set<RuleId>;

  private constructor(spec: RunSpec, end: EndKeeper, flow: readonly PlacedProbe[]) {
    this.flow = flow;
    this.#end = end;
    end.probes = flow.map(({ probe }) => probe);
    this.#session = new Session(spec, end);
    end.judged = this.#session.judged;
    this.#probing = new Probing(this.#session, end);
    this.#shown = new Set(RULE_IDS.filter((id) => !spec.chosen.includes(id)));
  }

  /** Loads the probes of all suites and opens a run of them. */
  static async open(spec: RunSpec, end: EndKeeper): Promise<OpenSuites> {
    return new OpenSuites(spec, end, await loadProbes());
  }

  async send({ suite, probe, place, part }: Step, most?: number): Promise<ProbeEnd> {
    this.#end.onProbe(`${suite.title}: ${probe.title}`);
    const sent = await this.#probing.send(probe, place, { part, most });
    if (sent.state === 'failed') this.#end.failAt(probe, sent.error);
    return sent;
  }

  /** Whether a step is one of this run's at all. */
  isMeant({ probe }: Step): boolean {
    return this.#probing.whyLeftOut(probe) === undefined;
  }

  /** Sends a step as far as a quick run has room for it. @param later - those that follow */
  async sendFitted(one: Step, later: readonly Step[]): Promise<void> {
    const { room } = this.#session;
    const fitted = fitStep(one, { later, shown: this.#shown, room });
    if ('isMissed' in fitted) {
      if (fitted.isMissed) this.#end.onEndedEarly(NO_ROOM, false);
      return;
    }
    await this.send(fitted.step, fitted.most);
    for (const rule of rulesOf(one)) this.#shown.add(rule);
  }

  /** The first of the chosen must rules that the run shows to be violated by now. */
  violated(): RuleId | undefined {
    const { chosen } = this.#session.spec;
    const findings = [...this.#session.judged.findingsSince(0), ...this.#session.judged.conclude()];
    return findings.find((finding) => isViolation(finding) && chosen.includes(finding.rule))?.rule;
  }

  violationBy(probe: Probe): NonconformanceError | undefined {
    return violationBy(this.#session.judged.conclude(), probe);
  }

  stop(): void {
    this.#session.stop();
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

/** Gathers what is told while the probes are sent. */
class EndKeeper implements SessionWatcher {
  readonly #watcher: SuitesWatcher;
  readonly #counterexamples: Counterexample[] = [];
  readonly #faults: string[] = [];
  #sent = 0;
  #waitedSeconds = 0;
  #early: SuitesEnd['early'];
  #fatal: SuitesEnd['fatal'];
  #shortage: SuitesEnd['shortage'];
  probes: readonly Probe[] = [];
  judged: JudgedRun | undefined;

  constructor(watcher: SuitesWatcher) {
    this.#watcher = watcher;
  }

  onProbe(title: string): void {
    this.#watcher.onProbe(title);
  }

  onFound({ id }: Probe, found: Omit<Counterexample, 'probe'>): void {
    this.#counterexamples.push({ probe: id, ...found });
  }

  onSent(count: number, day: DaySpending, waitedSeconds: number): void {
    this.#sent = count;
    this.#waitedSeconds = waitedSeconds;
    this.#watcher.onSent(count, day);
  }

  onWaiting(until: number, why: string): void {
    this.#watcher.onWaiting(until, why);
  }

  onBounds(says: string): void {
    this.#watcher.onBounds?.(says);
  }

  onNote(says: string): void {
    this.#watcher.onNote?.(says);
  }

  onEndedEarly({ why, detail }: EarlyEnd, aborted: boolean): void {
    this.#early ??= { why, detail, aborted };
  }

  onFatal(message: string, hint: string): void {
    this.#fatal ??= { message, hint };
  }

  failAt({ id }: Probe, error: unknown): void {
    this.fail(error, `probe ${id}: `);
  }

  /** Something came to an end that nobody knows: a fault of petvet, or a machine that has nothing left. */
  fail(error: unknown, where = ''): void {
    this.#shortage ??= shortageOf(error);
    const isSaid = typeof error === 'object' && error !== null && 'message' in error;
    this.#faults.push(`${where}${String(isSaid ? error.message : error)}`);
  }

  summary(): SuitesEnd {
    return {
      counterexamples: this.#counterexamples,
      sent: this.#sent,
      waitedSeconds: this.#waitedSeconds,
      faults: this.#faults,
      probes: this.probes,
      ...(this.judged !== undefined && { judged: this.judged }),
      ...(this.#shortage !== undefined && { shortage: this.#shortage }),
      ...(this.#early !== undefined && { early: this.#early }),
      ...(this.#fatal !== undefined && { fatal: this.#fatal }),
    };
  }
}
