import * as z from 'zod';
import { Attested } from './attested.ts';
import { CERTIFIED_PROFILES, LOAD_REPORT_FILE } from './load-run.ts';
import { PLAN_CHOICES } from '../contract/plans.ts';
import { publishedSchema } from '../shapes/report.ts';

/** The type of petvet's own predicate; its number rises when a reader of the old one would be misled. */
const CERTIFICATE_TYPE = 'urn:petvet:certificate:1';

/** The standard predicate beside it. Source: in-toto attestation, predicates, test-result. */
export const TEST_RESULT_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** The type of every in-toto statement. */
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** A digest, in hexadecimal digits. */
export const Sha256 = z.string().regex(/^[\da-f]{64}$/);

/** The verdict on a rule, as a certificate has it. */
export const CERTIFIED_VERDICTS = [
  'pass',
  'warn',
  'observed',
  'not-exercised',
  'not-applicable',
  'inconclusive',
] as const;

const Verdicts = z
  .array(
    z.strictObject({
      rule: z.string().regex(/^[A-Z]+-\d+$/),
      level: z.enum(['must', 'should', 'observed']),
      verdict: z.enum([...CERTIFIED_VERDICTS, 'not-scored']),
    }),
  )
  .meta({
    description:
      'One for each rule that the profile is about, in the order of the catalogue; `not-scored`: the rule came after the catalogue',
  });

/** What the evidence alone says, and whoever has it can work out again. */
const Claims = z.strictObject({
  catalogue: z.string().meta({ description: 'The version of the catalogue of rules that was scored' }),
  specification: z.string(),
  profile: z
    .enum(CERTIFIED_PROFILES)
    .meta({ description: 'complete: a check of every rule; load …: of the rules that a load scenario asks about' }),
  seed: z.int().meta({ description: 'Of the draws; what was drawn follows from it' }),
  target: z.strictObject({
    name: z.string(),
    baseUrl: z.string(),
    plan: z.enum(PLAN_CHOICES),
    perMinute: z.int().min(0).exactOptional(),
    perDay: z.int().min(0).exactOptional(),
    windows: z.strictObject({
      minuteSeconds: z.number().positive(),
      daySeconds: z.number().positive(),
      testInstallation: z
        .boolean()
        .meta({ description: 'The configuration declares other windows than 60 s and a day' }),
    }),
  }),
  asOf: z.iso.date(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  requests: z.strictObject({ sent: z.int(), refused: z.int(), created: z.int() }),
  verdicts: Verdicts,
  observed: z
    .array(z.strictObject({ rule: z.string(), says: z.string(), times: z.int() }))
    .meta({ description: 'What the service does where the specification is silent' }),
});

/** See the schema of the same name. */
export type Claims = z.infer<typeof Claims>;

const Subject = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('address') }),
    z.strictObject({ kind: z.literal('named'), name: z.string(), sha256: Sha256 }),
    z.strictObject({ kind: z.literal('started'), name: z.string(), sha256: Sha256, command: z.string() }),
  ])
  .meta({
    description:
      'address: whatever answered there at that time; named: the signer says that this answered; started: petvet computed the digest of the file and started the command',
  });

/** What a certificate is about. */
export type Subject = z.infer<typeof Subject>;

/** petvet's own predicate. */
export const CertificatePredicate = z
  .strictObject({
    petvet: z.string().meta({ description: 'The version of petvet' }),
    claims: Claims,
    freshUntil: z.iso.datetime().meta({ description: 'From then on the run is too old to rely on' }),
    about: Subject,
    challenge: z
      .string()
      .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u)
      .exactOptional()
      .meta({ description: 'A text from the verifier: seed and names of the created pets follow from it' }),
    attested: Attested.exactOptional(),
    evidence: z.strictObject({ name: z.literal('evidence.jsonl'), sha256: Sha256, bytes: z.int() }),
    report: z.strictObject({ name: z.enum(['conformance.json', LOAD_REPORT_FILE]), sha256: Sha256 }),
    testResult: z
      .strictObject({ sha256: Sha256 })
      .meta({ description: 'The payload of the other statement: the two belong together' }),
    doesNotProve: z.array(z.string()).min(1),
    signer: z.strictObject({
      publicKey: z.string().meta({ description: 'PEM; who holds it, the certificate cannot say' }),
    }),
  })
  .meta({ title: 'A certificate of petvet: the predicate of an in-toto statement' });

/** See {@link CertificatePredicate}. */
export type CertificatePredicate = z.infer<typeof CertificatePredicate>;

/** What a statement is about: of an address it is the evidence, which is all that stays of the run. */
export const StatementSubject = z.tuple([
  z.strictObject({ name: z.string(), digest: z.strictObject({ sha256: Sha256 }) }),
]);

const Descriptor = z.strictObject({
  name: z.string(),
  uri: z.string().exactOptional(),
  digest: z.strictObject({ sha256: Sha256 }).exactOptional(),
  annotations: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
});

/** The standard predicate. */
export const TestResultPredicate = z.strictObject({
  result: z.enum(['PASSED', 'WARNED']),
  configuration: z.array(Descriptor),
  passedTests: z.array(z.string()),
  warnedTests: z.array(z.string()),
  failedTests: z.tuple([]),
});

/** See {@link TestResultPredicate}. */
export type TestResultPredicate = z.infer<typeof TestResultPredicate>;

/** The statement of the standard predicate. */
export const TestResultStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: StatementSubject,
  predicateType: z.literal(TEST_RESULT_TYPE),
  predicate: TestResultPredicate,
});

/** The statement of petvet's own predicate. */
export const CertificateStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: StatementSubject,
  predicateType: z.literal(CERTIFICATE_TYPE),
  predicate: CertificatePredicate,
});

/** See {@link CertificateStatement}. */
export type CertificateStatement = z.infer<typeof CertificateStatement>;

/** See {@link TestResultStatement}. */
export type TestResultStatement = z.infer<typeof TestResultStatement>;

/** The JSON Schema (2020-12) of petvet's own predicate: `certificate.schema.json` beside this file holds it. */
export function certificateJsonSchema(): object {
  return publishedSchema(CertificatePredicate);
}

/** What a predicate is said of. */
export function subjectOf({
  about,
  evidence,
}: Pick<CertificatePredicate, 'about' | 'evidence'>): z.infer<typeof StatementSubject> {
  const { name, sha256 } = about.kind === 'address' ? evidence : about;
  return [{ name, digest: { sha256 } }];
}

/** The standard predicate that goes with petvet's own: it follows from that one. */
export function testResultOf({
  petvet,
  claims,
  evidence,
  report,
}: Pick<CertificatePredicate, 'petvet' | 'claims' | 'evidence' | 'report'>): TestResultPredicate {
  const named = (verdict: string) => claims.verdicts.filter((one) => one.verdict === verdict).map(({ rule }) => rule);
  const warnedTests = named('warn');
  const { catalogue, specification, profile, seed, target, asOf } = claims;
  return {
    result: warnedTests.length > 0 ? 'WARNED' : 'PASSED',
    configuration: [
      {
        name: 'petvet',
        annotations: { petvet, catalogue, specification, profile, seed, asOf, plan: target.plan },
      },
      { name: 'target', uri: target.baseUrl },
      { name: evidence.name, digest: { sha256: evidence.sha256 } },
      { name: report.name, digest: { sha256: report.sha256 } },
    ],
    passedTests: named('pass'),
    warnedTests,
    failedTests: [],
  };
}

/** Writes a statement of the standard predicate. */
export function testResultStatement(
  predicate: Parameters<typeof testResultOf>[0] & Parameters<typeof subjectOf>[0],
): TestResultStatement {
  return {
    _type: STATEMENT_TYPE,
    subject: subjectOf(predicate),
    predicateType: TEST_RESULT_TYPE,
    predicate: testResultOf(predicate),
  };
}

/** Writes a statement of petvet's own predicate. */
export function certificateStatement(predicate: CertificatePredicate): CertificateStatement {
  return { _type: STATEMENT_TYPE, subject: subjectOf(predicate), predicateType: CERTIFICATE_TYPE, predicate };
}
