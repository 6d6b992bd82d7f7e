import { join } from 'node:path';
import { clientEvidenceAt, judgeClientEvidence, readClientEvidence } from '../../client/client-evidence.ts';
import { clientReport } from '../../client/client-report.ts';
import { judgeRecorded } from '../../client/judge-recorded.ts';
import { recordedClients } from '../../client/recorded-clients.ts';
import { UsageError } from '../../errors.ts';
import type { Exchange } from '../../evidence/exchange.ts';
import { readHar } from '../../evidence/har-in.ts';
import { readEvidence } from '../../evidence/log.ts';
import { defaultFolder } from '../../run/folder.ts';
import type { GateSetup } from '../../run/gate.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { foreignKnowledge } from '../../targets/foreign.ts';
import { counted } from '../../text/counted.ts';
import { makeClientFolder, publishClient, readClientGate } from '../client/client.ts';
import { EXIT } from '../../gate/exit.ts';
import { refuseGiven } from '../shared/given-flags.ts';
import { fileOf, nothingIn, type JudgeFlags } from './judge.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What is about the service. */
const OF_THE_SERVICE = ['plan', 'rule', 'skip', 'verbose', 'quiet'] as const;

/**
 * Judges the clients in recorded traffic by the CLIENT rules: each key is one. @returns the worst exit status
 *
 * @throws {UsageError} for a flag that is about the service, and where nothing can be judged
 */
export async function judgeClients(files: readonly string[], flags: JudgeFlags, terminal: Terminal): Promise<number> {
  refuseGiven(flags, OF_THE_SERVICE, (flag) => `--client and ${flag} cannot both be given`, 'leave one of them out');
  const [given = '', second] = files;
  if (second !== undefined) throw new UsageError('--client takes one file', 'judge the files one by one');
  const gate = await readClientGate(flags, terminal);
  const own = clientEvidenceAt(given);
  if (own !== undefined) return judgeOwn(own, flags, gate, terminal);
  const { exchanges, asOf, baseUrl } = await recordedIn(given, flags, terminal);
  const { clients, leftOut } = recordedClients(exchanges);
  if (leftOut > 0)
    terminal.err(
      `${counted(leftOut, 'request was', 'requests were')} skipped: which of several keys they had is not known\n`,
    );
  const folder = flags.report ?? defaultFolder(terminal.cwd, 'client');
  const statuses: number[] = [];
  for (const [index, client] of clients.entries()) {
    const isOnly = clients.length === 1;
    const source = isOnly ? given : `${given}, key ${index + 1} of ${clients.length}`;
    if (!isOnly) terminal.out(`\n${source}`);
    const report = clientReport({ ...client, findings: judgeRecorded(client, asOf) }, { source }, asOf);
    const place = isOnly ? folder : join(folder, `key-${index + 1}`);
    const toPublish = { report, ...(baseUrl !== undefined && { baseUrl }) };
    statuses.push(await publishClient(toPublish, makeClientFolder(place, terminal), { gate }, terminal));
  }
  return [EXIT.violates, EXIT.incomplete].find((status) => statuses.includes(status)) ?? EXIT.conforms;
}

/** What was run is judged as it was run: its verdicts are the same again. */
async function judgeOwn(file: string, flags: JudgeFlags, gate: GateSetup, terminal: Terminal): Promise<number> {
  refuseGiven(
    flags,
    ['asOf', 'authenticated'],
    (flag) => `${flag} is for foreign traffic`,
    'leave it out: what petvet ran is judged as it was run',
  );
  const evidence = readClientEvidence(file);
  const { asOf, command, ...judged } = await judgeClientEvidence(evidence, file);
  const folder = makeClientFolder(flags.report, terminal);
  return publishClient({ report: clientReport(judged, { command }, asOf), evidence }, folder, { gate }, terminal);
}

interface Recorded {
  readonly exchanges: readonly Exchange[];
  /** The date that was given, else the one of the service of a run, else the day of the first request. */
  readonly asOf: string;
  /** Where the requests went, where that is known. */
  readonly baseUrl?: string;
}

async function recordedIn(given: string, flags: JudgeFlags, terminal: Terminal): Promise<Recorded> {
  const file = fileOf(given);
  const { exchanges, knowledge } = file.endsWith('.har')
    ? readTraffic(file, flags, terminal)
    : await readRun(file, terminal);
  const [first] = exchanges;
  if (first === undefined)
    throw new UsageError(`${file} holds no exchange: nothing can be judged`, 'judge a file with recorded requests');
  const day = new Date(first.times.startedAt).toISOString().slice(0, 10);
  const baseUrl = knowledge?.baseUrl ?? flags.baseUrl;
  return {
    exchanges,
    asOf: resolveAsOf(flags.asOf, knowledge?.asOf ?? day),
    ...(baseUrl !== undefined && { baseUrl }),
  };
}

function readTraffic(file: string, { baseUrl, authenticated = false }: JudgeFlags, terminal: Terminal) {
  const har = readHar(file, { ...(baseUrl !== undefined && { baseUrl }), authenticated });
  for (const { count, why } of har.passedOver)
    terminal.err(`${counted(count, 'entry was', 'entries were')} skipped: ${why}\n`);
  if (har.exchanges.length === 0) throw nothingIn(file, har, baseUrl);
  // An address that is none is said to be so.
  if (har.knowledge === undefined) foreignKnowledge(baseUrl, 'auto', '');
  return har;
}

async function readRun(file: string, terminal: Terminal) {
  const exchanges: Exchange[] = [];
  let knowledge: Pick<Recorded, 'asOf' | 'baseUrl'> | undefined;
  for await (const item of readEvidence(file)) {
    if ('exchange' in item) exchanges.push(item.exchange);
    else if ('knowledge' in item) knowledge = item.knowledge;
    else if ('broken' in item) terminal.err(`Judged in part: ${file} breaks off at line ${item.broken.line}.\n`);
  }
  return { exchanges, knowledge };
}
