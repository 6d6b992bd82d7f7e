import { repeatable } from './load-change.ts';

/** Draws one value after the other. */
export type Draw = () => number;

/** Draws from 0 to 1; each seed has a series of its own. */
export function uniform(seed: number): Draw {
  const draw = repeatable(seed);
  // The first numbers of neighbouring seeds are neighbours.
  for (let turn = 0; turn < 10; turn++) draw();
  return draw;
}

/** Normally distributed values (Box and Muller): mean 0, deviation 1. */
export function normal(draw: Draw): Draw {
  return () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());
}

/** What the values of a series without a change may be distributed like; of a Cauchy distribution not even the mean exists. */
export const DISTRIBUTIONS: Readonly<Record<string, (draw: Draw) => Draw>> = {
  normal,
  'log-normal': (draw) => {
    const value = normal(draw);
    return () => Math.exp(value());
  },
  Cauchy: (draw) => () => Math.tan(Math.PI * (draw() - 0.5)),
  'two values': (draw) => () => (draw() < 0.3 ? 1 : 0),
};

/** As many values as parts say, each part on a level of its own. @param parts - how many values, and what is added to them */
export function series(draw: Draw, parts: readonly (readonly [count: number, level: number])[]): number[] {
  return parts.flatMap(([count, level]) => Array.from({ length: count }, () => level + draw()));
}
