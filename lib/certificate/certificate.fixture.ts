import { createHash, generateKeyPairSync } from 'node:crypto';
import { PETVET_VERSION } from '../run/version.ts';
import { Envelope, statementIn } from './envelope.ts';
import { printCertificate, type CertificateContent } from './bundle.ts';
import { claimsOf, freshUntil, limitsOf } from './claims.ts';
import { CertificateStatement, type CertificatePredicate } from './predicate.ts';

/** A key pair that nobody else has. */
export function aKey() {
  return generateKeyPairSync('ed25519');
}

/** The digest of a text, as a certificate has it. */
export function aDigest(text: string | Buffer): { readonly sha256: string; readonly bytes: number } {
  return { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
}

/** Evidence that only its digest is looked at of. */
export const SOME_EVIDENCE = '{"petvet":"evidence/1"}\n{"exchange":{"id":1}}\n{"run":{"runId":"c1hh07"}}\n';

/** What a certificate says, of a run that verified two rules. */
export function aContent(change: Partial<CertificateContent> = {}): CertificateContent {
  const claims: ReturnType<typeof claimsOf> = {
    catalogue: '1.0.0',
    specification: '1.0.0',
    profile: 'complete',
    seed: 42,
    target: {
      name: 'staging',
      baseUrl: 'https://pets.example/v1',
      plan: 'free',
      perMinute: 60,
      perDay: 1_000,
      windows: { minuteSeconds: 60, daySeconds: 86_400, testInstallation: false },
    },
    asOf: '2026-11-21',
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: '2026-11-21T10:02:00.000Z',
    requests: { sent: 118, refused: 3, created: 12 },
    verdicts: [
      { rule: 'LIST-2', level: 'must', verdict: 'pass' },
      { rule: 'AUTH-5', level: 'should', verdict: 'warn' },
    ],
    observed: [{ rule: 'LIST-5', says: 'limit is "abc": 400', times: 1 }],
  };
  const about = { kind: 'address' } as const;
  return {
    petvet: PETVET_VERSION,
    claims,
    freshUntil: freshUntil(claims),
    about,
    evidence: { name: 'evidence.jsonl', ...aDigest(SOME_EVIDENCE) },
    report: { name: 'conformance.json', sha256: aDigest('{}').sha256 },
    doesNotProve: limitsOf({ claims, about }),
    ...change,
  };
}

/** A certificate as its file has it. */
export function aCertificate(key = aKey(), change: Partial<CertificateContent> = {}): Buffer {
  return Buffer.from(printCertificate(aContent(change), key));
}

/** The envelopes of a certificate. */
export function envelopesIn(text: string): Envelope[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => Envelope.parse(JSON.parse(line)));
}

/** What a certificate says, whoever signed it. */
export function predicateIn(text: string): CertificatePredicate {
  const [, own] = envelopesIn(text);
  if (own === undefined) throw new TypeError('a certificate has two envelopes');
  return CertificateStatement.parse(JSON.parse(statementIn(own))).predicate;
}
