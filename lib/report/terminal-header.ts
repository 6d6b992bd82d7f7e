import { daysUntilRemoval } from '../contract/lifecycle.ts';
import { WINDOW_SECONDS } from '../contract/plans.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { beside, paint, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { counted } from '../text/counted.ts';

const COLUMN = 10;

/**
 * Who was judged, as what, at which date, and what makes the same run again.
 *
 * @param isDrawn - whether any of the run followed from its seed
 */
export function headerLines({ knowledge, run, versions }: RunReport, look: Look, isDrawn = true): string[] {
  const { target, baseUrl, asOf, writes, leftOutInputs = [] } = knowledge;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['target', `${printable(target)}, ${printable(baseUrl)}`],
    ['plan', planOf(knowledge)],
    ['as of', `${printable(asOf)}, ${removalFrom(asOf)}`],
    ...(isDrawn ? [['seed', `${run.seed}`] as const] : []),
    ...(writes ? [] : [['writes', 'off: no POST was sent'] as const]),
    ...(leftOutInputs.length === 0 ? [] : [['inputs', `excluded: ${printable(leftOutInputs.join(', '))}`] as const]),
  ];
  return [
    paint(look, 'title', `petvet ${printable(versions.petvet)}`),
    ...facts.flatMap(([label, text]) =>
      beside(look, { label: `  ${label}`, column: COLUMN, text, labelTone: 'quiet' }),
    ),
  ];
}

/** The plan of the key with its figures, in words. */
export function planOf({ plan, windows }: Knowledge): string {
  const figures = [
    ...(plan.perMinute === undefined ? [] : [`${plan.perMinute} per minute`]),
    ...(plan.perDay === undefined ? [] : [`${plan.perDay} per day`]),
  ].join(', ');
  const name = plan.name === 'auto' ? 'auto: taken from the rate limit headers' : plan.name;
  const day = windows.day === WINDOW_SECONDS.day ? '' : ` and a daily window of ${windows.day} s`;
  const test = windows.testInstallation
    ? `; test installation with a rate limit window of ${windows.minute} s${day}`
    : '';
  return `${name}${figures === '' ? '' : `, ${figures}`}${test}`;
}

function removalFrom(asOf: string): string {
  const days = daysUntilRemoval(asOf);
  if (Number.isNaN(days)) return 'not a date';
  if (days === 0) return 'the day on which getPet is removed';
  return days > 0
    ? `${counted(days, 'day')} before getPet is removed`
    : `${counted(-days, 'day')} after getPet was removed`;
}
