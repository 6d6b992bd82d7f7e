import { isDeepStrictEqual } from 'node:util';
import { clientReport, type ClientReport } from '../client/client-report.ts';
import type { ReadClientEvidence } from '../client/client-evidence.ts';
import { tellOutcome, tellUnverified, unverified } from '../client/outcome.ts';
import { NAMED_SITUATIONS, type SituationName } from '../client/situations.ts';
import { SPECIFICATION_VERSION } from '../contract/lifecycle.ts';
import { largest } from '../evidence/extremes.ts';
import { parsedJson } from '../evidence/parsed-json.ts';
import type { ClientClaims, ClientPredicate } from './client-predicate.ts';

/** The report that the evidence of a client leads to. */
export function reportOfClient({ asOf, command, ...judged }: ReadClientEvidence): ClientReport {
  return clientReport(judged, { command }, asOf);
}

/** What the evidence of a client lets a certificate say. */
export function clientClaimsOf(judged: ReadClientEvidence): ClientClaims {
  const { command, asOf, startedAt, log, grease } = judged;
  const { rules, situations } = reportOfClient(judged);
  const lastAt = largest(log.map(({ arrivedAt, endedAt = arrivedAt, abandonedAt = endedAt }) => abandonedAt));
  return {
    specification: SPECIFICATION_VERSION,
    command,
    asOf,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + Math.floor(lastAt)).toISOString(),
    requests: { sent: log.length, refused: log.filter(({ status }) => status === 429).length },
    situations: NAMED_SITUATIONS.map((name) => ({ name, isMet: isMet(name, situations) })),
    verdicts: rules.map(({ id, level, verdict }) => ({
      rule: id,
      level,
      // A violated rule leaves no certificate.
      verdict: verdict === 'fail' ? 'inconclusive' : verdict,
    })),
    ...(grease?.verdict === 'stands' && {
      stands: { seed: grease.seed, freedoms: grease.freedoms.map(({ name }) => name) },
    }),
  };
}

function isMet(name: SituationName, situations: ClientReport['situations']): boolean {
  return situations.some((one) => one.name === name && one.isMet);
}

/** What keeps the evidence of a client from carrying a certificate, as a clause: the first reason, and of what kind it is. */
export function whyNoClientCertificate(
  judged: ReadClientEvidence,
): { readonly what: 'complete' | 'verdicts'; readonly why: string } | undefined {
  const report = reportOfClient(judged);
  if (report.outcome === 'violating') return { what: 'verdicts', why: tellOutcome(report) };
  if (report.wasInterrupted) return { what: 'complete', why: 'the run was interrupted' };
  const missing = NAMED_SITUATIONS.find((name) => !report.situations.some((one) => one.name === name));
  if (missing !== undefined) return { what: 'complete', why: `the client was not run in the situation ${missing}` };
  const open = unverified(report);
  return open.length === 0 ? undefined : { what: 'complete', why: tellUnverified(open) };
}

/** Why a report is not that of the evidence beside it, as a clause. @param text - client.json */
export function whyNotItsClientReport(text: string, judged: ReadClientEvidence): string | undefined {
  const own: unknown = parsedJson(JSON.stringify(reportOfClient(judged)));
  return isDeepStrictEqual(parsedJson(text), own) ? undefined : 'judged again, the evidence leads to another one';
}

/** What a certificate of a client does not prove, a sentence each. */
export function clientLimitsOf({ claims, about }: Pick<ClientPredicate, 'claims' | 'about'>): string[] {
  const unmet = claims.situations.filter(({ isMet: was }) => !was).map(({ name }) => name);
  const { stands } = claims;
  return [
    'It is about the requests of one run. Against another service or later the client may send others.',
    'Only the signer saw the traffic, and could have written the evidence by hand.',
    'The dates are those of the clock of the machine that made the run.',
    about.kind === 'command'
      ? 'It covers whatever the command started at that time: petvet did not identify it.'
      : 'The signer says that the command started the named subject; petvet did not see that.',
    ...(unmet.length > 0 ? [`These situations were not met, so nothing is said of them: ${unmet.join(', ')}.`] : []),
    stands === undefined
      ? 'It was not shown which freedoms of a service the client stands.'
      : `The client was shown to stand ${stands.freedoms.length} freedoms of a service, drawn from seed ${stands.seed}, and no others.`,
  ];
}
