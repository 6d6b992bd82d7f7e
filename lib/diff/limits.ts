import type { ConformanceReport } from '../shapes/report.ts';
import { namesOfRuns, type RunNames } from './run-names.ts';
import { subjectOf, type Compared } from './difference.ts';
import type { Difference, Undecided } from './diff-document.ts';

type Limiter = NonNullable<ConformanceReport['limiter']>[number];

/** What a check and a load run report of rate limits. */
type WithLimits = Pick<ConformanceReport, 'target' | 'limiter'>;

/**
 * Compares the announced limits, their windows and the kinds of limiter, of two keys with the same plan.
 *
 * None of it is `worse`: whether a limit is that of the plan is what RATE-3 says, and where the plan is taken from the headers
 * (`auto`) the two keys may have different ones. The kind is compared only where each run left some, and none is left in both.
 */
export function compareLimits(before: WithLimits, after: WithLimits): Compared {
  if (whyLimitsIncomparable(before, after) !== undefined) return { differences: [], undecided: [], count: 0 };
  const names = namesOfRuns(before.target.name, after.target.name);
  const [seen, seenAfter] = [byPeriod(before), byPeriod(after)];
  const pairs = [...seenAfter].flatMap(([period, is]) => {
    const was = seen.get(period);
    return was === undefined ? [] : [{ was, is }];
  });
  const alone = [
    ...[...seen.keys()]
      .filter((period) => !seenAfter.has(period))
      .map((period) => ({ period, where: names.before.on })),
    ...[...seenAfter.keys()].filter((period) => !seen.has(period)).map((period) => ({ period, where: names.after.on })),
  ];
  return {
    differences: pairs.flatMap(differencesOf),
    undecided: [
      ...alone.map(({ period, where }) => ({
        about: [`the limiter of the ${period}`],
        why: `observed only ${where}`,
        kind: 'other' as const,
      })),
      ...pairs.flatMap((pair) => undecidedOf(pair, names)),
    ],
    count: pairs.length,
  };
}

/** What keeps the limits of two runs from being compared, as a clause; undefined where nothing does. */
export function whyLimitsIncomparable({ target: was }: WithLimits, { target: is }: WithLimits): string | undefined {
  const names = namesOfRuns(was.name, is.name);
  if (was.plan !== is.plan)
    return `the plan is ${was.plan} ${names.before.on} and ${is.plan} ${names.after.on}: compare runs with the same --plan`;
  if (was.perMinute !== is.perMinute || was.perDay !== is.perDay)
    return 'the runs were configured with different rate limits';
  return JSON.stringify(was.testInstallation) === JSON.stringify(is.testInstallation)
    ? undefined
    : 'the windows of a test installation have other lengths';
}

function byPeriod({ limiter = [] }: WithLimits): ReadonlyMap<string, Limiter> {
  return new Map(limiter.map((one) => [one.period, one]));
}

interface Pair {
  readonly was: Limiter;
  readonly is: Limiter;
}

function differencesOf({ was, is }: Pair): Difference[] {
  const per = `per ${is.period}`;
  const kinds = [was, is].map(({ looksLike }) => looksLike.join(' or '));
  const excluded = is.kinds.filter(({ kind }) => was.looksLike.includes(kind));
  return [
    ...(was.figure === is.figure
      ? []
      : [changed(`rate limit ${per}`, `${was.figure} requests`, `${is.figure} requests`)]),
    ...(was.seconds === is.seconds ? [] : [changed(`window ${per}`, `${was.seconds} s`, `${is.seconds} s`)]),
    ...(isOfOtherKind({ was, is })
      ? [
          changed(
            `kind of limiter ${per}`,
            kinds[0] ?? '',
            kinds[1] ?? '',
            excluded.flatMap(({ excludedBy }) => excludedBy?.shownBy ?? []),
          ),
        ]
      : []),
  ];
}

function isOfOtherKind({ was, is }: Pair): boolean {
  const areKnown = was.looksLike.length > 0 && is.looksLike.length > 0;
  return areKnown && was.looksLike.every((kind) => !is.looksLike.includes(kind));
}

/** Requests of another client with the same key rule out every kind as well. */
function undecidedOf({ was, is }: Pair, names: RunNames): Undecided[] {
  if ((was.looksLike.length === 0) === (is.looksLike.length === 0)) return [];
  const where = is.looksLike.length === 0 ? names.after.on : names.before.on;
  return [{ about: ['kind of limiter'], why: `no known kind fits ${where}`, kind: 'other' }];
}

function changed(what: string, before: string, after: string, shownBy: readonly number[] = []): Difference {
  const shown = [...new Set(shownBy)].toSorted((a, b) => a - b);
  return {
    weight: 'changed',
    of: 'limit',
    subject: subjectOf('limit', what),
    what,
    before,
    after,
    shownBy: shown,
    shownIn: 'after',
  };
}
