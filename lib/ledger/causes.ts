import type { Finding } from '../judges/finding.ts';
import { MOST_EVIDENCE, type CountedFinding } from './ledger.ts';

/**
 * What findings of one cause have in common, as a key: the kind of fault, where it shows, on which operation and with which
 * input; of findings that name no fault, by the same judge. Of observations: their topic, and what the service does there.
 */
export function causeOf({ verdict, see, judge, topic, actual, operation, fault, place, input }: Finding): string {
  const isNamed = verdict === 'fail' && fault !== undefined;
  const cause = verdict === 'observed' ? [topic, actual] : [isNamed ? '' : judge, fault, operation, place, input];
  return JSON.stringify([verdict, see, ...cause.map((part) => part ?? null)]);
}

/** Adds a finding to a known cause: the smaller request is reported, and the exchanges of both are kept. */
export function merged(known: CountedFinding, finding: Finding): CountedFinding {
  const { times, alsoShownBy = [], firstShownBy = known.shownBy, ...told } = known;
  const isSmaller = compareSize(finding, told) < 0;
  const [kept, other] = isSmaller ? [finding, told] : [told, finding];
  const also = [...new Set([...alsoShownBy, ...other.shownBy])].filter((id) => !kept.shownBy.includes(id));
  const first = lastOf(finding.shownBy) < lastOf(firstShownBy) ? finding.shownBy : firstShownBy;
  return {
    ...kept,
    times: times + 1,
    ...(first !== kept.shownBy && { firstShownBy: first }),
    ...(also.length > 0 && { alsoShownBy: also.slice(0, MOST_EVIDENCE) }),
  };
}

/** The exchange that completes the evidence. */
export function lastOf(shownBy: readonly number[]): number {
  return shownBy.reduce((last, id) => Math.max(last, id), 0);
}

/** Findings in the order of reports: those blamed on their own rule first, then the smallest request first. */
export function smallestFirst<T extends Finding>(findings: readonly T[]): T[] {
  return findings.toSorted(
    (a, b) => Number(a.see !== undefined) - Number(b.see !== undefined) || bySize(a) - bySize(b) || 0,
  );
}

/** What takes several requests to show comes after what one request shows. */
function bySize({ size }: Finding): number {
  return size ?? Number.MAX_SAFE_INTEGER;
}

/** Of requests that are equally large, the one about the pet that comes first, then the one that was sent first. */
function compareSize(a: Finding, b: Finding): number {
  return bySize(a) - bySize(b) || (a.size === undefined ? 0 : byPet(a, b) || lastOf(a.shownBy) - lastOf(b.shownBy));
}

function byPet({ pet = '' }: Finding, other: Finding): number {
  return pet.localeCompare(other.pet ?? '', 'en', { numeric: true });
}
