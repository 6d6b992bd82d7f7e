import { isOfThisPetvet } from '../certificate/made-by.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import { errataOn, excludedBy, type Erratum } from './errata.ts';
import type { NamedDispute } from './dispute.ts';
import { DEFAULT_PROGRAMME, type Programme } from './programme.ts';
import { clientFacts, type ClientFacts } from './client-facts.ts';
import { isListed, lifeOf, standingOf, type Standing } from './standing.ts';
import { choicesOf, type Choice } from './choices.ts';
import { historyOf, type History } from './version-history.ts';
import { dayOf, isAnySound, isSound, isSoundClient, type AnySound, type Sound, type Submission } from './submission.ts';
import { oldestFirst } from './versions.ts';

/** What a submission comes to, in one row. */
export interface SubmissionRow {
  readonly name: string;
  readonly version: string;
  readonly state: Submission['state'];
  readonly says: string;
  /** By the rules of the register. */
  readonly standing: Standing;
  readonly disputes: readonly NamedDispute[];
  /** Refused for its age alone. */
  readonly isStale?: true;
  /** YYYY-MM-DD: of the run, where the certificate holds or did so until it grew old. */
  readonly date?: string;
  readonly vendor?: string;
  readonly homepage?: string;
  readonly contact?: string;
  readonly repository?: string;
  /** The name of its evidence in its folder, where that is there. */
  readonly evidence?: string;
}

/** A row of a service. */
export interface TableRow extends SubmissionRow {
  readonly certificate?: CertificateFacts;
}

/** A row of a client. */
export interface ClientRow extends SubmissionRow {
  readonly client?: ClientFacts;
}

interface CertificateFacts {
  /** The version of petvet that made the run. */
  readonly petvet: string;
  /** It is this one, so that it is known which probes the run had to send. */
  readonly areProbesChecked: boolean;
  readonly profile: CertificatePredicate['claims']['profile'];
  readonly catalogue: string;
  /** YYYY-MM-DD: of the run, and until when it counts. */
  readonly date: string;
  readonly freshUntil: string;
  /** What responded. */
  readonly about: string;
  readonly challenged: boolean;
  readonly mustRules: { readonly satisfied: number; readonly notApplicable: number };
  readonly warnings: readonly string[];
  readonly requests: number;
  /** The errata that apply to it. */
  readonly errata: readonly Pick<Erratum, 'id' | 'rule' | 'does'>[];
  /** Why it would be refused without them. */
  readonly withoutErrata?: string;
  /** Other windows than those of the specification were declared, in seconds. */
  readonly declaredWindows?: { readonly minute: number; readonly day: number };
}

/** A register as a table: what holds, and what does not. */
export interface RegisterTable {
  /** YYYY-MM-DD: when it was checked; a certificate that was fresh then may not be so any more. */
  readonly asOf: string;
  readonly errata: readonly Erratum[];
  /** Of services: by name, the newest version of each first. */
  readonly rows: readonly TableRow[];
  /** Of clients, in the same order. */
  readonly clients: readonly ClientRow[];
  /** The newest version of each implementation whose certificate holds: the columns of the choices. */
  readonly implementations: readonly { readonly name: string; readonly version: string }[];
  /** What these do where the specification is silent. */
  readonly choices: readonly Choice[];
  /** Of each implementation of which there are several versions. */
  readonly histories: readonly History[];
}

/** What the owner of a register says. */
export interface RegisterRules {
  readonly programme: Programme;
  readonly errata: readonly Erratum[];
}

/**
 * Makes the table of a register. Certificates that do not hold stand there with the reason, and nothing of what they say.
 *
 * @param asOf - the day of the check, YYYY-MM-DD
 */
export function tableOf(
  submissions: readonly Submission[],
  asOf: string,
  { programme, errata }: RegisterRules = { programme: DEFAULT_PROGRAMME, errata: [] },
): RegisterTable {
  const standing = (submission: Submission) =>
    standingOf(programme, submission, { errata, disputes: submission.disputes ?? [] }, asOf);
  const ordered = byVersion(submissions.filter(({ kind }) => kind !== 'client'));
  const clients = byVersion(submissions.filter(({ kind }) => kind === 'client'));
  const newest = ordered.flatMap(
    ({ versions }) => versions.filter(isSound).findLast((one) => isListed(standing(one))) ?? [],
  );
  return {
    asOf,
    errata: errata.filter(({ from }) => from <= asOf),
    rows: ordered.flatMap(({ versions }) =>
      versions.toReversed().map((one) => rowOf(one, standing(one), { programme, errata }, asOf)),
    ),
    clients: clients.flatMap(({ versions }) =>
      versions.toReversed().map((one) => {
        const row = submissionRow(one, standing(one), asOf);
        return isSoundClient(one) && isListed(row.standing)
          ? { ...row, client: clientFacts(one.client, lastDay(programme, one, row.standing)) }
          : row;
      }),
    ),
    implementations: newest.map(({ name, version }) => ({ name, version })),
    choices: choicesOf(newest.map(({ rules }) => rules)),
    histories: ordered
      .filter(({ versions }) => versions.length > 1)
      .map(({ name, versions }) => historyOf(name, versions)),
  };
}

function byVersion(submissions: readonly Submission[]) {
  return [...Map.groupBy(submissions, ({ name }) => name)].map(([name, versions]) => ({
    name,
    versions: oldestFirst(versions.map((one) => ({ ...one, ...dateOf(one) }))),
  }));
}

function dateOf(submission: Submission): { readonly date?: string } {
  return isAnySound(submission) ? { date: dayOf(submission) } : {};
}

/** Until when a submission is listed if nothing else happens, YYYY-MM-DD: the end of a notice period does not end that. */
function lastDay(programme: Programme, submission: AnySound, { state, until }: Standing): string {
  return state === 'grace' && until !== undefined ? until : lifeOf(programme, submission).until;
}

function rowOf(
  submission: Submission,
  standing: Standing,
  { programme, errata }: RegisterRules,
  asOf: string,
): TableRow {
  const row = submissionRow(submission, standing, asOf);
  if (!isSound(submission) || !isListed(standing)) return row;
  const applying = errataOn(errata, submission.certificate, asOf);
  return { ...row, certificate: factsOf(submission, applying, lastDay(programme, submission, standing)) };
}

function submissionRow(submission: Submission, standing: Standing, asOf: string): SubmissionRow {
  const { name, version, state, says, isStale, product, evidence } = submission;
  return {
    name,
    version,
    state,
    says,
    standing,
    disputes: submission.disputes?.filter(({ opened }) => opened <= asOf) ?? [],
    ...(isStale !== undefined && { isStale }),
    ...dateOf(submission),
    ...(product !== undefined && { vendor: product.vendor }),
    ...(product?.homepage !== undefined && { homepage: product.homepage }),
    ...(product?.contact !== undefined && { contact: product.contact }),
    ...(product?.repository !== undefined && { repository: product.repository }),
    ...(evidence !== undefined && { evidence }),
  };
}

function factsOf(
  { certificate: { petvet, claims, about, challenge }, withoutErrata }: Sound,
  errata: readonly Erratum[],
  freshUntil: string,
): CertificateFacts {
  const excluded = excludedBy(errata);
  const counted = claims.verdicts.filter(({ rule }) => !excluded.has(rule));
  const must = counted.filter(({ level }) => level === 'must');
  const { minuteSeconds: minute, daySeconds: day, testInstallation } = claims.target.windows;
  return {
    petvet,
    areProbesChecked: isOfThisPetvet(petvet),
    profile: claims.profile,
    catalogue: claims.catalogue,
    date: claims.endedAt.slice(0, 10),
    freshUntil,
    about: about.kind === 'address' ? claims.target.baseUrl : `${about.name} (SHA-256 ${about.sha256.slice(0, 12)}…)`,
    challenged: challenge !== undefined,
    mustRules: {
      satisfied: must.filter(({ verdict }) => verdict === 'pass' || verdict === 'warn').length,
      notApplicable: must.filter(({ verdict }) => verdict === 'not-applicable').length,
    },
    warnings: counted.filter(({ verdict }) => verdict === 'warn').map(({ rule }) => rule),
    requests: claims.requests.sent,
    errata: errata.map(({ id, rule, does }) => ({ id, rule, does })),
    ...(withoutErrata !== undefined && { withoutErrata }),
    ...(testInstallation && { declaredWindows: { minute, day } }),
  };
}
