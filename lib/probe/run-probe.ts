import { HarnessError } from '../errors.ts';
import type { Finding } from '../judges/finding.ts';
import { rules } from '../rules/index.ts';
import { rulesShownOn } from '../rules/shown-on.ts';
import { drawnFraction } from './drawn-number.ts';
import { NonconformanceError, type FoundInput, type Part } from './for-all.ts';
import { serviceOf } from './service.ts';
import type { Session } from './session.ts';
import type { Probe } from './suite.ts';

/** What sending a probe came to. */
export type ProbeEnd =
  | { readonly state: 'left out'; readonly why: string }
  /** `violation`: of the rules that it shows, by what it sent, as far as single exchanges tell. */
  | { readonly state: 'sent'; readonly violation?: NonconformanceError }
  /** petvet itself could not do it. */
  | { readonly state: 'failed'; readonly error: unknown };

/** What is watched while probes are sent. */
export interface ProbeWatcher {
  /** An input that broke a rule, the smallest of its probe first. */
  onFound(probe: Probe, found: FoundInput): void;
}

/**
 * Sends the probes of one run, one after the other, within the run's budget. Nothing is thrown: what ends a run early ends
 * every probe after it.
 */
export class Probing {
  readonly #session: Session;
  readonly #watcher: ProbeWatcher;
  /** Requests of the run that went into smaller counterexamples. */
  #shrinksSpent = 0;

  constructor(session: Session, watcher: ProbeWatcher) {
    this.#session = session;
    this.#watcher = watcher;
  }

  /**
   * Sends a probe.
   *
   * @param place - its place among all probes that there are
   * @param part - the values to be sent; all of them when absent
   * @param most - requests that it may take, where it can do with fewer
   */
  async send(probe: Probe, place: number, { part, most = Infinity }: Share = {}): Promise<ProbeEnd> {
    const session = this.#session;
    const { spec, budget } = session;
    const why = this.whyLeftOut(probe);
    if (why !== undefined) return { state: 'left out', why };
    let violation: NonconformanceError | undefined;
    const run = {
      session,
      service: serviceOf(session, probe.id),
      seed: spec.seed,
      draws: shareOf(budget.draws, spec.seed, place),
      smoke: spec.smoke,
      most,
      ...(part !== undefined && { part }),
      mayShrink: () => this.#shrinksSpent++ < budget.shrinks,
      note: (found: FoundInput) => this.#watcher.onFound(probe, found),
      observe: async (act: () => Promise<unknown>) => {
        const before = session.judged.newest;
        await act();
        const broken = violationBy(session.judged.findingsSince(before, probe.id), probe);
        violation ??= broken;
        return broken;
      },
    };
    try {
      await run.observe(() => probe.sends(run));
    } catch (error) {
      if (error instanceof HarnessError) return { state: 'left out', why: error.message };
      if (!(error instanceof NonconformanceError)) return { state: 'failed', error };
      violation ??= error;
    }
    return { state: 'sent', ...(violation !== undefined && { violation }) };
  }

  /** Why a probe is none of this run; undefined where it is one. */
  whyLeftOut(probe: Probe): string | undefined {
    return whyLeftOut(probe, this.#session);
  }
}

/** What of a probe is sent. */
interface Share {
  readonly part?: Part | undefined;
  readonly most?: number | undefined;
}

/** The first violation of what a probe is there to show. */
export function violationBy(findings: readonly Finding[], { shows }: Probe): NonconformanceError | undefined {
  const violations = findings.filter(
    ({ rule, verdict }) => shows.includes(rule) && verdict === 'fail' && rules[rule].level === 'must',
  );
  const [first] = violations;
  if (first === undefined) return undefined;
  return new NonconformanceError(`${first.rule}: ${first.says}`, [...new Set(violations.map(({ rule }) => rule))]);
}

function whyLeftOut(probe: Probe, { spec }: Session): string | undefined {
  const { shows, brings, needs = [], smoke = false } = probe;
  if (spec.smoke && !smoke) return 'not in a smoke run';
  if (needs.includes('populate') && spec.populates !== true) return '--populate was not given';
  if (needs.includes('burst') && spec.useUp === 'never') return 'the rate limit is not used up';
  if (needs.includes('writes') && !spec.target.writes) return 'writes are off';
  const told = [...shows, ...rulesShownOn(brings)];
  return told.some((rule) => spec.chosen.includes(rule)) ? undefined : 'its rules were not chosen';
}

/** Steps of this share of the whole fall as evenly as any. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Whole draws for one probe: the fraction left over falls to some probes in one run and to others in the next, evenly
 * enough that every run sends nearly as much.
 */
function shareOf(draws: number, seed: number, place: number): number {
  const whole = Math.floor(draws);
  const start = drawnFraction(`${seed}`);
  return (start + place * GOLDEN) % 1 < draws - whole ? whole + 1 : whole;
}
