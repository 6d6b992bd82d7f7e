import { errataOn, excludedBy, type Erratum } from './errata.ts';
import { isAbout, type NamedDispute } from './dispute.ts';
import type { Programme } from './programme.ts';
import { dayOf, isAnySound, isSound, type AnySound, type Submission } from './submission.ts';

/** What a register says of a submission, the best first. */
export const STANDINGS = [
  'conformant',
  'partial',
  'grace',
  'disputed',
  'stale',
  'withdrawn',
  'refused',
  'unchecked',
] as const;

/** Where a submission stands by the rules of its register. */
export interface Standing {
  readonly state: (typeof STANDINGS)[number];
  /** A clause. */
  readonly reason: string;
  /** YYYY-MM-DD: since when. */
  readonly date: string;
  /** YYYY-MM-DD: the last day, where one is set. */
  readonly until?: string;
  /** The next step, and whose it is. */
  readonly next: string;
}

/** What a register knows besides the submissions. */
export interface Circumstances {
  readonly errata: readonly Erratum[];
  /** About this submission. */
  readonly disputes: readonly NamedDispute[];
}

/** What stands against a certificate, or for it in part. */
type Finding = Standing | undefined;

/** Whether a submission is listed among those that conform: also in the days of grace, and until a dispute is decided. */
export function isListed({ state }: Pick<Standing, 'state'>): boolean {
  return STANDINGS.indexOf(state) <= STANDINGS.indexOf('disputed');
}

/**
 * Where a submission stands. Pure: no clock, no file.
 *
 * @param submission - as its evidence was judged, without the rules that errata exclude
 * @param today - YYYY-MM-DD
 */
export function standingOf(
  programme: Programme,
  submission: Submission,
  circumstances: Circumstances,
  today: string,
): Standing {
  const withdrawn = withdrawnBy(submission, circumstances, today);
  if (withdrawn !== undefined) return withdrawn;
  if (submission.state === 'unchecked')
    return {
      state: 'unchecked',
      reason: submission.says,
      date: today,
      next: 'the register: correct that, or check it where that works',
    };
  // Only of what is too old, and sound otherwise, there is more to say.
  if (!isAnySound(submission))
    return submission.isStale === true ? old(submission.says, today) : refused(submission, today);
  const aged = agedBy(programme, submission, today);
  return (
    notAccepted(programme, submission, today) ??
    (aged?.state === 'stale' ? aged : undefined) ??
    disputedBy(programme, submission, circumstances, today) ??
    aged ??
    conforming(programme, submission, circumstances, today)
  );
}

function refused({ says }: Pick<Submission, 'says'>, today: string): Standing {
  return { state: 'refused', reason: says, date: today, next: 'the submitter: correct that and submit again' };
}

function old(reason: string, date: string): Standing {
  return { state: 'stale', reason, date, next: 'the vendor: certify again and submit' };
}

function withdrawnBy(submission: Submission, { disputes }: Circumstances, today: string): Finding {
  const byVendor = submission.product?.withdrawn;
  const next = 'the vendor: submit another version';
  if (byVendor !== undefined && byVendor.on <= today)
    return { state: 'withdrawn', reason: `by the vendor: ${byVendor.why}`, date: byVendor.on, next };
  for (const dispute of disputes) {
    const { id, decision } = dispute;
    if (isAbout(dispute, submission) && decision?.is === 'upheld' && decision.on <= today)
      return {
        state: 'withdrawn',
        reason: `by the register: dispute ${id} was upheld: ${decision.says}`,
        date: decision.on,
        next,
      };
  }
  return undefined;
}

function notAccepted({ catalogues, signers, profiles }: Programme, submission: AnySound, today: string): Finding {
  const { signedBy } = submission;
  if (signers !== undefined && (signedBy === undefined || !signers.includes(signedBy)))
    return refused({ says: `signatures by ${signedBy ?? 'an unknown signer'} are not accepted here` }, today);
  // The certificate of a client names neither a catalogue nor a profile.
  if (!isSound(submission)) return undefined;
  const { catalogue, profile } = submission.certificate.claims;
  if (catalogues !== undefined && catalogues.every(({ version }) => version !== catalogue)) {
    const accepted = catalogues.map(({ version }) => version).join(', ');
    return refused({ says: `catalogue ${catalogue} is not accepted here, only ${accepted}` }, today);
  }
  if (![...profiles.full, ...profiles.partial].includes(profile))
    return refused({ says: `the profile ${profile} is not accepted here` }, today);
  return undefined;
}

/** The last day on which a certificate is fresh, and why it ends then. */
export function lifeOf(
  { freshDays, catalogues = [] }: Programme,
  submission: AnySound,
): { readonly until: string; readonly why: string } {
  const byAge = dayAfter(dayOf(submission), freshDays);
  const catalogue = isSound(submission) ? submission.certificate.claims.catalogue : undefined;
  const retired = catalogues.find(({ version }) => version === catalogue)?.until;
  return retired !== undefined && retired < byAge
    ? { until: retired, why: `catalogue ${catalogue} was accepted until ${retired}` }
    : { until: byAge, why: `it counted as fresh until ${byAge}` };
}

function agedBy(programme: Programme, submission: AnySound, today: string): Finding {
  const { until, why } = lifeOf(programme, submission);
  // The certificate has an hour, the register days.
  if (submission.isStale !== true && today <= until) return undefined;
  const end = dayAfter(until, programme.graceDays);
  if (today > end || programme.graceDays === 0) return old(why, earlier(dayAfter(end, 1), today));
  const next = `the vendor: certify again by ${end}`;
  return { state: 'grace', reason: why, date: earlier(dayAfter(until, 1), today), until: end, next };
}

function disputedBy(
  { contact }: Programme,
  submission: AnySound,
  { errata, disputes }: Circumstances,
  today: string,
): Finding {
  const excluded = excludedIn(submission, errata, today);
  const open = disputes.find(
    (one) =>
      isAbout(one, submission) &&
      one.opened <= today &&
      !(one.decision !== undefined && one.decision.on <= today) &&
      one.violates.some(({ rule }) => !excluded.has(rule)),
  );
  if (open === undefined) return undefined;
  const { id, opened, until, violates, response } = open;
  const isAnswered = response !== undefined && response.on <= today;
  return {
    state: 'disputed',
    reason: `dispute ${id}: ${violates.map(({ rule }) => rule).join(', ')} violated`,
    date: opened,
    until,
    next:
      isAnswered || today > until
        ? `the register: decide dispute ${id}`
        : `the vendor: respond to ${contact} by ${until}`,
  };
}

function excludedIn(submission: AnySound, errata: readonly Erratum[], today: string): ReadonlySet<string> {
  return excludedBy(isSound(submission) ? errataOn(errata, submission.certificate, today) : []);
}

function conforming(programme: Programme, submission: AnySound, { errata }: Circumstances, today: string): Standing {
  const { until } = lifeOf(programme, submission);
  const date = dayOf(submission);
  const next = `the vendor: certify again by ${until}`;
  const whole: Standing = { state: 'conformant', reason: 'the certificate is valid', date, until, next };
  if (!isSound(submission)) return whole;
  const { claims } = submission.certificate;
  const { full, rules } = programme.profiles;
  if (!full.includes(claims.profile))
    return { state: 'partial', reason: `by the profile ${claims.profile}`, date, until, next };
  const excluded = excludedIn(submission, errata, today);
  const verified = new Set(claims.verdicts.flatMap(({ rule, verdict }) => (IS_VERIFIED.has(verdict) ? rule : [])));
  const short = rules.filter((rule) => !verified.has(rule) && !excluded.has(rule));
  return short.length > 0 ? { state: 'partial', reason: `without ${short.join(', ')}`, date, until, next } : whole;
}

const IS_VERIFIED: ReadonlySet<string> = new Set(['pass', 'warn', 'observed']);

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** A day, some days later. @param day - YYYY-MM-DD */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
