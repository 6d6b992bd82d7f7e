import { JUDGES } from '../judges/index.ts';
import { defects } from '../reference/defects/index.ts';
import { rules } from '../rules/index.ts';
import type { ExamResult } from './exam-result.ts';

/** What a judge is worth: the defects that would be missed without it, by the evidence that caught them. */
export interface JudgeWorth {
  readonly judge: string;
  readonly rules: readonly string[];
  /** It speaks of open questions alone, where there is nothing to catch. */
  readonly onlyObserves: boolean;
  /** Names of defects. */
  readonly defects: readonly string[];
}

/** What each judge is worth; unknown, so empty, unless every defect was examined. */
export function worthOfJudges(results: readonly ExamResult[]): readonly JudgeWorth[] {
  const examined = new Set(results.map(({ name }) => name));
  if (!Object.keys(defects).every((name) => examined.has(name))) return [];
  return JUDGES.map(({ name, rules: spokenOf }) => ({
    judge: name,
    rules: spokenOf,
    onlyObserves: spokenOf.every((rule) => rules[rule].level === 'observed'),
    defects: [
      ...new Set(results.filter(({ neededJudges }) => neededJudges.includes(name)).map((result) => result.name)),
    ],
  }));
}

/** Whether the suite would be the same without a judge. */
export function isIdle({ onlyObserves, defects: missedWithout }: JudgeWorth): boolean {
  return !onlyObserves && missedWithout.length === 0;
}
