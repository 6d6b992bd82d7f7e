import { aCertificate, aContent, predicateIn } from '../certificate/certificate.fixture.ts';
import { aCheck, observed } from '../diff/diff.fixture.ts';
import { freshUntil } from '../certificate/claims.ts';
import { clientLimitsOf } from '../certificate/client-claims.ts';
import type { ClientClaims } from '../certificate/client-predicate.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import type { NamedDispute } from './dispute.ts';
import type { Submission } from './submission.ts';

/** The day of these checks. */
export const AS_OF = '2026-11-22';

type Claims = CertificatePredicate['claims'];

/** What is special about a submission that holds. */
interface Holding {
  readonly rows?: Parameters<typeof aCheck>[1];
  readonly claims?: Partial<Claims>;
}

/** A submission that holds. Without more it tells what a limit of 101 gets. */
export function holding(
  name: string,
  version = '1.0.0',
  { rows = [observed('LIST-5', ['limit is "101"', '400'])], claims = {} }: Holding = {},
): Submission {
  const product = { schema: 'petvet/product/1', name, version, vendor: 'Example', reproduce: 'npm start' } as const;
  return {
    name,
    version,
    state: 'holds',
    says: 'the certificate is valid',
    product: { ...product, homepage: 'https://pets.example' },
    certificate: predicateIn(aCertificate(undefined, { claims: { ...aContent().claims, ...claims } }).toString()),
    sha256: 'a'.repeat(64),
    signedBy: 'key',
    rules: aCheck(`${name} ${version}`, rows).rules,
  };
}

/** A submission of a client that holds: it met all but one situation, and stands two freedoms. */
export function holdingClient(name: string, version = '1.0.0', special: Partial<ClientClaims> = {}): Submission {
  const claims: ClientClaims = {
    specification: '1.0.0',
    command: 'node adopt.mjs',
    asOf: '2026-11-21',
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: '2026-11-21T10:02:00.000Z',
    requests: { sent: 40, refused: 12 },
    situations: [
      { name: 'plain', isMet: true },
      { name: 'refusals', isMet: true },
      { name: 'response-lost', isMet: false },
    ],
    verdicts: [
      { rule: 'CLIENT-3', level: 'must', verdict: 'pass' },
      { rule: 'CLIENT-6', level: 'should', verdict: 'warn' },
    ],
    stands: { seed: 7, freedoms: ['large-ids', 'gzip'] },
    ...special,
  };
  const about = { kind: 'command' } as const;
  const { certificate: { petvet } = aContent(), rules: _rules, ...same } = holding(name, version);
  return {
    ...same,
    kind: 'client',
    evidence: 'client-evidence.jsonl.gz',
    client: {
      kind: 'client',
      petvet,
      claims,
      freshUntil: freshUntil(claims),
      about,
      evidence: { name: 'client-evidence.jsonl', sha256: 'b'.repeat(64), bytes: 1 },
      report: { name: 'client.json', sha256: 'c'.repeat(64) },
      testResult: { sha256: 'd'.repeat(64) },
      doesNotProve: clientLimitsOf({ claims, about }),
      signer: { publicKey: 'none' },
    },
  };
}

/** A submission that was refused as too old: all else held. */
export function stale(name: string, version = '1.0.0', special: Holding = {}): Submission {
  const says = 'it counted as fresh until 2026-02-01, which is over';
  const old = { endedAt: '2025-11-03T10:02:00.000Z', ...special.claims };
  return { ...holding(name, version, { ...special, claims: old }), state: 'fails', says, isStale: true };
}

/** A submission that was refused for what it says. */
export function forged(name: string, version = '1.0.0'): Submission {
  return { name, version, state: 'fails', says: 'the evidence was changed' };
}

/** A dispute about a submission that {@link holding} makes. */
export function aDispute(special: Partial<NamedDispute> = {}): NamedDispute {
  return {
    id: '2026-11-22-LIST-2',
    schema: 'petvet/dispute/1',
    certificate: 'a'.repeat(64),
    subject: 'https://pets.example/v1',
    evidence: 'b'.repeat(64),
    violates: [{ rule: 'LIST-2', says: 'an item too many' }],
    opened: AS_OF,
    until: '2026-12-06',
    ...special,
  };
}
