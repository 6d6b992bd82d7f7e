import { catalogueOf } from '../certificate/catalogues.ts';
import type { Check } from '../certificate/check.ts';
import { claimsOf, limitsOf } from '../certificate/claims.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import { differenceOf, rejudge, whyNotCertifiable, type JudgedRules } from '../certificate/rejudge.ts';
import { UsageError } from '../errors.ts';
import { errataOn, erratumWords, excludedBy, without, type Erratum } from './errata.ts';

/** Checks that depend on which rules count. */
const BY_RULES: readonly Check['what'][] = ['complete', 'verdicts'];

/** A certificate whose evidence is the certified one, and what was found of it by the catalogue as it was. */
interface Found {
  readonly checks: readonly Check[];
  readonly predicate: CertificatePredicate;
  readonly rules: JudgedRules;
  readonly evidence: string;
}

/**
 * Judges a certificate anew without the rules that errata exclude. All else has to hold as before.
 *
 * @returns the checks by then; as they were where no erratum changes them
 */
export async function judgeByErrata(
  { checks, predicate, rules, evidence }: Found,
  errata: readonly Erratum[],
  { today, interrupt }: { readonly today: string; readonly interrupt: AbortSignal },
): Promise<readonly Check[]> {
  const excluded = excludedBy(errataOn(errata, predicate, today));
  const failing = checks.filter(({ state }) => state === 'fails');
  const isByRule = failing.some(({ what }) => BY_RULES.includes(what));
  if (!isByRule || !rules.some(({ id, verdict }) => excluded.has(id) && verdict !== 'pass')) return checks;
  try {
    const catalogue = without(catalogueOf(predicate.claims.catalogue), excluded);
    const rejudged = await rejudge(evidence, predicate, interrupt);
    const why =
      whyNotCertifiable(rejudged, catalogue)?.why ??
      differenceOf(claimedWithout(predicate, excluded), claimsOf(rejudged.verdicts, catalogue));
    const others = checks.filter(({ what }) => !BY_RULES.includes(what));
    return why === undefined ? others : [...others, { what: 'verdicts', state: 'fails', says: `judged again, ${why}` }];
  } catch (error) {
    // What cannot be judged anew stays as it was found.
    if (error instanceof UsageError) return checks;
    throw error;
  }
}

/**
 * The same of one certificate, with a check for each erratum that applies: what it does, and what would fail without it.
 *
 * @param areNamed - whoever checks named these errata; else it stays to be decided whether they count, where something depends on them
 */
export async function checkErrata(
  found: Found,
  { errata, areNamed }: { readonly errata: readonly Erratum[]; readonly areNamed: boolean },
  moment: { readonly today: string; readonly interrupt: AbortSignal },
): Promise<readonly Check[]> {
  const checks = await judgeByErrata(found, errata, moment);
  const failing = checks === found.checks ? undefined : found.checks.find(({ state }) => state === 'fails')?.says;
  const applying = errataOn(errata, found.predicate, moment.today);
  return [
    ...checks,
    ...applying.map((erratum): Check => ({
      what: 'errata',
      state: 'open',
      says: `${erratumWords(erratum)} (${erratum.says})`,
    })),
    ...(failing === undefined
      ? []
      : [
          {
            what: 'errata',
            state: areNamed ? 'open' : 'unchecked',
            says: `without errata the certificate would not be valid: ${failing}${areNamed ? '' : '; they are those of the register around it, and --errata names them if they count'}`,
          } satisfies Check,
        ]),
  ];
}

/** What a certificate says of the rules that remain; its own limits follow from them where it stated those of all. */
function claimedWithout(predicate: CertificatePredicate, excluded: ReadonlySet<string>): CertificatePredicate {
  const { verdicts, observed } = predicate.claims;
  const claims = {
    ...predicate.claims,
    verdicts: verdicts.filter(({ rule }) => !excluded.has(rule)),
    observed: observed.filter(({ rule }) => !excluded.has(rule)),
  };
  const isUsual = JSON.stringify(limitsOf(predicate)) === JSON.stringify(predicate.doesNotProve);
  return { ...predicate, claims, ...(isUsual && { doesNotProve: limitsOf({ ...predicate, claims }) }) };
}
