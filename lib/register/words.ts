import { counted } from '../text/counted.ts';
import type { Choice } from './choices.ts';
import { erratumWords } from './errata.ts';
import type { VersionStep } from './version-history.ts';
import { STATES } from './submission.ts';
import type { Standing } from './standing.ts';
import type { TableRow } from './table.ts';

/** Characters of one text of a submission or a service that are shown. */
export const MOST_SHOWN = 400;

/** What stands in the last column: what is to be known of a certificate, or why there is none. */
export function noteOn({
  certificate,
  standing: { state, reason, next },
}: Pick<TableRow, 'certificate' | 'standing'>): string {
  if (certificate === undefined) return `${reason}; ${next}`;
  const { petvet, areProbesChecked, warnings, challenged, declaredWindows, errata, withoutErrata } = certificate;
  return [
    ...(state === 'conformant' ? [] : [reason, next]),
    ...errata.map(erratumWords),
    ...(withoutErrata === undefined ? [] : [`without errata it would be refused: ${withoutErrata}`]),
    ...(areProbesChecked ? [] : [`made with petvet ${petvet}: its probes were not checked`]),
    ...(challenged ? ['with a nonce'] : []),
    ...(declaredWindows === undefined
      ? []
      : [`windows declared: ${declaredWindows.minute} s and ${declaredWindows.day} s`]),
    ...(warnings.length === 0 ? [] : [`warnings: ${warnings.join(', ')}`]),
  ].join('; ');
}

/** Where a submission stands, in words. */
export const STANDING_WORDS: Readonly<Record<Standing['state'], string>> = {
  conformant: 'conforms',
  partial: 'conforms in part',
  grace: 'in grace',
  disputed: 'disputed',
  stale: 'stale',
  withdrawn: 'withdrawn',
  refused: 'refused',
  unchecked: 'not checked',
};

/** Of which day a table is. */
export function asOfWords(asOf: string): string {
  return `Checked as of ${asOf}, by judging the evidence of each certificate again.`;
}

/** What leads the comparison of implementations. */
export function choicesLead(choices: readonly Choice[]): string {
  const differing = choices.filter(({ differ }) => differ === true).length;
  const all = 'Everything here conforms.';
  return differing === 0
    ? all
    : `${all} Implementations differ in ${counted(differing, 'row')}: a client that works with all of them should not rely on any of these.`;
}

/** What a row of the comparison is of where it gathers what no other implementation met. */
export const OTHERS = 'further observations';

/** Whether implementations differ, as a word. */
export function differWord({ differ }: Choice): string {
  return differ === undefined ? '' : differ ? 'differ' : 'same';
}

/** What leads the history of versions. */
export const HISTORY_LEAD =
  'What changed from one version to the next: the result, verdicts, and choices where the specification is silent.';

/** A version, and what it is compared with where that is not the one before. */
export function stepWords({ version, isStale, since }: VersionStep, previous: VersionStep | undefined): string {
  const name = isStale === true ? `${version} (stale)` : version;
  return since === undefined || since === previous?.version ? name : `${name}, since ${since}`;
}

/** What stands where there is no change to tell: of the first version, or of one that is as the one before. */
export function unchangedWords({ state, isStale }: VersionStep, isFirst: boolean): string {
  if (isFirst) return `first: ${isStale === true ? 'conformed' : STATES[state]}`;
  return state === 'holds' || isStale === true ? 'no change that a certificate records' : STATES[state];
}
