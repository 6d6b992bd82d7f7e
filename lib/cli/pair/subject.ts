import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { concludeChecks } from '../../certificate/check.ts';
import { reportOfClient } from '../../certificate/client-claims.ts';
import { isOfClient } from '../../certificate/client-predicate.ts';
import { verifyClient } from '../../certificate/verify-client.ts';
import { checkSigned, evidenceOf, verifySigned } from '../../certificate/verify.ts';
import {
  CLIENT_EVIDENCE_FILE,
  clientEvidenceAt,
  judgeClientEvidence,
  readClientEvidence,
} from '../../client/client-evidence.ts';
import type { Grease } from '../../client/grease.ts';
import { UsageError } from '../../errors.ts';
import type { Exchange } from '../../evidence/exchange.ts';
import { readEvidence } from '../../evidence/log.ts';
import { choicesIn, type Choice } from '../../pair/choices.ts';
import type { Side } from '../../pair/pair.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { printable } from '../../text/printable.ts';
import { evidenceIn, judgeAgain } from '../shared/recorded.ts';
import type { Terminal } from '../shared/terminal.ts';

/** One of those who may meet. */
export type Subject = {
  /** The command of the client, or the address of the service. */
  readonly name: string;
  /** When its run began, as a date. */
  readonly on: string;
} & (
  | {
      readonly kind: 'client';
      readonly grease?: Grease;
      /** The must rules by their verdicts, of this run. */
      readonly rules: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'service'; readonly choices: readonly Choice[]; readonly side: Side }
);

/** Files that are evidence by their names; any other is a certificate. */
const EVIDENCE: readonly string[] = [EVIDENCE_FILE, CLIENT_EVIDENCE_FILE];

/**
 * Reads what a certificate, the folder of a report, or a file of evidence is about, and judges its evidence again.
 *
 * @throws {UsageError} when it cannot be read, or is a certificate that is not valid
 */
export async function subjectAt(given: string, terminal: Terminal): Promise<Subject> {
  const isCertificate =
    statSync(given, { throwIfNoEntry: false })?.isFile() === true && !EVIDENCE.includes(basename(given));
  const certified = isCertificate ? await evidenceOfCertificate(given, terminal) : undefined;
  const client = clientEvidenceAt(certified ?? given);
  return client === undefined ? serviceAt(certified ?? evidenceIn(given), terminal) : clientAt(client);
}

async function clientAt(file: string): Promise<Subject> {
  const judged = await judgeClientEvidence(readClientEvidence(file), file);
  const { command, startedAt, grease } = judged;
  const rules = reportOfClient(judged).rules.filter(({ level }) => level === 'must');
  return {
    kind: 'client',
    name: command,
    on: dateOf(startedAt),
    ...(grease !== undefined && { grease }),
    rules: new Map(rules.map(({ id, verdict }) => [id, verdict])),
  };
}

async function serviceAt(file: string, terminal: Terminal): Promise<Subject> {
  const { knowledge, ledger, run } = await judgeAgain(file, terminal);
  const must = ledger.rows.filter(({ level }) => level === 'must');
  return {
    kind: 'service',
    name: knowledge.baseUrl,
    on: dateOf(run.startedAt),
    choices: await choicesIn(exchangesIn(file)),
    side: {
      violated: must.flatMap(({ id, verdict }) => (verdict === 'fail' ? id : [])),
      unverified: must.flatMap(({ id, verdict }) =>
        verdict === 'inconclusive' || verdict === 'not-exercised' ? id : [],
      ),
    },
  };
}

async function* exchangesIn(file: string): AsyncGenerator<Exchange> {
  for await (const item of readEvidence(file)) if ('exchange' in item) yield item.exchange;
}

/** Whoever signed it: what it says follows from its evidence. */
async function evidenceOfCertificate(file: string, { interrupt }: Terminal): Promise<string> {
  const plan = {
    file,
    publicKey: undefined,
    isAnySigner: true,
    identity: undefined,
    trustedRoot: undefined,
    now: Date.now(),
    interrupt,
  };
  const signed = await checkSigned(plan);
  const { predicate } = signed;
  const checks =
    predicate !== undefined && isOfClient(predicate)
      ? [...signed.checks, ...(await verifyClient(plan, predicate))]
      : (await verifySigned(plan, signed)).checks;
  const conclusion = concludeChecks(checks);
  if (predicate === undefined || conclusion !== 'holds')
    throw new UsageError(
      `${file} is not a valid certificate: ${printable(checks.find(({ state }) => state === conclusion)?.says ?? '', 300)}`,
      '`petvet verify` says more of it; the folder of a report can be named instead',
    );
  return evidenceOf(plan, predicate);
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
