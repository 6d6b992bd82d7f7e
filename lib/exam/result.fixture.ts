import type { ExamResult } from './result.ts';

/** A run that found nothing. */
export function aResult(name: string, result: Partial<ExamResult> = {}): ExamResult {
  return {
    name,
    seed: 1,
    failed: [],
    says: {},
    inconclusive: [],
    warned: [],
    requests: 98,
    created: 12,
    catches: [],
    names: [],
    kept: {},
    neededJudges: [],
    ...result,
  };
}

/** A run in which a rule fails, shown by a request of that number. */
export function aCatch(name: string, rule: string, requests: number, result: Partial<ExamResult> = {}): ExamResult {
  return aResult(name, {
    failed: [rule],
    says: { [rule]: `${rule} is broken` },
    catches: [{ rule, probes: ['a probe'], requests }],
    ...result,
  });
}
