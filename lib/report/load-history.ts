import { mean, median } from 'simple-statistics';
import type { LoadDocument } from '../shapes/load.ts';
import { counted } from '../text/counted.ts';
import { changePointsOf, fewestValues } from './change-points.ts';
import type { RegressionLimit } from './compared.ts';
import { figureOf, FOLLOWED, pace, settingsOf, worseWay, type Followed } from './followed-figures.ts';
import { changeOf } from './load-change.ts';

/** A run of `petvet load` as its folder has it. */
export interface PastLoad {
  /** Where its folder is, below the page, with slashes. */
  readonly folder: string;
  readonly load: LoadDocument;
}

/**
 * How often, at most, a history of runs without a change is said to have one; its figures share it equally (Bonferroni). It is
 * that of one look at a history.
 */
export const LEVEL = 0.01;

/** A figure of a history of load runs that changed, to stay so for some runs at least. */
export interface FigureChange {
  readonly of: Followed;
  /** The last run before the change. */
  readonly last: PastLoad;
  /** The first run after it. */
  readonly first: PastLoad;
  /** How many runs of the history are there from that one on. */
  readonly runsSince: number;
  /** Over the runs back to the change before, and on to the next: medians, of shares means. */
  readonly before: number;
  readonly after: number;
  /** What these are of: a value for each run, the oldest first. */
  readonly earlier: readonly number[];
  readonly later: readonly number[];
  /** In per cent of what it was; undefined where that was 0. */
  readonly percent?: number;
  readonly is: 'better' | 'worse' | 'neither';
  /** By how much requests left late (p99), in milliseconds: of a latency, as that is the load generator's part of it. */
  readonly startDelay?: { readonly before: number; readonly after: number };
  /** How often chance alone makes a change as large. */
  readonly probability: number;
}

/** What became of a figure over a history of runs. */
export interface FigureCourse {
  readonly of: Followed;
  /** How many runs show it. */
  readonly runs: number;
  /** Whether that is enough for a change to be found. */
  readonly isEnough: boolean;
  readonly changes: readonly FigureChange[];
}

/** The load runs of one scenario on one target with the same settings, and what changed from run to run. */
export interface LoadHistory {
  readonly scenario: string;
  /** What these runs have in common, in words. */
  readonly settings: readonly string[];
  /** No other settings of its scenario had two runs since its newest one: several may be in use, such as those of each plan. */
  readonly isCurrent: boolean;
  /** The oldest first, at least one. */
  readonly runs: readonly PastLoad[];
  /** How many runs are needed for a change to be found. */
  readonly needed: number;
  /** The figures that these runs show. */
  readonly figures: readonly FigureCourse[];
}

/** The histories of the load runs of one target. */
export interface TargetChanges {
  /** Its name, or its address where it has none. */
  readonly name: string;
  readonly histories: readonly LoadHistory[];
}

/**
 * Finds what changed over the load runs of one target. Only runs of one scenario with the same settings are held against each other;
 * those that did not come to their end are left out.
 *
 * @param runs - in any order
 * @param isOneService - the address does not matter: it is that of a server which petvet starts itself, at any port
 * @returns a history for each scenario and its settings, the one with the newest run first
 */
export function historiesOf(runs: readonly PastLoad[], isOneService: boolean): LoadHistory[] {
  const newestFirst = runs
    .filter(({ load }) => load.aborted === undefined && !load.run.interrupted)
    .toSorted((a, b) => startOf(b) - startOf(a));
  const groups: PastLoad[][] = [];
  for (const run of newestFirst) {
    const group = groups.find(([newest]) => newest !== undefined && isAlike(newest.load, run.load, isOneService));
    if (group === undefined) groups.push([run]);
    else group.push(run);
  }
  return groups.flatMap((group) => {
    const [newest] = group;
    if (newest === undefined) return [];
    const others = groups.filter((other) => other !== group && other[0]?.load.scenario === newest.load.scenario);
    const isCurrent = others.every(([, second]) => second === undefined || startOf(second) < startOf(newest));
    return [
      {
        scenario: newest.load.scenario,
        settings: settingsOf(newest.load),
        isCurrent,
        ...followed(group.toReversed()),
      },
    ];
  });
}

function startOf({ load }: PastLoad): number {
  return Date.parse(load.run.startedAt);
}

/** Requests of a window that were not sent in time make no other setting; another share of a soak does. */
const SAME_PACE = 0.05;

function isAlike(a: LoadDocument, b: LoadDocument, isOneService: boolean): boolean {
  const settings = (load: LoadDocument) =>
    JSON.stringify([load.scenario, isOneService ? '' : load.target.baseUrl, ...settingsOf(load)]);
  const [some, others] = [pace(a), pace(b)];
  return settings(a) === settings(b) && Math.abs(some - others) <= SAME_PACE * Math.max(some, others);
}

function followed(runs: readonly PastLoad[]): Pick<LoadHistory, 'runs' | 'needed' | 'figures'> {
  const series = FOLLOWED.map((of) => ({
    of,
    points: runs.flatMap((run) => {
      const value = figureOf(run.load, of);
      return value === undefined ? [] : [{ run, value }];
    }),
  })).filter(({ points }) => points.length > 0);
  // Which figures vary says nothing of the order of the runs, and what never varies raises no alarm.
  const varying = series.filter(({ points }) => new Set(points.map(({ value }) => value)).size > 1);
  const level = LEVEL / Math.max(1, varying.length);
  const needed = fewestValues(level);
  const figures = series.map(({ of, points }) => ({
    of,
    runs: points.length,
    isEnough: points.length >= needed,
    changes: changesOf(of, points, level),
  }));
  return { runs, needed, figures };
}

interface Point {
  readonly run: PastLoad;
  readonly value: number;
}

function changesOf(of: Followed, points: readonly Point[], level: number): FigureChange[] {
  const found = changePointsOf(
    points.map(({ value }) => value),
    level,
  );
  return found.flatMap(({ at, direction, probability }, index) => {
    const earlier = points.slice(found[index - 1]?.at ?? 0, at);
    const later = points.slice(at, found[index + 1]?.at ?? points.length);
    const [last, first] = [earlier.at(-1)?.run, later[0]?.run];
    const [before, after] = [earlier, later].map((part) => typical(of, part));
    if (last === undefined || first === undefined || before === undefined || after === undefined) return [];
    // Ranks may change where the typical value does not: nothing could be said of that.
    if (direction === 'up' ? after <= before : after >= before) return [];
    const worse = worseWay(of, first.load.scenario);
    return [
      {
        of,
        last,
        first,
        runsSince: points.length - at,
        before,
        after,
        earlier: earlier.map(({ value }) => value),
        later: later.map(({ value }) => value),
        ...(before !== 0 && { percent: (100 * (after - before)) / before }),
        is: worse === undefined ? ('neither' as const) : worse === direction ? ('worse' as const) : ('better' as const),
        ...(isLatency(of) && { startDelay: { before: delayOf(earlier), after: delayOf(later) } }),
        probability,
      },
    ];
  });
}

function isLatency(of: Followed): boolean {
  return of === 'p50' || of === 'p95' || of === 'p99';
}

function typical(of: Followed, points: readonly Point[]): number {
  const values = points.map(({ value }) => value);
  return of === 'errors' || of === 'admitted' ? mean(values) : median(values);
}

function delayOf(points: readonly Point[]): number {
  return median(points.map(({ run }) => run.load.lag));
}

/** What of a history decides. */
export interface HistoryQuestion {
  /** How many of the newest runs of a history count: only a change that begins at one of them does. */
  readonly last: number;
  /** Where there are any, only these figures count, and only where they are worse by more. */
  readonly limits: readonly RegressionLimit[];
}

/** A figure that is worse than it was before the newest runs. */
interface Worsening {
  readonly target: string;
  readonly scenario: string;
  readonly of: Followed;
  /** Before the first change that counts, and after the last one. */
  readonly before: number;
  readonly after: number;
}

/** What the newest runs of each scenario come to. */
export interface HistoryVerdict {
  readonly worse: readonly Worsening[];
  /** A sentence for each scenario of which nothing can be told, without an end. */
  readonly undecided: readonly string[];
}

/**
 * Whether figures got worse within the newest runs. What got worse and better again is not worse. Runs with settings that are no
 * longer in use decide nothing.
 */
export function verdictOf(targets: readonly TargetChanges[], question: HistoryQuestion): HistoryVerdict {
  const { limits } = question;
  const current = targets.flatMap(({ name, histories }) =>
    histories
      .filter(({ isCurrent }) => isCurrent)
      .map((history) => ({
        name,
        history,
        figures: history.figures.filter(({ of }) => limits.length === 0 || limits.some((limit) => limit.of === of)),
      })),
  );
  return {
    worse: current.flatMap(({ name, history: { scenario }, figures }) =>
      figures.flatMap((figure) => {
        const change = worseningOf(scenario, figure, question);
        return change === undefined ? [] : [{ target: name, scenario, ...change }];
      }),
    ),
    undecided: current
      .filter(({ figures }) => !figures.some(({ isEnough }) => isEnough))
      .map(({ name, history, figures }) => `${name} ${history.scenario}: ${tooFewWords(history, figures)}`),
  };
}

/** Why nothing can be said of a history, or of some of its figures, as a clause that does not name its scenario. */
export function tooFewWords(history: LoadHistory, figures: readonly FigureCourse[] = history.figures): string {
  const { scenario, needed } = history;
  const most = figures.reduce((sum, figure) => Math.max(sum, figure.runs), 0);
  if (history.figures.length === 0 && scenario === 'breakpoint') return 'no run found the knee of the service';
  if (figures.length === 0) return 'no run has this metric';
  return `${counted(most, 'run')} with the same settings, but detecting a change takes ${needed} or more`;
}

function worseningOf(
  scenario: string,
  { of, changes }: FigureCourse,
  { last, limits }: HistoryQuestion,
): Omit<Worsening, 'target' | 'scenario'> | undefined {
  const recent = changes.filter(({ runsSince }) => runsSince <= last);
  const [first, newest] = [recent[0], recent.at(-1)];
  const way = worseWay(of, scenario);
  if (first === undefined || newest === undefined || way === undefined) return undefined;
  const [before, after] = [first.before, newest.after];
  const isWorse = way === 'up' ? after > before : after < before;
  // Of several changes each is significant, and what they come to together may not be.
  const isSignificant = first === newest || changeOf(first.earlier, newest.later).standsOut === true;
  const limit = limits.find((one) => one.of === of);
  const isBeyond =
    limit === undefined ||
    (of === 'errors' ? after - before > limit.most : before === 0 || (100 * (after - before)) / before > limit.most);
  return isWorse && isSignificant && isBeyond ? { of, before, after } : undefined;
}
