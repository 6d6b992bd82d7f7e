import { UsageError } from '../errors.ts';
import { readEvidence, type EvidenceItem } from '../evidence/log.ts';
import { ledgerOfLoad } from '../load/load-ledger.ts';
import { ruleRows } from '../report/conformance.ts';
import { judgeEvidence, type Verdicts } from '../run/verdicts.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { catalogueOf, type Catalogue } from './catalogues.ts';
import { readNonce, type FollowedNonce } from './nonce.ts';
import type { Check } from './check.ts';
import { claimsOf, limitsOf } from './claims.ts';
import { formOf, openRules, scoredLedger, violatedRules, whyNotComplete, type EvidenceForm } from './completeness.ts';
import { isOfThisPetvet } from './made-by.ts';
import type { CertificatePredicate, Claims } from './predicate.ts';

/** What the evidence says of each rule that is scored, in the words of this petvet. */
export type JudgedRules = ReturnType<typeof ruleRows>;

/** Evidence, judged again. */
interface Rejudged {
  readonly verdicts: Verdicts;
  readonly form: EvidenceForm;
}

/**
 * Judges the evidence of a run again, and holds it to the form that such evidence has.
 *
 * @throws {UsageError} when it is no evidence
 */
export async function rejudge(
  file: string,
  { petvet, challenge: nonce }: { readonly petvet: string; readonly challenge?: string | undefined },
  interrupt: AbortSignal,
): Promise<Rejudged> {
  const followed: FollowedNonce | undefined = nonce === undefined ? undefined : readNonce(nonce);
  const form = await formOf(followed, petvet);
  const judged = await judgeEvidence(
    (numbers) => (numbers === undefined ? takenBy(form, readEvidence(file)) : readEvidence(file, numbers)),
    { ownTraffic: true, isPlanned: true, interrupt },
  );
  return { verdicts: { ...judged, ledger: ledgerOfLoad(judged.ledger, judged.run) }, form };
}

/** What the judges read is what is held to the form: the evidence may have hundreds of megabytes. */
async function* takenBy(form: EvidenceForm, items: AsyncIterable<EvidenceItem>): AsyncGenerator<EvidenceItem> {
  for await (const item of items) {
    form.take(item);
    yield item;
  }
}

/** What keeps evidence from carrying a certificate, as a clause: the first reason, and of what kind it is. */
export function whyNotCertifiable(
  { verdicts, form }: Rejudged,
  catalogue: Catalogue,
): { readonly what: 'complete' | 'verdicts'; readonly why: string } | undefined {
  const [violated] = violatedRules(verdicts, catalogue);
  if (violated !== undefined) return { what: 'verdicts', why: `${violated.rule} is violated: ${violated.why}` };
  const why = form.fault() ?? whyNotComplete(verdicts);
  if (why !== undefined) return { what: 'complete', why };
  const [open] = openRules(verdicts, catalogue);
  return open === undefined ? undefined : { what: 'complete', why: `${open.rule} was not verified: ${open.why}` };
}

/** Checks what a certificate says of its evidence by judging that again. */
export async function checkEvidence(
  file: string,
  predicate: CertificatePredicate,
  interrupt: AbortSignal,
): Promise<{
  readonly checks: readonly Check[];
  readonly created: ReadonlyMap<string, string>;
  readonly rules?: JudgedRules;
}> {
  const none = new Map<string, string>();
  try {
    const catalogue = catalogueOf(predicate.claims.catalogue);
    const rejudged = await rejudge(file, predicate, interrupt);
    const { ledger, run } = rejudged.verdicts;
    const rules = ruleRows(scoredLedger(ledger, catalogue), run);
    return { checks: checksOf(predicate, rejudged, catalogue), created: rejudged.form.created, rules };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {
      checks: [{ what: 'verdicts', state: 'unchecked', says: `${error.message}: ${error.hint}` }],
      created: none,
    };
  }
}

function checksOf(predicate: CertificatePredicate, rejudged: Rejudged, catalogue: Catalogue): Check[] {
  const claims = claimsOf(rejudged.verdicts, catalogue);
  const difference = differenceOf(predicate, claims);
  const against = whyNotCertifiable(rejudged, catalogue);
  const verified = claims.verdicts.filter(({ level, verdict }) => level === 'must' && verdict === 'pass').length;
  const scored = claims.verdicts.filter(({ verdict }) => verdict !== 'not-scored').length;
  const complete: Check =
    against?.what === 'complete'
      ? { what: 'complete', state: 'fails', says: against.why }
      : {
          what: 'complete',
          state: 'holds',
          says: `all ${verified} must rules that ${claims.profile === 'complete' ? 'apply' : `${claims.profile} is about`} were verified, in ${claims.requests.sent} requests`,
        };
  const differing = against?.what === 'verdicts' ? `judged again, ${against.why}` : difference;
  const verdicts: Check =
    differing === undefined
      ? {
          what: 'verdicts',
          state: 'holds',
          says: `judged again by catalogue ${catalogue.version}, the evidence leads to the same verdict on each of ${scored} rules`,
        }
      : { what: 'verdicts', state: 'fails', says: differing };
  const elsewhere: readonly Check[] = isOfThisPetvet(predicate.petvet)
    ? []
    : [
        {
          what: 'complete',
          state: 'open',
          says: `petvet ${predicate.petvet} made the run, and this is ${PETVET_VERSION}: neither the probes it had to send nor its wording was checked`,
        },
      ];
  // Of a run with a violation it is no news that it could not verify all.
  return against?.what === 'verdicts' ? [verdicts] : [complete, ...elsewhere, verdicts];
}

/**
 * Where a certificate says something else than its evidence, as a sentence. Of rules that came after its catalogue it need not say that they
 * were not scored: the petvet that made it may not have known them, or know more of them than this one.
 *
 * @param judged - what the evidence lets a certificate of the same catalogue say
 */
export function differenceOf(
  predicate: Pick<CertificatePredicate, 'petvet' | 'claims' | 'about' | 'challenge' | 'doesNotProve'>,
  judged: Claims,
): string | undefined {
  const { claims } = predicate;
  const byRule = new Map(judged.verdicts.map((one) => [one.rule, one.verdict]));
  const one = claims.verdicts.find(({ rule, verdict }) => (byRule.get(rule) ?? 'not-scored') !== verdict);
  if (one !== undefined)
    return `the certificate says ${one.verdict} for ${one.rule}; judged again, the evidence says ${byRule.get(one.rule) ?? 'nothing'}`;
  const said = withoutLaterRules(claims);
  const found = withoutLaterRules(judged);
  const isSamePetvet = isOfThisPetvet(predicate.petvet);
  const members = [
    'verdicts',
    'seed',
    'target',
    'asOf',
    'startedAt',
    'endedAt',
    'requests',
    'profile',
    'specification',
  ] as const;
  // The sentences of observations are those of a version of petvet, and no verdict depends on them.
  const other = [...members, ...(isSamePetvet ? (['observed'] as const) : [])].find(
    (member) => JSON.stringify(said[member]) !== JSON.stringify(found[member]),
  );
  if (other !== undefined) return `what the certificate says of ${other} is not what the evidence says`;
  const isTold =
    !isSamePetvet || JSON.stringify(inWordsOfNow(predicate.doesNotProve)) === JSON.stringify(limitsOf(predicate));
  return isTold ? undefined : 'what the certificate does not prove is not what petvet says of such a run';
}

/** A nonce was called a challenge once. */
function inWordsOfNow(sentences: readonly string[]): string[] {
  return sentences.map((one) => one.replace(/^(A|No) challenge was given:/, '$1 nonce was given:'));
}

function withoutLaterRules(claims: Claims): Claims {
  return { ...claims, verdicts: claims.verdicts.filter(({ verdict }) => verdict !== 'not-scored') };
}
