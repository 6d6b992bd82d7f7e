import { RULE_IDS, rules } from '../rules/index.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import type { Submission } from './register.ts';

/** What a certificate comes to, in one row. */
export interface TableRow {
  readonly name: string;
  readonly version: string;
  readonly state: Submission['state'];
  readonly says: string;
  readonly vendor?: string;
  readonly homepage?: string;
  readonly certificate?: CertificateFacts;
}

interface CertificateFacts {
  readonly profile: string;
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

/** What implementations do where the specification is silent: a row for each rule that records it. */
export interface Choice {
  readonly rule: string;
  readonly title: string;
  /** In the order of the implementations; none where nothing was recorded. */
  readonly of: readonly (readonly string[])[];
}

/** A register as a table: what holds, and what does not. */
export interface RegisterTable {
  readonly rows: readonly TableRow[];
  /** The newest version of each implementation whose certificate holds: the columns of the choices. */
  readonly implementations: readonly { readonly name: string; readonly version: string }[];
  readonly choices: readonly Choice[];
}

/** Makes the table of a register. Certificates that do not hold stand there with the reason, and nothing of what they say. */
export function tableOf(submissions: readonly Submission[]): RegisterTable {
  const newest = [...Map.groupBy(submissions.filter(holds), ({ name }) => name).values()].flatMap(
    ([first]) => first ?? [],
  );
  const choices = RULE_IDS.flatMap((rule) => {
    const of = newest.map(({ certificate }) => choicesOf(certificate, rule));
    return of.every((said) => said.length === 0) ? [] : [{ rule, title: rules[rule].says, of }];
  });
  return {
    rows: submissions.map(rowOf),
    implementations: newest.map(({ name, version }) => ({ name, version })),
    choices,
  };
}

type Holding = Submission & { readonly certificate: CertificatePredicate };

function holds(submission: Submission): submission is Holding {
  return submission.certificate !== undefined;
}

function choicesOf({ claims }: CertificatePredicate, rule: string): string[] {
  return claims.observed.filter((one) => one.rule === rule).map(({ says }) => says);
}

function rowOf({ name, version, state, says, product, certificate }: Submission): TableRow {
  return {
    name,
    version,
    state,
    says,
    ...(product !== undefined && { vendor: product.vendor }),
    ...(product?.homepage !== undefined && { homepage: product.homepage }),
    ...(certificate !== undefined && { certificate: factsOf(certificate) }),
  };
}

function factsOf({ claims, freshUntil, about, challenge }: CertificatePredicate): CertificateFacts {
  const must = claims.verdicts.filter(({ level }) => level === 'must');
  const { minuteSeconds: minute, daySeconds: day, testInstallation } = claims.target.windows;
  return {
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
