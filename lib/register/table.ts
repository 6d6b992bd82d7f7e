import { isOfThisPetvet } from '../certificate/made-by.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import { choicesOf, type Choice } from './choices.ts';
import { historyOf, type History } from './version-history.ts';
import { isHolding, type Submission } from './submission.ts';
import { oldestFirst } from './versions.ts';

/** What a certificate comes to, in one row. */
export interface TableRow {
  readonly name: string;
  readonly version: string;
  readonly state: Submission['state'];
  readonly says: string;
  /** Refused for its age alone. */
  readonly isStale?: true;
  /** YYYY-MM-DD: of the run, where the certificate holds or did so until it grew old. */
  readonly date?: string;
  readonly vendor?: string;
  readonly homepage?: string;
  readonly certificate?: CertificateFacts;
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
  /** Other windows than those of the specification were declared, in seconds. */
  readonly declaredWindows?: { readonly minute: number; readonly day: number };
}

/** A register as a table: what holds, and what does not. */
export interface RegisterTable {
  /** YYYY-MM-DD: when it was checked; a certificate that was fresh then may not be so any more. */
  readonly asOf: string;
  /** By name, the newest version of each first. */
  readonly rows: readonly TableRow[];
  /** The newest version of each implementation whose certificate holds: the columns of the choices. */
  readonly implementations: readonly { readonly name: string; readonly version: string }[];
  /** What these do where the specification is silent. */
  readonly choices: readonly Choice[];
  /** Of each implementation of which there are several versions. */
  readonly histories: readonly History[];
}

/**
 * Makes the table of a register. Certificates that do not hold stand there with the reason, and nothing of what they say.
 *
 * @param asOf - the day of the check, YYYY-MM-DD
 */
export function tableOf(submissions: readonly Submission[], asOf: string): RegisterTable {
  const ordered = [...Map.groupBy(submissions, ({ name }) => name)].map(([name, versions]) => ({
    name,
    versions: oldestFirst(versions.map((one) => ({ ...one, ...dateOf(one) }))),
  }));
  const newest = ordered.flatMap(({ versions }) => versions.findLast(isHolding) ?? []);
  return {
    asOf,
    rows: ordered.flatMap(({ versions }) => versions.toReversed().map(rowOf)),
    implementations: newest.map(({ name, version }) => ({ name, version })),
    choices: choicesOf(newest.map(({ rules }) => rules)),
    histories: ordered
      .filter(({ versions }) => versions.length > 1)
      .map(({ name, versions }) => historyOf(name, versions)),
  };
}

function dateOf({ certificate }: Submission): { readonly date?: string } {
  return certificate === undefined ? {} : { date: certificate.claims.endedAt.slice(0, 10) };
}

function rowOf(submission: Submission): TableRow {
  const { name, version, state, says, isStale, product } = submission;
  return {
    name,
    version,
    state,
    says,
    ...(isStale !== undefined && { isStale }),
    ...dateOf(submission),
    ...(product !== undefined && { vendor: product.vendor }),
    ...(product?.homepage !== undefined && { homepage: product.homepage }),
    ...(isHolding(submission) && { certificate: factsOf(submission.certificate) }),
  };
}

function factsOf({ petvet, claims, freshUntil, about, challenge }: CertificatePredicate): CertificateFacts {
  const must = claims.verdicts.filter(({ level }) => level === 'must');
  const { minuteSeconds: minute, daySeconds: day, testInstallation } = claims.target.windows;
  return {
    petvet,
    areProbesChecked: isOfThisPetvet(petvet),
    profile: claims.profile,
    catalogue: claims.catalogue,
    date: claims.endedAt.slice(0, 10),
    freshUntil: freshUntil.slice(0, 10),
    about: about.kind === 'address' ? claims.target.baseUrl : `${about.name} (SHA-256 ${about.sha256.slice(0, 12)}…)`,
    challenged: challenge !== undefined,
    mustRules: {
      satisfied: must.filter(({ verdict }) => verdict === 'pass' || verdict === 'warn').length,
      notApplicable: must.filter(({ verdict }) => verdict === 'not-applicable').length,
    },
    warnings: claims.verdicts.filter(({ verdict }) => verdict === 'warn').map(({ rule }) => rule),
    requests: claims.requests.sent,
    ...(testInstallation && { declaredWindows: { minute, day } }),
  };
}
