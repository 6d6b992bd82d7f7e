import { LIMITER_RULES } from '../judges/index.ts';
import { defects } from '../reference/defects/index.ts';
import { variants, variantsOfLimits } from '../reference/variants/index.ts';
import { DEEP_REQUESTS, DEEPER } from './exam-depth.ts';
import type { Subject } from './exam.ts';

/**
 * What is examined: the conforming server, every defect and every variant. Those of the limiter are examined with a limit
 * that is used up, in a minute of a few seconds.
 *
 * @param only - the names of some; all of them when empty
 */
export function subjectsOf(only: readonly string[] = []): Subject[] {
  const ofDefects = Object.entries(defects).map(([defect, { breaks }]) => ({
    name: defect,
    options: { defect },
    ...(DEEPER.has(defect) && { maxRequests: DEEP_REQUESTS }),
    ...(LONGER_MINUTE[defect] !== undefined && { minute: LONGER_MINUTE[defect] }),
    usesLimitUp: breaks.some((rule) => LIMITER_RULES.includes(rule) || rule === 'RATE-7') || needsRefusals(defect),
  }));
  const ofVariants = Object.keys(variants).map((variant) => ({
    name: variant,
    options: { variant },
    usesLimitUp: variantsOfLimits.has(variant),
  }));
  return [
    { name: 'conforming', options: {} },
    { name: 'conforming, limit used up', options: {}, usesLimitUp: true },
    ...ofDefects,
    ...ofVariants,
  ].filter(({ name }) => only.length === 0 || only.includes(name));
}

/** Where the seconds of grace would be a large part of a short minute. In seconds. */
const LONGER_MINUTE: Readonly<Record<string, number>> = { 'half-windows': 24, 'retry-after-half': 16 };

/** Faults of the 429 alone. */
function needsRefusals(defect: string): boolean {
  return /429|refus/.test(`${defect} ${defects[defect]?.says}`) && defects[defect]?.breaks.includes('RATE-1') === true;
}
