import type { LoadStep } from '../evidence/load-step.ts';
import type { Scalability } from '../evidence/scalability.ts';

/** What a service carried at one rate: responses a second, and how long each took on average, in milliseconds. */
export interface Carried {
  readonly throughput: number;
  readonly response: number;
}

/** What a service carried at each rate of a staircase, on average; without the steps in which it refused or failed. */
export function carriedBy(steps: readonly LoadStep[]): Carried[] {
  const clean = steps.filter(({ refused, failed, unanswered }) => refused + failed + unanswered === 0);
  return [...Map.groupBy(clean, ({ rate }) => rate).values()].map((same) => ({
    throughput: same.reduce((sum, { throughput }) => sum + throughput, 0) / same.length,
    response: same.reduce((sum, { response }) => sum + response, 0) / same.length,
  }));
}

/** The steps that are needed, at different rates. */
const LEAST_STEPS = 6;

/** Saturation shows where the busiest step gives at most this share of what it would without contention. */
const SATURATED = 0.7;

/** The steps follow the law where none differs by more from it: a queue before a fixed number of workers does not. */
const MOST_ERROR = 0.15;

/**
 * Fits the law to what was measured, with the number of requests at a time by Little's law, and least squares of the relative error in
 * the response time, which is linear in 1/λ, σ/λ and κ/λ. None of the three is negative.
 *
 * @returns why not, in a clause, where too few steps tell, saturation does not show, or the steps do not follow the law
 */
export function fitScalability(steps: readonly Carried[]): Scalability | string {
  const points = steps
    .filter(({ throughput, response }) => throughput > 0 && response > 0)
    .map(({ throughput, response }) => ({ n: (throughput * response) / 1_000, x: throughput }));
  if (points.length < LEAST_STEPS) return `it takes ${LEAST_STEPS} rates, and there are ${points.length}`;
  const fit = bestOf(points);
  if (fit === undefined) return 'the steps do not follow the law: responses do not take longer at higher rates';
  const [a, b, c] = fit;
  const { lambda, sigma, kappa } = { lambda: 1 / a, sigma: b / a, kappa: c / a };
  const error = points.reduce((most, { n, x }) => Math.max(most, Math.abs((timeAt(fit, n) * x) / n - 1)), 0);
  const busiest = points.reduce((most, point) => (point.n > most.n ? point : most));
  if (busiest.x > SATURATED * lambda * busiest.n) return 'no saturation shows at these rates';
  if (error > MOST_ERROR)
    return `the steps do not follow the law: they differ by up to ${(100 * error).toFixed(0)} % from it`;
  if (sigma >= 1 || (sigma === 0 && kappa === 0)) return 'the steps do not follow the law';
  const peakAt = kappa > 0 ? Math.sqrt((1 - sigma) / kappa) : undefined;
  const peak = peakAt === undefined ? lambda / sigma : peakAt / timeAt(fit, peakAt);
  return { lambda, sigma, kappa, peak, ...(peakAt !== undefined && { peakAt }), error };
}

interface Point {
  /** Requests at a time. */
  readonly n: number;
  /** Responses a second. */
  readonly x: number;
}

/** 1/λ, σ/λ and κ/λ. */
type Fit = readonly [number, number, number];

/** The response time in seconds. */
function timeAt([a, b, c]: Fit, n: number): number {
  return a + b * (n - 1) + c * n * (n - 1);
}

/** The best fit without a negative part: of all, of those without one of the two costs. */
function bestOf(points: readonly Point[]): Fit | undefined {
  const fits = [
    [true, true],
    [true, false],
    [false, true],
  ].flatMap(([hasB = true, hasC = true]): { fit: Fit; squares: number }[] => {
    const [a = 0, ...rest] = leastSquares(points, hasB, hasC);
    const b = hasB ? (rest[0] ?? 0) : 0;
    const c = hasC ? (rest[hasB ? 1 : 0] ?? 0) : 0;
    if (!(a > 0) || b < 0 || c < 0) return [];
    const fit = [a, b, c] as const;
    const squares = points.reduce((sum, { n, x }) => sum + ((timeAt(fit, n) * x) / n - 1) ** 2, 0);
    return [{ fit, squares }];
  });
  return fits.toSorted((one, other) => one.squares - other.squares)[0]?.fit;
}

/** Solves the normal equations of n/x = a + b(n − 1) + c·n(n − 1), each divided by n/x. */
function leastSquares(points: readonly Point[], hasB: boolean, hasC: boolean): number[] {
  const rows = points.map(({ n, x }) => {
    const weight = x / n;
    return [weight, ...(hasB ? [weight * (n - 1)] : []), ...(hasC ? [weight * n * (n - 1)] : [])];
  });
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (__, j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    rows.reduce((sum, row) => sum + (row[i] ?? 0), 0),
  ]);
  return solved(matrix);
}

/** Gauss and Jordan, with the largest pivot. @param matrix - with the right side as its last column */
function solved(matrix: readonly (readonly number[])[]): number[] {
  let rows = matrix.map((row) => [...row]);
  for (let column = 0; column < rows.length; column++) {
    const [head, ...below] = rows.slice(column).toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0));
    const pivot = head?.[column] ?? 0;
    if (head === undefined || pivot === 0) return [];
    const scaled = head.map((value) => value / pivot);
    const without = (row: readonly number[]) => row.map((value, at) => value - (row[column] ?? 0) * (scaled[at] ?? 0));
    rows = [...rows.slice(0, column).map(without), scaled, ...below.map(without)];
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
