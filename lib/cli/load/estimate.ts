import { estimate, type LoadFigures, type ScenarioName } from '../../load/scenarios.ts';
import { printable } from '../../text/printable.ts';
import { counted } from '../../text/counted.ts';
import type { Target } from '../../targets/target.ts';

/** What a scenario is going to send, said before it does: requests, time, and its share of the key's day. */
export function describeLoad(
  scenario: ScenarioName,
  target: Pick<Target, 'name' | 'baseUrl'>,
  figures: LoadFigures,
  isReference: boolean,
  anonymous = false,
): string {
  const { requests, ofSecond, refusals, mostRefusals, seconds } = estimate(scenario, figures);
  const { perMinute, perDay, windowSeconds } = figures;
  const where = isReference
    ? `the reference server at ${target.baseUrl}`
    : `${printable(target.name)}, ${printable(target.baseUrl)}`;
  const day = perDay === undefined ? '' : `, ${((100 * requests) / perDay).toFixed(1)} % of the key's daily quota`;
  const others = ofSecond === 0 ? '' : `, and ${ofSecond} ${anonymous ? 'without a key' : 'with the second key'}`;
  return [
    `${scenario} on ${where}: ${perMinute} requests in ${windowSeconds} s`,
    `at most ${requests} requests${day}${others}; ${counted(refusals, 'refusal')} expected, at most ${mostRefusals} before it stops; takes at most ${duration(seconds)}`,
    '',
  ].join('\n');
}

/** A time in words, rounded up. */
export function duration(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
}
