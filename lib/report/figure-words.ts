import { UNITS, type Followed } from './followed-figures.ts';
import type { FigureChange } from './load-history.ts';

/** A figure with its unit. */
export function figureWords(of: Followed, value: number): string {
  return `${value.toFixed(of === 'knee' ? 1 : 2)} ${UNITS[of]}`;
}

/** By how much a figure changed: of a share in points of per cent, else in per cent of what it was. */
export function changeWords({
  of,
  before,
  after,
  percent,
}: Pick<FigureChange, 'of' | 'before' | 'after' | 'percent'>): string {
  const [by, unit] = UNITS[of] === '%' ? [after - before, 'points'] : [percent, '%'];
  if (by === undefined) return '-';
  const size = Math.abs(by);
  return `${by < 0 ? '−' : '+'}${size.toFixed(UNITS[of] === '%' ? 2 : 1)} ${unit}`;
}

/** When a run began, to the second, in UTC. */
export function instantWords(startedAt: string): string {
  return startedAt.slice(0, 19).replace('T', ' ');
}

/** What else differs between the run before a change and the one after it, as clauses; what petvet and k6 were is in the reports. */
export function besidesWords({ of, last, first, startDelay }: FigureChange): string[] {
  const versions = (['petvet', 'k6'] as const).flatMap((program) => {
    const [was, is] = [last.load[program], first.load[program]];
    const name = program === 'k6' ? '' : 'petvet ';
    return was === is ? [] : [`${name}${was} before, ${name}${is} since`];
  });
  const delay =
    startDelay === undefined
      ? []
      : [`start delay ${figureWords(of, startDelay.before)} before, ${figureWords(of, startDelay.after)} since`];
  return [...delay, ...versions];
}
