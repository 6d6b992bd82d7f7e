/** Maps a value to a place in a picture. */
export interface Scale {
  at(value: number): number;
}

/** A scale on which equal distances are equal differences; a span of nothing lies in the middle. */
export function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  const span = to - from;
  return { at: (value) => (span === 0 ? (start + end) / 2 : start + ((value - from) / span) * (end - start)) };
}

/** A scale on which equal distances are equal ratios, for positive values; lower ones lie at the beginning. */
export function logarithmic([from, to]: readonly [number, number], range: readonly [number, number]): Scale {
  const scale = linear([Math.log(from), Math.log(to)], range);
  return { at: (value) => scale.at(Math.log(Math.max(from, value))) };
}

/** About that many round values (1, 2 or 5 times a power of ten) that lie between two values, these included. */
export function roundTicks(from: number, to: number, about: number): number[] {
  if (!(to > from)) return [from];
  const rough = (to - from) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** `30 s`, and in minutes where the span is of minutes: `2.5 min`. */
export function shortTime(seconds: number, span: number): string {
  return span <= 300 ? `${seconds} s` : `${Math.round(seconds / 6) / 10} min`;
}

/** The same, and in milliseconds where the span is of some hundred: `120 ms`. */
export function fineTime(seconds: number, span: number): string {
  return span < 2 ? `${Math.round(seconds * 1_000)} ms` : shortTime(seconds, span);
}

/** The powers of ten, and their halves on a short scale, that lie between two positive values. */
export function ratioTicks(from: number, to: number): number[] {
  const factors = Math.log10(to / from) > 2.5 ? [1] : [1, 2, 5];
  const first = Math.floor(Math.log10(from));
  const powers = Array.from({ length: Math.ceil(Math.log10(to)) - first + 1 }, (_, index) => 10 ** (first + index));
  return powers
    .flatMap((power) => factors.map((factor) => Number((factor * power).toPrecision(6))))
    .filter((tick) => tick >= from * 0.999 && tick <= to * 1.001);
}

/**
 * At most that many points that look like all of them: of each stretch the first, the lowest, the highest and the last.
 *
 * @param points - in the order of `x`
 */
export function thinned<T>(points: readonly T[], most: number, y: (point: T) => number): T[] {
  if (points.length <= most) return [...points];
  const stretches = Math.max(1, Math.floor(most / 4));
  return Array.from({ length: stretches }, (_, index) => {
    const from = Math.floor((index * points.length) / stretches);
    const to = Math.floor(((index + 1) * points.length) / stretches);
    const stretch = points.slice(from, to);
    const byHeight = stretch.map((point, at) => ({ at, height: y(point) })).toSorted((a, b) => a.height - b.height);
    const kept = new Set([0, stretch.length - 1, byHeight[0]?.at, byHeight.at(-1)?.at]);
    return stretch.filter((_point, at) => kept.has(at));
  }).flat();
}
