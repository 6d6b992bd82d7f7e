import { CONFORMING_NAMES } from './subjects.ts';
import { isIdle, type JudgeWorth } from './judge-worth.ts';
import type { Guard, Matrix, MatrixRow, MatrixRun } from './matrix.ts';

/** A rule is guarded by luck where no more exchanges than this could have shown a violation. */
const LUCKY = 1;

/** The rules that detected a defect, over its seeds, the right ones first: `LIST-2, LIST-3`; the wrong ones are marked. */
export function caughtByOf({ runs }: MatrixRow): string {
  const all = runs.flatMap(({ caughtBy }) => caughtBy);
  const right = all.filter(({ isRight }) => isRight).map(({ rule }) => rule);
  const wrong = all.filter(({ isRight }) => !isRight).map(({ rule }) => `${rule} (wrong)`);
  return [...new Set([...right, ...wrong])].join(', ');
}

/** The number of the request that detected a defect: `12`, or `12–40` over several seeds; empty where none did. */
export function requestsOf({ runs }: MatrixRow): string {
  const numbers = runs.flatMap((run) => requestsUntilCaught(run) ?? []);
  if (numbers.length === 0) return '';
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? `${least}` : `${least}–${most}`;
}

function requestsUntilCaught({ caughtBy }: MatrixRun): number | undefined {
  return caughtBy.find(({ isRight, requests }) => isRight && requests !== undefined)?.requests;
}

/** What is to be said of a row besides its rule and its requests; empty where all went as it should with every seed. */
export function remarkOf({ kind, runs, breaks, gap, depth }: MatrixRow): string {
  const faults = [...new Set(runs.flatMap((run) => run.faults))];
  const of = runs.length;
  const caught = runs.filter(({ state }) => state === 'caught').length;
  const seeds = of > 1 && caught > 0 && caught < of ? [`detected with ${caught} of ${of} seeds`] : [];
  const isGap = runs.some(({ state }) => state === 'gap');
  const known =
    gap === undefined ? [] : [isGap ? `not detected yet (${breaks.join(', ')}): ${gap}` : 'detected after all'];
  const warned = kind === 'defect' ? [] : [...new Set(runs.flatMap((run) => run.warned))];
  const warnings = warned.length === 0 ? [] : [`warned of ${warned.join(', ')}`];
  const again = runs.some(({ isRepeated }) => isRepeated === true) ? ['in a second run, by itself'] : [];
  const deep = depth === undefined ? [] : [`in a run of ${depth} requests`];
  return [...seeds, ...known, ...faults, ...warnings, ...again, ...deep].join('; ');
}

/**
 * What is to be said of a rule that a single exchange guards, or none, in the run that shows it most often; empty unless the
 * conforming server was examined in each state that rules ask for.
 */
export function weaknessOf({ exchanges }: Guard): string {
  if (CONFORMING_NAMES.some((name) => exchanges[name] === undefined)) return '';
  const most = Math.max(...Object.values(exchanges));
  if (most > LUCKY) return '';
  return most === 0 ? 'nothing could have shown it' : 'depends on one exchange';
}

/** What would be missed without a judge: `12: bare-404, html-404, …`. */
export function wordsOfWorth({ neverFails, needs }: JudgeWorth): string {
  if (neverFails) return 'never fails a service';
  if (needs.length === 0) return '0: the suite is the same without it';
  return `${needs.length}: ${needs.slice(0, MOST_NAMED).join(', ')}${needs.length > MOST_NAMED ? ', …' : ''}`;
}

const MOST_NAMED = 3;

/** What the matrix comes to, a sentence each. */
export function summaryOf({ totals, rows, seeds, judges }: Matrix): readonly string[] {
  const { kinds, kindsCaught, defects, caught, misnamed, missed, gaps, variants, inPeace } = totals;
  const alarms = variants - inPeace;
  const each = seeds.length > 1 ? ` with each of ${seeds.length} seeds` : '';
  const quick = rows
    .filter(({ depth }) => depth === undefined)
    .flatMap(({ runs }) => runs.flatMap((run) => requestsUntilCaught(run) ?? []))
    .toSorted((a, b) => a - b);
  const within = (share: number) => quick[Math.ceil(quick.length * share) - 1];
  const pace =
    quick.length === 0
      ? []
      : [
          `In runs at the default depth, half of the detections come within ${within(0.5)} requests, nine in ten within ${within(0.9)}, all within ${within(1)}.`,
        ];
  const idle = judges
    .filter(isIdle)
    .map(({ judge }) => `The judge ${judge} is redundant: without it the same defects are detected.`);
  return [
    `Detection coverage: ${kindsCaught} of ${kinds} kinds of fault, ${caught} of ${defects} defects detected under the right rule${each}; ${missed} missed, ${misnamed} detected under the wrong rule, ${gaps} known not to be detected yet.`,
    `Variants: ${inPeace} of ${variants} passed${each}, ${alarms === 0 ? 'no false alarm' : `false alarms with ${alarms}`}.`,
    ...idle,
    ...pace,
  ];
}
