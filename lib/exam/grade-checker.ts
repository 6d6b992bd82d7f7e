import { InterruptedError } from '../errors.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { startReferenceServer } from '../reference/server.ts';
import { defects } from '../reference/defects/index.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { runChecker, type CheckerBounds, type CheckerEnd } from './checker-run.ts';
import { environmentOf, type Checker } from './checker.ts';
import { circumstancesOf, type Subject } from './exam.ts';

/**
 * How a checker did on one service: a defect is `caught` or `survived`; what conforms is left `in peace` or is a
 * `false alarm`. `undecided`: it took too long, or left with another status than 0 and 1.
 */
export type GradeState = 'caught' | 'survived' | 'in peace' | 'false alarm' | 'undecided';

/** What a checker made of one service. */
export interface Grade {
  readonly name: string;
  readonly state: GradeState;
  /** The rules that the service breaks; none when it conforms. */
  readonly breaks: readonly RuleId[];
  /** How many requests came. */
  readonly requests: number;
  readonly end: CheckerEnd;
}

/** How the grading goes on. */
export interface GradingOptions extends CheckerBounds {
  /** Services at a time. */
  readonly parallel: number;
  /** Told of each grade as it is known. */
  readonly onGrade?: (grade: Grade) => void;
}

/**
 * Lets a checker judge services, each a reference server of its own in this process, and compares its exit status with what
 * they are. When `interrupt` fires, those that are not judged by then are left out.
 *
 * Rejects with a UsageError when the checker cannot be started.
 */
export async function gradeChecker(
  checker: Checker,
  subjects: readonly Subject[],
  options: GradingOptions,
): Promise<readonly Grade[]> {
  const waiting = [...subjects];
  const grades: Grade[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const grade = await gradeOne(checker, next, options).catch((error: unknown) => {
        if (!(error instanceof InterruptedError)) throw error;
      });
      if (grade === undefined || options.interrupt.aborted) return;
      grades.push(grade);
      options.onGrade?.(grade);
    }
  };
  const lanes = Array.from({ length: options.parallel }, async () => {
    try {
      await lane();
    } finally {
      waiting.length = 0;
    }
  });
  await Promise.all(lanes);
  const order = new Map(subjects.map(({ name }, index) => [name, index]));
  return grades.toSorted((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
}

/** A defect that breaks nothing but a should is left out: with such a service either verdict is right. */
export function isGraded({ name }: Subject): boolean {
  const defect = defects[name];
  return defect === undefined || defect.breaks.some((id) => rules[id].level === 'must');
}

async function gradeOne(checker: Checker, subject: Subject, bounds: CheckerBounds): Promise<Grade> {
  const { options, today } = circumstancesOf(subject);
  const { plan = 'business', windowSeconds = 60 } = options;
  const server = await startReferenceServer({ ...options, plan } satisfies ReferenceOptions);
  const service = {
    url: server.baseUrl,
    key: server.keys.primary,
    second: server.keys.second,
    today,
    plan,
    windowSeconds,
    usesLimitUp: subject.usesLimitUp ?? false,
  };
  try {
    const end = await runChecker(checker(service), environmentOf(service), bounds);
    const breaks = defects[subject.name]?.breaks ?? [];
    return { name: subject.name, state: stateOf(end, breaks.length > 0), breaks, requests: server.requests(), end };
  } finally {
    await server.close();
  }
}

function stateOf({ status }: CheckerEnd, isDefect: boolean): GradeState {
  if (status !== 0 && status !== 1) return 'undecided';
  if (isDefect) return status === 1 ? 'caught' : 'survived';
  return status === 1 ? 'false alarm' : 'in peace';
}
