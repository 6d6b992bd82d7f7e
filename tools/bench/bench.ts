import { PLANS } from '../../lib/contract/plans.ts';
import { endProcess } from '../../lib/files/end-process.ts';
import { governorOverhead } from './governor.ts';
import { completeRun } from './conforming-run.ts';
import { proxyLatency } from './proxy.ts';
import { startUp } from './start-up.ts';
import { watchedLines } from './watched-lines.ts';

/**
 * Measures what petvet costs, prints each figure with its bound, and exits with 1 when one is broken. Takes two minutes and
 * a half: the windows are real.
 */
interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
  readonly unit: string;
}

/** What a complete run of a larger plan may send besides the window that it uses up. */
const BESIDES_THE_WINDOW = 60;

const figures: Figure[] = [];
const measure = (what: string, measured: number, atMost: number, unit = '') => {
  const figure = { what, measured, atMost, unit };
  figures.push(figure);
  process.stdout.write(`${lineOf(figure)}\n`);
};

measure('governor, per request', await governorOverhead(), 0.2, ' ms');

const { plain, watching } = await proxyLatency();
measure('proxy: added to a plain one', watching - plain, 1, ' ms');
measure('proxy: times a plain one', watching / plain, 3);

const watched = await watchedLines();
measure('watch: a million lines, of a core', watched.seconds, 60, ' s');
measure('watch: memory', watched.megabytes, 500, ' MB');

const { help, rules, check } = await startUp();
measure('packaged: petvet --help', help, 0.15, ' s');
measure('packaged: petvet rules', rules, 0.15, ' s');
measure('packaged: conforming check, --no-burn', check, 0.7, ' s');

const free = await completeRun('free');
measure('Free, complete: exit status', free.status ?? Infinity, 0);
measure('Free, complete: requests', free.requests, 120);
measure('Free, complete: refused', free.refused, 3);
measure('Free, complete: time', free.seconds, 130, ' s');

const business = await completeRun('business');
measure('Business, complete: exit status', business.status ?? Infinity, 0);
measure('Business, complete: requests', business.requests, PLANS.business.perMinute + BESIDES_THE_WINDOW);
measure('Business, complete: refused', business.refused, 3);
measure('Business, complete: outside of waiting', business.seconds - business.waitedSeconds, 10, ' s');

endProcess(figures.every(isKept) ? 0 : 1);

function isKept({ measured, atMost }: Figure): boolean {
  return measured <= atMost;
}

function lineOf(figure: Figure): string {
  const { what, measured, atMost, unit } = figure;
  const shown = Number.isInteger(measured) ? `${measured}` : measured.toPrecision(3);
  const bound = `at most ${atMost}${unit}`;
  return `${what.padEnd(42)}${`${shown}${unit}`.padStart(12)}   ${bound.padEnd(16)}${isKept(figure) ? '' : '   BROKEN'}`;
}
