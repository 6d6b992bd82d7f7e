import { isDeepStrictEqual } from 'node:util';
import { judgeClientEvidence, readClientEvidence } from '../client/client-evidence.ts';
import { UsageError } from '../errors.ts';
import { PETVET_VERSION } from '../run/version.ts';
import type { Check, SignatureChecked } from './check.ts';
import { clientClaimsOf, clientLimitsOf, whyNoClientCertificate } from './client-claims.ts';
import { isOfClient, type AnyPredicate, type ClientClaims, type ClientPredicate } from './client-predicate.ts';
import { checkDates } from './dates.ts';
import { isOfThisPetvet } from './made-by.ts';
import {
  checkSigned,
  verifySigned,
  type Verified,
  checkDigest,
  checkReport,
  checkSubjectFile,
  evidenceOf,
  type VerifyPlan,
} from './verify.ts';

/** What came of checking a certificate of a service or of a client. */
export type VerifiedAny = Omit<Verified, 'predicate'> & { readonly predicate?: AnyPredicate };

/**
 * Checks a certificate of either kind.
 *
 * @param signed - what is known of its signature already
 * @throws {UsageError} when the certificate, or the evidence of a client, cannot be read
 * @throws {InterruptedError} when it was interrupted
 */
export async function verifyAny(plan: VerifyPlan, signed?: SignatureChecked): Promise<VerifiedAny> {
  const known = signed ?? (await checkSigned(plan));
  const { checks, predicate } = known;
  if (predicate === undefined || !isOfClient(predicate)) return verifySigned(plan, known);
  return { checks: [...checks, ...(await verifyClient(plan, predicate))], predicate };
}

/**
 * Checks what a signed certificate says of a client: the digests, that the run was complete, and every verdict, by judging the evidence again.
 *
 * @throws {UsageError} when the evidence cannot be read
 */
export async function verifyClient(plan: VerifyPlan, predicate: ClientPredicate): Promise<Check[]> {
  const place = evidenceOf(plan, predicate);
  const digest = await checkDigest(place, predicate.evidence);
  const report = await checkReport(plan, predicate);
  const judged = digest.state === 'holds' ? await checkAgain(place, predicate) : [];
  const { about, claims } = predicate;
  return [
    digest,
    ...(report === undefined ? [] : [report]),
    ...judged,
    checkDates(predicate, { now: plan.now, isGiven: plan.isDateGiven }),
    ...(plan.nonce === undefined
      ? []
      : [{ what: 'nonce', state: 'fails', says: 'a client follows no nonce' } as const]),
    (await checkSubjectFile(plan, about.kind === 'named' ? about : undefined)) ?? {
      what: 'subject',
      state: 'open',
      says:
        about.kind === 'named'
          ? `about ${about.name}, SHA-256 ${about.sha256}, which the signer says ${JSON.stringify(claims.command)} started`
          : `about what ${JSON.stringify(claims.command)} started at that time`,
    },
  ];
}

async function checkAgain(place: string, predicate: ClientPredicate): Promise<Check[]> {
  try {
    const judged = await judgeClientEvidence(readClientEvidence(place), place);
    const against = whyNoClientCertificate(judged);
    const claims = clientClaimsOf(judged);
    if (against?.what === 'verdicts')
      return [{ what: 'verdicts', state: 'fails', says: `judged again, ${against.why}` }];
    const different =
      judged.version === predicate.petvet
        ? differenceOf(predicate, claims)
        : `petvet ${judged.version} made the run, and the certificate says ${predicate.petvet}`;
    return [
      against === undefined
        ? {
            what: 'complete',
            state: 'holds',
            says: `every must rule was verified, in ${claims.requests.sent} requests`,
          }
        : { what: 'complete', state: 'fails', says: against.why },
      ...(isOfThisPetvet(predicate.petvet)
        ? []
        : [
            {
              what: 'complete',
              state: 'open',
              says: `petvet ${predicate.petvet} made the run, and this is ${PETVET_VERSION}: its wording was not checked`,
            } as const,
          ]),
      different === undefined
        ? {
            what: 'verdicts',
            state: 'holds',
            says: 'judged again, the evidence leads to the same verdict on each rule',
          }
        : { what: 'verdicts', state: 'fails', says: different },
    ];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [{ what: 'verdicts', state: 'unchecked', says: `${error.message}: ${error.hint}` }];
  }
}

/** Where a certificate says something else than its evidence, as a clause. */
function differenceOf(predicate: ClientPredicate, judged: ClientClaims): string | undefined {
  const { claims } = predicate;
  const members = [
    'verdicts',
    'stands',
    'situations',
    'command',
    'asOf',
    'startedAt',
    'endedAt',
    'requests',
    'specification',
  ] as const satisfies readonly (keyof ClientClaims)[];
  const other = members.find((member) => !isDeepStrictEqual(claims[member], judged[member]));
  if (other !== undefined) return `what the certificate says of ${other} is not what the evidence says`;
  const isTold =
    !isOfThisPetvet(predicate.petvet) || isDeepStrictEqual(predicate.doesNotProve, clientLimitsOf(predicate));
  return isTold ? undefined : 'what the certificate does not prove is not what petvet says of such a run';
}
