import * as z from 'zod';
import { NAMED_SITUATIONS } from '../client/situations.ts';
import {
  CertificatePredicate,
  CertificateStatement,
  certificateStatement,
  Sha256,
  STATEMENT_TYPE,
  StatementSubject,
  TEST_RESULT_TYPE,
  testResultStatement,
  type TestResultStatement,
} from './predicate.ts';

/** The type of the predicate on a client; its number rises when a reader of the old one would be misled. */
const CLIENT_TYPE = 'urn:petvet:client-certificate:1';

/** What the evidence alone says of a client, and whoever has it can work out again. */
const ClientClaims = z.strictObject({
  specification: z.string(),
  command: z.string(),
  asOf: z.iso.date(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  requests: z.strictObject({ sent: z.int(), refused: z.int() }),
  situations: z.array(z.strictObject({ name: z.enum(NAMED_SITUATIONS), isMet: z.boolean() })),
  verdicts: z.array(
    z.strictObject({
      rule: z.string().regex(/^CLIENT-\d+$/),
      level: z.enum(['must', 'should']),
      verdict: z.enum(['pass', 'warn', 'inconclusive', 'not-exercised']),
    }),
  ),
  /** What it was shown to stand, all together, of what the specification leaves open; absent where nothing was. */
  stands: z.strictObject({ seed: z.int(), freedoms: z.array(z.string()) }).exactOptional(),
});

/** See the schema of the same name. */
export type ClientClaims = z.infer<typeof ClientClaims>;

/** petvet's own predicate on a client. */
const ClientPredicate = z.strictObject({
  kind: z.literal('client'),
  petvet: z.string(),
  claims: ClientClaims,
  freshUntil: z.iso.datetime(),
  /** command: whatever it started; named: the signer says that it started this. */
  about: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('command') }),
    z.strictObject({ kind: z.literal('named'), name: z.string(), sha256: Sha256 }),
  ]),
  evidence: z.strictObject({ name: z.literal('client-evidence.jsonl'), sha256: Sha256, bytes: z.int() }),
  report: z.strictObject({ name: z.literal('client.json'), sha256: Sha256 }),
  /** The payload of the other statement: the two belong together. */
  testResult: z.strictObject({ sha256: Sha256 }),
  doesNotProve: z.array(z.string()).min(1),
  /** PEM */
  signer: z.strictObject({ publicKey: z.string() }),
});

/** See {@link ClientPredicate}. */
export type ClientPredicate = z.infer<typeof ClientPredicate>;

/** What a certificate of a client says but for what its form adds. */
export type ClientContent = Omit<ClientPredicate, 'signer' | 'testResult'>;

/** What a certificate says: of a service, or of a client. */
export type AnyPredicate = CertificatePredicate | ClientPredicate;

/** The second statement of a certificate of either kind. */
export const AnyStatement = z.discriminatedUnion('predicateType', [
  CertificateStatement,
  z.strictObject({
    _type: z.literal(STATEMENT_TYPE),
    subject: StatementSubject,
    predicateType: z.literal(CLIENT_TYPE),
    predicate: ClientPredicate,
  }),
]);

/** See {@link AnyStatement}. */
export type AnyStatement = z.infer<typeof AnyStatement>;

/** Whether a certificate is about a client. */
export function isOfClient(predicate: AnyPredicate): predicate is ClientPredicate {
  return 'kind' in predicate;
}

/** Writes the statement of petvet's own predicate. */
export function ownStatement(predicate: AnyPredicate): AnyStatement {
  if (!isOfClient(predicate)) return certificateStatement(predicate);
  return { _type: STATEMENT_TYPE, subject: clientSubject(predicate), predicateType: CLIENT_TYPE, predicate };
}

/** Writes the statement of the standard predicate, which follows from petvet's own. */
export function resultStatement(
  content: Omit<CertificatePredicate, 'signer' | 'testResult'> | ClientContent,
): TestResultStatement {
  if (!('kind' in content)) return testResultStatement(content);
  const { petvet, claims, evidence, report } = content;
  const { specification, asOf, command, verdicts } = claims;
  const named = (verdict: string) => verdicts.filter((one) => one.verdict === verdict).map(({ rule }) => rule);
  const warnedTests = named('warn');
  return {
    _type: STATEMENT_TYPE,
    subject: clientSubject(content),
    predicateType: TEST_RESULT_TYPE,
    predicate: {
      result: warnedTests.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [
        { name: 'petvet', annotations: { petvet, specification, asOf } },
        { name: 'client', annotations: { command } },
        { name: evidence.name, digest: { sha256: evidence.sha256 } },
        { name: report.name, digest: { sha256: report.sha256 } },
      ],
      passedTests: named('pass'),
      warnedTests,
      failedTests: [],
    },
  };
}

/** Of a command it is the evidence, which is all that stays of the run. */
function clientSubject({
  about,
  evidence,
}: Pick<ClientPredicate, 'about' | 'evidence'>): TestResultStatement['subject'] {
  const { name, sha256 } = about.kind === 'named' ? about : evidence;
  return [{ name, digest: { sha256 } }];
}
