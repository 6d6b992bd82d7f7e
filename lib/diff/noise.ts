import type { ConformanceReport } from '../shapes/report.ts';
import { alsoDone, compareBehaviours, metBehaviours } from './compare-behaviours.ts';
import type { RuleRow } from './difference.ts';
import { compareLimits } from './limits.ts';
import { BY_ORDER } from './run-names.ts';
import { compareVerdicts } from './verdicts.ts';
import type { Difference, Noise } from './diff-document.ts';

/** Three runs: the service before, the same one again, and the service after. */
interface ThreeRuns {
  readonly before: ConformanceReport;
  readonly again: ConformanceReport;
  readonly after: ConformanceReport;
}

/** Differences that hold, and what is noise. */
interface Sifted {
  readonly differences: readonly Difference[];
  readonly noise: readonly Noise[];
  /** Rules of differences that the second run did not verify. */
  readonly seenOnce: readonly string[];
}

/** Both runs are of one service and one seed; the second one says nothing of what it did not send. */
const ALIKE = { isOneScope: true, isOneSeed: true, leavesLimit: false, names: BY_ORDER };

/**
 * Tells differences between two services from what varies in one of them. A difference is noise where two runs of the service
 * before differ in the same thing, or where the second of them did, among others, what the service after does.
 */
export function siftNoise(differences: readonly Difference[], { before, again, after }: ThreeRuns): Sifted {
  const own = [
    ...compareVerdicts(before.rules, again.rules, ALIKE).differences,
    ...compareBehaviours(before.rules, again.rules, ALIKE.isOneScope).differences,
    ...compareLimits(before, again).differences,
  ];
  const varied = new Set(own.map(({ subject }) => subject));
  const shared = alsoDone(before.rules, again.rules, after.rules);
  const found = new Map(differences.map((one) => [one.subject, one]));
  const holding = differences.filter(({ subject }) => !varied.has(subject) && !shared.has(subject));
  return {
    differences: holding,
    seenOnce: seenOnce(holding, again.rules),
    noise: [
      ...own.map((one) => noiseOf(one, one.after, found.get(one.subject)?.after)),
      ...differences.flatMap((one) => {
        const did = varied.has(one.subject) ? undefined : shared.get(one.subject);
        return did === undefined ? [] : [noiseOf(one, did, one.after)];
      }),
    ],
  };
}

/** A rule that records what a service does has no verdict to tell by: there the behaviour itself must have been met. */
function seenOnce(differences: readonly Difference[], again: readonly RuleRow[]): string[] {
  const rows = new Map(again.map((row) => [row.id, row]));
  const met = metBehaviours(again);
  const alone = differences.filter(({ of, rule = '', subject }) =>
    of === 'behaviour' ? !met.has(subject) : of !== 'limit' && !isVerified(rows.get(rule)),
  );
  return [...new Set(alone.flatMap(({ rule }) => rule ?? []))];
}

function isVerified(row: RuleRow | undefined): boolean {
  return row?.verdict === 'pass' || row?.verdict === 'fail' || row?.verdict === 'warn';
}

function noiseOf({ of, subject, rule, what, before }: Difference, again: string, after: string | undefined): Noise {
  return { of, subject, rule, what, before, again, after };
}
