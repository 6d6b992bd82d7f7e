import { compareBehaviours } from '../diff/compare-behaviours.ts';
import { inFull } from './choices.ts';
import { isRuleId, rules } from '../rules/index.ts';
import { isSound, STATES, type Sound, type Submission } from './submission.ts';

/** One thing that is not as it was. */
export interface Change {
  readonly about: 'result' | 'profile' | 'catalogue' | 'verdict' | 'choice';
  readonly rule?: string;
  /** The requirement, or what was observed. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** One version of an implementation, and what changed since the one before. */
export interface VersionStep {
  readonly version: string;
  readonly state: Submission['state'];
  /** Its certificate held until it grew old: what it says of its time stays true. */
  readonly isStale?: true;
  /** Of the run, where the certificate holds or did so until it grew old. */
  readonly date?: string;
  /** The version that verdicts and choices are compared with: the last one before it with such a certificate. */
  readonly since?: string;
  readonly changes: readonly Change[];
}

/** The versions of one implementation, the oldest first. */
export interface History {
  readonly name: string;
  readonly steps: readonly VersionStep[];
}

/**
 * Tells what changed from version to version of one implementation.
 *
 * @param versions - the oldest first
 */
export function historyOf(name: string, versions: readonly Submission[]): History {
  const steps = versions.map((one, index): VersionStep => {
    const previous = versions[index - 1];
    const since = isSound(one) ? versions.slice(0, index).findLast(isSound) : undefined;
    return {
      version: one.version,
      state: one.state,
      ...(isSound(one) && one.isStale && { isStale: true as const }),
      ...(isSound(one) && { date: one.certificate.claims.endedAt.slice(0, 10) }),
      ...(since !== undefined && { since: since.version }),
      changes: [
        ...(previous === undefined ? [] : changed('result', 'result', resultOf(previous), resultOf(one))),
        ...(isSound(one) && since !== undefined ? changesBetween(since, one) : []),
      ],
    };
  });
  return { name, steps };
}

/** That a certificate grows old is no change of the implementation. */
function resultOf(submission: Submission): string {
  return STATES[isSound(submission) ? 'holds' : submission.state];
}

function changesBetween(was: Sound, is: Sound): Change[] {
  const [then, now] = [was.certificate, is.certificate];
  const verdicts = new Map(then.claims.verdicts.map(({ rule, verdict }) => [rule, verdict]));
  // Whoever else made the run, or with other probes, may have met other conditions.
  const isOneScope = then.petvet === now.petvet;
  return [
    ...changed('profile', 'profile', then.claims.profile, now.claims.profile),
    ...changed('catalogue', 'catalogue', then.claims.catalogue, now.claims.catalogue),
    ...now.claims.verdicts
      .filter(({ level }) => level !== 'observed')
      .flatMap(({ rule, verdict }) =>
        changed('verdict', titleOf(rule), verdicts.get(rule) ?? 'not-scored', verdict, rule),
      ),
    ...compareBehaviours(was.rules, is.rules, isOneScope).differences.flatMap(({ rule = '', what, before, after }) =>
      changed('choice', what, inFull(was.rules, { rule, what }, before), inFull(is.rules, { rule, what }, after), rule),
    ),
  ];
}

function titleOf(rule: string): string {
  return isRuleId(rule) ? rules[rule].says : rule;
}

function changed(about: Change['about'], what: string, before: string, after: string, rule?: string): Change[] {
  return before === after ? [] : [{ about, ...(rule !== undefined && { rule }), what, before, after }];
}
