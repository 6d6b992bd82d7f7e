import { worseWay, type Followed } from './followed-figures.ts';
import { changeOf } from './load-change.ts';
import type { RegressionLimit } from './compared.ts';
import type { FigureCourse, LoadHistory, TargetChanges } from './load-history.ts';
import { counted } from '../text/counted.ts';

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
