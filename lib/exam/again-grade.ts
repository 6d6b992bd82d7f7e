import { printable } from '../text/printable.ts';
import type { AgainResult } from './again-result.ts';

/** What is wrong with the command that a report printed, in one sentence; undefined where nothing is. */
export function faultOf({ rule, command, broken, mended, aborted }: AgainResult): string | undefined {
  if (aborted !== undefined) return `it could not be examined: ${aborted}`;
  // Not detected at all: that is the matter of the examination itself.
  if (rule === undefined) return undefined;
  if (command === undefined || broken === undefined) return `no command is printed for ${rule}`;
  if (broken.status === 0) return `${rule} is called fixed, and is not: ${broken.says}`;
  if (broken.status !== 1) return `${rule} is not shown again: ${broken.says}`;
  if (mended?.status === 1) return `${rule} is called violated on a conforming service: ${mended.says}`;
  return undefined;
}

/** What an examination of such commands comes to: the misses and why, what could not be told, and the counts. */
export function renderAgain(results: readonly AgainResult[]): string[] {
  const caught = results.filter(({ rule }) => rule !== undefined);
  const faulty = results.flatMap((result) => {
    const fault = faultOf(result);
    return fault === undefined ? [] : [`✘ ${result.name} (seed ${result.seed}): ${printable(fault)}`];
  });
  const open = caught
    .filter(({ mended }) => mended?.status === 2)
    .map(({ name, rule, mended }) => `? ${name}, ${rule}: ${printable(mended?.says ?? '')}`);
  const shown = caught.filter(({ broken }) => broken?.status === 1).length;
  const fixed = caught.filter(({ mended }) => mended?.status === 0).length;
  const uncaught = results.filter(({ rule, aborted }) => rule === undefined && aborted === undefined);
  return [
    ...faulty,
    ...(open.length > 0 ? ['Cannot tell on a conforming service:', ...open] : []),
    ...(uncaught.length > 0
      ? [`Not detected, so no command was printed: ${uncaught.map(({ name }) => name).join(', ')}.`]
      : []),
    `Commands against the same defect: ${shown} of ${caught.length} show the violation again.`,
    `Commands against a conforming service: ${fixed} say fixed, ${open.length} cannot tell, ${caught.length - fixed - open.length} neither.`,
  ];
}
