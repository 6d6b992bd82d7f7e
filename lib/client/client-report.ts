import { z } from 'zod';
import { clientRules } from '../rules/client.ts';
import { PETVET_VERSION } from '../run/version.ts';
import type { ClientFinding } from './finding.ts';
import { requestLine } from './judge-requests.ts';
import type { VettedClient } from './vet-client.ts';

/** The name and version of the format. */
const CLIENT_SCHEMA = 'petvet/client/1';

const RuleId = z.enum(['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5', 'CLIENT-6']);

/** `client.json`: the verdicts on a client, and the requests that they rest on. No header and no body is in it. */
export const ClientReport = z.strictObject({
  schema: z.literal(CLIENT_SCHEMA),
  petvet: z.string(),
  outcome: z.enum(['conforming', 'incomplete', 'violating']),
  /** Absent of a recording. */
  command: z.string().exactOptional(),
  /** The file of a recording, and which of its keys it is about. */
  source: z.string().exactOptional(),
  asOf: z.iso.date(),
  /** When the client was started, or its first recorded request was sent. */
  startedAt: z.iso.datetime(),
  wasInterrupted: z.boolean(),
  /** Absent of a recording. */
  client: z
    .strictObject({
      exitStatus: z.int().nullable(),
      tookTooLong: z.boolean(),
      seconds: z.number(),
    })
    .exactOptional(),
  rules: z.array(
    z.strictObject({
      id: RuleId,
      level: z.enum(['must', 'should']),
      verdict: z.enum(['pass', 'fail', 'warn', 'inconclusive', 'not-exercised']),
      says: z.string(),
      expected: z.string().exactOptional(),
      actual: z.string().exactOptional(),
      requests: z.array(z.int()),
    }),
  ),
  requests: z.array(
    z.strictObject({
      number: z.int(),
      /** Method and target; of undocumented parameters the names alone. */
      request: z.string(),
      credential: z.enum(['primary', 'none', 'wrong', 'unknown', 'second']),
      /** Milliseconds since `startedAt`. */
      arrivedAt: z.number(),
      endedAt: z.number().exactOptional(),
      status: z.int().exactOptional(),
      /** Seconds, where a 429 of the script asked to wait. */
      retryAfter: z.int().exactOptional(),
      /** The number of the refused request whose wait it did not keep. */
      duringWaitOf: z.int().exactOptional(),
      underWay: z.boolean().exactOptional(),
    }),
  ),
});

/** What `client.json` holds. */
export type ClientReport = z.infer<typeof ClientReport>;

/** A client that was run, or one that was recorded. */
type JudgedClient = Pick<VettedClient, 'startedAt' | 'log' | 'findings'> & Partial<VettedClient>;

/** @param which - the command as it was asked for, in one line, or the source of a recording */
export function clientReport(
  { end, ...judged }: JudgedClient,
  which: Pick<ClientReport, 'command' | 'source'>,
  asOf: string,
): ClientReport {
  return {
    schema: CLIENT_SCHEMA,
    petvet: PETVET_VERSION,
    outcome: outcomeOf(judged.findings),
    ...which,
    asOf,
    startedAt: new Date(judged.startedAt).toISOString(),
    wasInterrupted: judged.wasInterrupted ?? false,
    ...(end !== undefined && {
      client: { exitStatus: end.status, tookTooLong: end.tookTooLong, seconds: rounded(end.seconds) },
    }),
    rules: judged.findings.map(({ rule, ...finding }) => ({
      id: rule,
      level: levelOf({ rule, verdict: finding.verdict }),
      ...finding,
      requests: [...finding.requests],
    })),
    requests: judged.log.map(({ number, sent, arrivedAt, endedAt, status, refusal, duringWaitOf, underWay }) => ({
      number,
      request: requestLine(sent),
      credential: sent.credential,
      arrivedAt: rounded(arrivedAt),
      ...(endedAt !== undefined && { endedAt: rounded(endedAt) }),
      ...(status !== undefined && { status }),
      ...(refusal !== undefined && { retryAfter: refusal.retryAfter }),
      ...(duringWaitOf !== undefined && { duringWaitOf }),
      ...(underWay === true && { underWay }),
    })),
  };
}

/** CLIENT-6 is a should that becomes a must with the removal of getPet: then its violation is a `fail`. */
function levelOf({ rule, verdict }: Pick<ClientFinding, 'rule' | 'verdict'>): 'must' | 'should' {
  return verdict === 'fail' ? 'must' : clientRules[rule].level;
}

/** `incomplete`: no violation, and a must rule is not verified. */
function outcomeOf(findings: readonly ClientFinding[]): ClientReport['outcome'] {
  if (findings.some(({ verdict }) => verdict === 'fail')) return 'violating';
  return findings.some(isOpen) ? 'incomplete' : 'conforming';
}

function isOpen({ rule, verdict }: ClientFinding): boolean {
  return clientRules[rule].level === 'must' && (verdict === 'inconclusive' || verdict === 'not-exercised');
}

function rounded(figure: number): number {
  return Math.round(figure * 1_000) / 1_000;
}
