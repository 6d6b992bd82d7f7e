import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENT_EVIDENCE_FILE, judgeClientEvidence, printClientEvidence } from '../client/client-evidence.ts';
import { drawFreedoms } from '../client/freedoms.ts';
import { refusedThenAfter } from '../client/log.fixture.ts';
import type { ClientRequest } from '../client/request-log.ts';
import { NAMED_SITUATIONS } from '../client/situations.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { aDigest } from './certificate.fixture.ts';
import { freshUntil } from './claims.ts';
import { clientClaimsOf, clientLimitsOf, reportOfClient } from './client-claims.ts';
import type { ClientContent } from './client-predicate.ts';

/** A client that conforms in every situation, and stands the freedoms of a seed where one is given. */
interface ClientHistory {
  readonly waits?: readonly number[];
  readonly situations?: readonly (typeof NAMED_SITUATIONS)[number][];
  readonly wasInterrupted?: boolean;
  readonly seed?: number | undefined;
  readonly startedAt?: number;
}

const ENDED = { status: 0, tookTooLong: false, seconds: 1 };

/** The evidence of a client. */
export function clientEvidence({
  waits = [1_500, 3_000, 6_000, 12_000],
  situations = NAMED_SITUATIONS,
  wasInterrupted = false,
  seed,
  startedAt = Date.now() - 60_000,
}: ClientHistory = {}): string {
  const log = refusedThenAfter(waits, 1).map((one): ClientRequest => ({ ...one, situation: 'refusals', run: 1 }));
  const met = situations.map((name) => ({ name, isMet: name !== 'response-lost', runs: [ENDED] }));
  const grease = seed !== undefined && {
    seed,
    freedoms: drawFreedoms(seed),
    isRefused: true,
    verdict: 'stands' as const,
    stood: [],
    reliesOn: [],
    isMinimal: true,
    runs: 2,
  };
  const greased = { name: 'greased', isMet: true, runs: [ENDED, ENDED] } as const;
  const run = {
    key: 'pet_0123456789abcdef01234567',
    startedAt,
    wasInterrupted,
    log,
    situations: grease === false ? met : [...met, greased],
    ...(grease && { grease }),
  };
  return printClientEvidence(run, { command: 'node adopt.mjs', asOf: '2026-11-27' });
}

/** The folder of a report on a client with this evidence; it stays in the temporary folder until `place` is removed. */
export async function clientFolder(evidence: string): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'petvet-client-run-'));
  writeFileSync(join(place, CLIENT_EVIDENCE_FILE), evidence);
  const report = reportOfClient(await judgeClientEvidence(evidence, CLIENT_EVIDENCE_FILE));
  writeFileSync(join(place, 'client.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  return place;
}

/** What a certificate of a client with this evidence says. */
export async function clientContent(evidence: string): Promise<ClientContent> {
  const judged = await judgeClientEvidence(evidence, CLIENT_EVIDENCE_FILE);
  const claims = clientClaimsOf(judged);
  const about = { kind: 'command' } as const;
  return {
    kind: 'client',
    petvet: PETVET_VERSION,
    claims,
    freshUntil: freshUntil(claims),
    about,
    evidence: { name: CLIENT_EVIDENCE_FILE, ...aDigest(evidence) },
    report: { name: 'client.json', sha256: aDigest('').sha256 },
    doesNotProve: clientLimitsOf({ claims, about }),
  };
}
