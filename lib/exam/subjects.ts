import { UsageError } from '../errors.ts';
import { LIMITER_RULES } from '../judges/index.ts';
import { defects } from '../reference/defects/index.ts';
import { variants, variantsOfLimits } from '../reference/variants/index.ts';
import { nearName } from '../targets/near-name.ts';
import { DEEP_REQUESTS, DEEPER } from './depth.ts';
import type { Subject } from './exam.ts';

/** The reference server as it is, in each state that rules ask for. */
const CONFORMING: readonly Subject[] = [
  { name: 'conforming', options: {} },
  { name: 'conforming-limit-used-up', options: {}, usesLimitUp: true },
  { name: 'conforming-after-removal', options: { today: '2031-01-15' } },
];

/** The names under which the conforming server is examined. */
export const CONFORMING_NAMES: readonly string[] = CONFORMING.map(({ name }) => name);

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
    ...(LONGER_MINUTE[variant] !== undefined && { minute: LONGER_MINUTE[variant] }),
    usesLimitUp: variantsOfLimits.has(variant),
  }));
  return [...CONFORMING, ...ofDefects, ...ofVariants].filter(({ name }) => only.length === 0 || only.includes(name));
}

/** Where seconds of grace, or what comes back meanwhile, would be a large part of a short minute. In seconds. */
const LONGER_MINUTE: Readonly<Record<string, number>> = {
  'reset-half-way': 20,
  'half-windows': 36,
  'half-windows-announced-whole': 24,
  'retry-after-half': 24,
  'never-refuses-unmoved': 48,
  'remaining-one-low': 24,
  'remaining-one-high': 24,
  'remaining-by-tens': 24,
  'remaining-rises': 24,
  'counters-of-three-instances': 24,
  'one-too-many-aligned': 16,
  'twice-as-many-aligned': 16,
  'one-too-many-sliding-log': 16,
  'twice-as-many-sliding-log': 16,
  'bucket-restarted-unseen': 30,
};

/** Faults of the 429 alone. */
function needsRefusals(defect: string): boolean {
  return /429|refus/.test(`${defect} ${defects[defect]?.says}`) && defects[defect]?.breaks.includes('RATE-1') === true;
}

/**
 * Reads `--only`: names of subjects, several separated by commas.
 *
 * @throws {UsageError} that names what is no subject, and the nearest that is one
 */
export function namesOfSubjects(texts: readonly string[]): readonly string[] {
  const known = subjectsOf().map(({ name }) => name);
  const names = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearName(name, known) ?? known.find((one) => name.length > 2 && one.includes(name));
    throw new UsageError(
      `--only ${JSON.stringify(name)} is neither a defect nor a variant`,
      near === undefined ? 'without --only all of them are examined' : `did you mean ${near}?`,
    );
  }
  return [...new Set(names)];
}

/** Those whose runs take longest, the longest first: with the others under way in the end, none of these is waited for alone. */
const LONGEST: readonly string[] = [
  'bucket-of-far-service',
  'one-less',
  'never-refuses-unmoved',
  'retry-after-half',
  'neighbour-keeps-pace',
  'posts-take-five',
  'half-windows',
  'secret-ban',
  'remaining-random',
  'remaining-by-twos',
  'half-windows-announced-whole',
  'late-by-200',
  'cleaned-and-id-given-again',
];

/** The same subjects, those first whose runs take longest. */
export function longestFirst(subjects: readonly Subject[]): readonly Subject[] {
  return subjects.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ name }: Subject): number {
  const place = LONGEST.indexOf(name);
  return place < 0 ? LONGEST.length : place;
}

/** Whether a run on a subject of that name mostly waits for windows; others keep a core busy. */
export function mostlyWaits(name: string): boolean {
  return WAITING.has(name);
}

const WAITING: ReadonlySet<string> = new Set(
  subjectsOf().flatMap(({ name, usesLimitUp = false }) => (usesLimitUp ? [name] : [])),
);
