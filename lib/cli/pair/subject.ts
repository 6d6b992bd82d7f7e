import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { concludeChecks } from '../../certificate/check.ts';
import { verifyAny } from '../../certificate/verify-client.ts';
import { evidenceOf } from '../../certificate/verify.ts';
import { CLIENT_EVIDENCE_FILE } from '../../client/client-evidence.ts';
import type { Grease } from '../../client/grease.ts';
import { UsageError } from '../../errors.ts';
import type { Exchange } from '../../evidence/exchange.ts';
import { choicesIn, type Choice } from '../../pair/choices.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import type { EvidenceSource } from '../../run/verdicts.ts';
import { printable } from '../../text/printable.ts';
import { judgeRunAgain } from '../shared/recorded-client.ts';
import type { Terminal } from '../shared/terminal.ts';

/** One of those who may meet. */
export type Subject = {
  /** The command of the client, or the address of the service. */
  readonly name: string;
  /** When its run began, as a date. */
  readonly on: string;
  /** The must rules by their verdicts, of this run. */
  readonly rules: ReadonlyMap<string, string>;
} & (
  | { readonly kind: 'client'; readonly grease?: Grease }
  | { readonly kind: 'service'; readonly choices: readonly Choice[] }
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
  const evidence = isCertificate ? await evidenceOfCertificate(given, terminal) : given;
  const { verdicts, source, client, grease } = await judgeRunAgain(evidence, terminal);
  const { knowledge, ledger, run } = verdicts;
  const must = ledger.rows.filter(({ level }) => level === 'must');
  const common = {
    on: new Date(run.startedAt).toISOString().slice(0, 10),
    rules: new Map(must.map(({ id, verdict }) => [id, verdict])),
  };
  return client === undefined
    ? { kind: 'service', name: knowledge.baseUrl, ...common, choices: await choicesIn(exchangesIn(source)) }
    : { kind: 'client', name: client.command ?? '', ...common, ...(grease !== undefined && { grease }) };
}

async function* exchangesIn(source: EvidenceSource): AsyncGenerator<Exchange> {
  for await (const item of source()) if ('exchange' in item) yield item.exchange;
}

/** Whoever signed it: what it says follows from its evidence. */
async function evidenceOfCertificate(file: string, { interrupt }: Terminal): Promise<string> {
  const plan = { file, isAnySigner: true, now: Date.now(), interrupt };
  const { checks, predicate } = await verifyAny(plan);
  const conclusion = concludeChecks(checks);
  if (predicate === undefined || conclusion !== 'holds')
    throw new UsageError(
      `${file} is not a valid certificate: ${printable(checks.find(({ state }) => state === conclusion)?.says ?? '', 300)}`,
      '`petvet verify` says more of it; the folder of a report can be named instead',
    );
  return evidenceOf(plan, predicate);
}
