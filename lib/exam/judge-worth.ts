import { CHECK_JUDGES } from '../judges/index.ts';
import { defects } from '../reference/defects/index.ts';
import type { ExamResult } from './result.ts';

/** What a judge is worth: the defects that would be missed without it, by the evidence that caught them. */
export interface JudgeWorth {
  readonly judge: string;
  readonly rules: readonly string[];
  /** It says what is kept, or what a service does where it is free: there is nothing to catch. */
  readonly neverFails: boolean;
  /** Names of defects and, of rules that are no more than advice, of variants that earn a warning. */
  readonly needs: readonly string[];
}

/** What each judge is worth; unknown, so empty, unless every defect was examined. */
export function worthOfJudges(results: readonly ExamResult[]): readonly JudgeWorth[] {
  const examined = new Set(results.map(({ name }) => name));
  if (!Object.keys(defects).every((name) => examined.has(name))) return [];
  return CHECK_JUDGES.map(({ name, rules, neverFails = false }) => ({
    judge: name,
    rules,
    neverFails,
    needs: [...new Set(results.filter(({ neededJudges }) => neededJudges.includes(name)).map((result) => result.name))],
  }));
}

/** Whether the suite would be the same without a judge. */
export function isIdle({ neverFails, needs }: JudgeWorth): boolean {
  return !neverFails && needs.length === 0;
}
