import { z } from 'zod';
import { clientRules } from '../rules/client.ts';
import { PETVET_VERSION } from '../run/version.ts';
import type { ClientFinding } from './finding.ts';
import type { Grease } from './grease.ts';
import { requestLine } from './judge-requests.ts';
import { observe } from './observe.ts';
import type { ClientRequest } from './request-log.ts';
import { DISTURBANCES, SITUATION_NAMES, SITUATIONS, type SituationName } from './situations.ts';
import { tellEnd } from './tell-end.ts';
import type { ClientRun, VettedClient } from './vet-client.ts';

/** The name of the report within its folder. */
export const CLIENT_REPORT_FILE = 'client.json';

/** The name and version of the format. */
const CLIENT_SCHEMA = 'petvet/client/2';

const RuleId = z.enum(['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5', 'CLIENT-6']);

const Run = z.strictObject({
  /** Null where a signal ended it. */
  exitStatus: z.int().nullable(),
  tookTooLong: z.boolean(),
  seconds: z.number(),
});

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
  /** How the first run ended, whether one took too long, and the seconds of all; absent where petvet did not start the client. */
  client: Run.exactOptional(),
  situations: z.array(
    z.strictObject({
      name: z.enum(SITUATION_NAMES),
      /** What happens in it. */
      says: z.string(),
      /** Whether all of that befell the client. */
      isMet: z.boolean(),
      /** What the client did. */
      observed: z.string(),
      runs: z.array(Run),
    }),
  ),
  /** What the client stands of what the specification leaves open, where a seed was given. */
  grease: z
    .strictObject({
      seed: z.int(),
      verdict: z.enum(['stands', 'breaks', 'unknown']),
      freedoms: z.array(z.string()),
      reliesOn: z.array(z.strictObject({ name: z.string(), says: z.string(), clause: z.string() })),
      isMinimal: z.boolean(),
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
      /** The kinds of faults, where a rule can be violated in several ways. */
      faults: z.array(z.strictObject({ name: z.string(), requests: z.array(z.int()) })).exactOptional(),
    }),
  ),
  requests: z.array(
    z.strictObject({
      number: z.int(),
      situation: z.enum(SITUATION_NAMES).exactOptional(),
      run: z.int().exactOptional(),
      /** Method and target; of undocumented parameters the names alone. */
      request: z.string(),
      credential: z.enum(['primary', 'none', 'wrong', 'unknown', 'second']),
      /** Milliseconds since `startedAt`. */
      arrivedAt: z.number(),
      endedAt: z.number().exactOptional(),
      /** When the client closed the connection before that. */
      abandonedAt: z.number().exactOptional(),
      status: z.int().exactOptional(),
      /** What happened to it, besides a 429. */
      disturbance: z.enum(DISTURBANCES).exactOptional(),
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
type JudgedClient = Pick<VettedClient, 'startedAt' | 'log' | 'findings'> &
  Partial<Omit<VettedClient, 'baseUrl' | 'key'>>;

/** @param which - the command as it was asked for, in one line, or the source of a recording */
export function clientReport(
  { situations = [], grease, ...judged }: JudgedClient,
  which: Pick<ClientReport, 'command' | 'source'>,
  asOf: string,
): ClientReport {
  return {
    schema: CLIENT_SCHEMA,
    petvet: PETVET_VERSION,
    outcome: grease?.verdict === 'breaks' ? 'violating' : outcomeOf(judged.findings),
    ...which,
    asOf,
    startedAt: new Date(judged.startedAt).toISOString(),
    wasInterrupted: judged.wasInterrupted ?? false,
    ...clientRun(situations.flatMap(({ runs }) => runs)),
    situations: situations.map(({ name, isMet, runs }) => ({
      name,
      says: SITUATIONS[name].says,
      isMet,
      observed: `${observe(
        name,
        judged.log.filter(({ situation }) => situation === name),
        grease,
      )}${endOf(name, runs)}`,
      runs: runs.map(runOf),
    })),
    ...(grease !== undefined && { grease: greaseOf(grease) }),
    rules: judged.findings.map(({ rule, faults, ...finding }) => ({
      id: rule,
      level: levelOf({ rule, verdict: finding.verdict }),
      ...finding,
      requests: [...finding.requests],
      ...(faults !== undefined && { faults: faults.map(({ name, requests }) => ({ name, requests: [...requests] })) }),
    })),
    requests: judged.log.map(requestOf),
  };
}

function greaseOf({ seed, verdict, freedoms, reliesOn, isMinimal }: Grease): NonNullable<ClientReport['grease']> {
  return {
    seed,
    verdict,
    freedoms: freedoms.map(({ name }) => name),
    reliesOn: reliesOn.map(({ name, says, clause }) => ({ name, says, clause })),
    isMinimal,
  };
}

/** An end that is not as good as can be; where the client was run until it broke, that is told already. */
function endOf(name: SituationName, runs: readonly ClientRun[]): string {
  const odd = runs.find(({ status }) => status !== 0);
  if (name === 'greased' || odd === undefined) return '';
  return `; ${tellEnd(runOf(odd))}`;
}

function requestOf(request: ClientRequest): ClientReport['requests'][number] {
  const { number, sent, arrivedAt, endedAt, abandonedAt, refusal } = request;
  const { situation, run, status, disturbance, duringWaitOf, underWay } = request;
  return {
    number,
    ...(situation !== undefined && { situation }),
    ...(run !== undefined && { run }),
    request: requestLine(sent),
    credential: sent.credential,
    arrivedAt: rounded(arrivedAt),
    ...(endedAt !== undefined && { endedAt: rounded(endedAt) }),
    ...(abandonedAt !== undefined && { abandonedAt: rounded(abandonedAt) }),
    ...(status !== undefined && { status }),
    ...(disturbance !== undefined && { disturbance }),
    ...(refusal !== undefined && { retryAfter: refusal.retryAfter }),
    ...(duringWaitOf !== undefined && { duringWaitOf }),
    ...(underWay === true && { underWay }),
  };
}

function runOf({ status, tookTooLong, seconds }: ClientRun): z.infer<typeof Run> {
  return { exitStatus: status, tookTooLong, seconds: rounded(seconds) };
}

function clientRun(runs: readonly ClientRun[]): Pick<ClientReport, 'client'> {
  const [first] = runs;
  if (first === undefined) return {};
  const tookTooLong = runs.some((one) => one.tookTooLong);
  const seconds = runs.reduce((sum, one) => sum + one.seconds, 0);
  return { client: runOf({ ...first, tookTooLong, seconds }) };
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
