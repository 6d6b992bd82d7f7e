import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HarnessError, InterruptedError, keyRefused, UsageError } from '../../errors.ts';
import { readHar, type HarContent } from '../../evidence/har-in.ts';
import type { Knowledge, PlanKnowledge } from '../../evidence/knowledge.ts';
import { inMemory, readEvidence, type EvidenceItem } from '../../evidence/log.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { refuseNothingJudged } from '../../run/nothing-judged.ts';
import { REPORT_FILE } from '../../replay/recorded-run.ts';
import { selectRules } from '../../run/selection.ts';
import { judgeEvidence, type EvidenceSource, type Verdicts } from '../../run/verdicts.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { foreignKnowledge } from '../../targets/foreign.ts';
import { counted } from '../../text/counted.ts';
import { EXIT } from '../../gate/exit.ts';
import { decideGate, readGate, type GateSetup } from '../../run/gate.ts';
import type { GateFlags } from '../shared/flags.ts';
import { ledgerOfLoad } from '../../load/load-ledger.ts';
import { sayDecision } from '../shared/printed-outcome.ts';
import { strictnessOf } from '../shared/profile.ts';
import { publishJudged } from '../shared/publish.ts';
import type { Terminal } from '../shared/terminal.ts';
import { givenFlags } from '../shared/given-flags.ts';

/** What `petvet judge` is told. */
export interface JudgeFlags extends GateFlags {
  readonly baseUrl?: string;
  readonly plan?: PlanKnowledge['name'];
  readonly asOf?: string;
  readonly authenticated?: boolean;
  readonly rule: readonly string[];
  readonly skip: readonly string[];
  readonly report?: string;
  readonly client?: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

/** Judges recorded traffic, file by file. @returns the worst exit status */
export async function runJudge(files: readonly string[], flags: JudgeFlags, terminal: Terminal): Promise<number> {
  if (files.length > 1 && flags.report !== undefined)
    throw new UsageError('--report takes the report of one file', 'judge the files one by one, or leave --report out');
  const gate = await readGate(flags, strictnessOf(flags, terminal));
  const statuses: number[] = [];
  const troubles: HarnessError[] = [];
  for (const file of files) {
    if (files.length > 1) terminal.out(`\n${file}`);
    try {
      statuses.push(await judgeAndPublish(file, flags, gate, terminal));
    } catch (error) {
      if (!(error instanceof HarnessError) || error instanceof InterruptedError) throw error;
      troubles.push(error);
    }
  }
  const isViolated = statuses.includes(EXIT.violates);
  const last = isViolated ? undefined : troubles.pop();
  for (const { message, hint } of troubles) terminal.err(`petvet: ${message}\n  ${hint}\n`);
  if (last !== undefined) throw last;
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? EXIT.conforms;
}

const WORST_FIRST = [EXIT.violates, EXIT.interrupted, EXIT.cannotJudge, EXIT.incomplete] as const;

async function judgeAndPublish(file: string, flags: JudgeFlags, gate: GateSetup, terminal: Terminal): Promise<number> {
  const judged = await judgeFile(file, flags, terminal);
  const { source } = judged;
  const verdicts = { ...judged.verdicts, ledger: ledgerOfLoad(judged.verdicts.ledger, judged.verdicts.run) };
  const { ledger, brokenOff } = verdicts;
  // What is there was judged to its end: that the rest is missing leaves the file incomplete.
  const outcome = brokenOff !== undefined && ledger.outcome === 'aborted' ? 'incomplete' : ledger.outcome;
  const decided = await decideGate({ ...verdicts, ledger: { ...ledger, outcome } }, gate, source);
  await publishJudged(
    verdicts,
    source,
    {
      directory: flags.report,
      recorded: recordedFolder(file),
      verbose: flags.verbose,
      quiet: flags.quiet,
      gate: decided,
    },
    terminal,
  );
  refuseNothingJudged(verdicts);
  if (brokenOff !== undefined && decided.exitStatus === EXIT.conforms)
    throw new UsageError(`${brokenOff}: what is before that violates no must rule`, UNDAMAGED);
  sayDecision(decided, terminal);
  return decided.exitStatus;
}

const UNDAMAGED = 'judge an undamaged copy of the evidence: what is missing may hold a violation';

/** The verdicts on a file, and its evidence. */
interface JudgedFile {
  readonly verdicts: Verdicts;
  readonly source: EvidenceSource;
}

/** Judges one file, own or foreign. */
async function judgeFile(given: string, flags: JudgeFlags, terminal: Terminal): Promise<JudgedFile> {
  const file = fileOf(given);
  const { interrupt } = terminal;
  const chosen = flags.rule.length + flags.skip.length > 0 ? selectRules(flags.rule, flags.skip).leftOut : undefined;
  const narrowed = (knowledge: Knowledge): Knowledge =>
    chosen === undefined ? knowledge : { ...knowledge, leftOut: { ...knowledge.leftOut, ...chosen } };
  if (!file.endsWith('.har')) {
    const source: EvidenceSource = (numbers) => readEvidence(file, numbers);
    tellIdle(file, flags, terminal);
    const own = await firstKnowledge(source);
    await refuseUseless(source, file, own?.baseUrl);
    const knowledge = own === undefined ? {} : { knowledge: narrowed(own) };
    return {
      verdicts: await judgeEvidence(source, { ownTraffic: true, isPlanned: true, ...knowledge, interrupt }),
      source,
    };
  }
  const har = readHar(file, {
    ...(flags.baseUrl !== undefined && { baseUrl: flags.baseUrl }),
    authenticated: flags.authenticated ?? false,
  });
  for (const { count, why } of har.passedOver)
    terminal.err(`${counted(count, 'entry was', 'entries were')} skipped: ${why}\n`);
  if (har.knowledge !== undefined) tellIdle(file, flags, terminal);
  if (har.exchanges.length === 0) throw nothingIn(file, har, flags.baseUrl);
  tellWithoutBodies(har, terminal);
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const knowledge = har.knowledge ?? foreignKnowledge(flags.baseUrl, flags.plan ?? 'auto', asOf);
  const items: EvidenceItem[] = [
    ...har.exchanges.map((exchange) => ({ exchange })),
    ...(har.run === undefined ? [] : [{ run: har.run }]),
  ];
  const source = inMemory(items);
  const options = { ownTraffic: har.knowledge !== undefined, knowledge: narrowed(knowledge), interrupt };
  return { verdicts: await judgeEvidence(source, options), source };
}

/** What a run was told is in its evidence: flags about foreign traffic change nothing of it. */
function tellIdle(file: string, flags: JudgeFlags, terminal: Terminal): void {
  const idle = givenFlags(flags, ['baseUrl', 'plan', 'asOf', 'authenticated']);
  if (idle.length > 0)
    terminal.err(`${idle.join(', ')}: no effect on ${file}, which petvet recorded with its own settings\n`);
}

/** Most rules are about bodies, which recorders leave out unless told otherwise. */
function tellWithoutBodies({ exchanges }: HarContent, terminal: Terminal): void {
  const count = exchanges.filter(({ answer }) => answer?.body.kind === 'not-recorded').length;
  if (count > 0)
    terminal.err(
      `${counted(count, 'response was', 'responses were')} recorded without the body, which most rules need: ${WITH_BODIES}\n`,
    );
}

const WITH_BODIES =
  'export "HAR with content" (Chrome), turn on devtools.netmonitor.har.includeResponseBodies (Firefox), or record with content "embed" (Playwright)';

/** Evidence without an exchange says nothing of a service, nor does that of a key which was refused from the first. */
async function refuseUseless(source: EvidenceSource, file: string, baseUrl: string | undefined): Promise<void> {
  for await (const item of source()) {
    if ('exchange' in item) {
      const { request, answer } = item.exchange;
      if (baseUrl !== undefined && request.credential === 'primary' && answer?.status === 401)
        throw keyRefused(baseUrl);
      return;
    }
    if ('broken' in item)
      throw new UsageError(
        `${file} breaks off at line ${item.broken.line}, before the first exchange: ${item.broken.why}`,
        'copy the file again from where the run wrote it, or run `petvet check` again',
      );
  }
  throw new UsageError(
    `${file} holds no exchange: nothing can be judged`,
    'run `petvet check` again, and judge its folder',
  );
}

/** Why a HAR file leaves nothing to judge, and what to do about it. */
export function nothingIn(
  file: string,
  { passedOver, elsewhere = [] }: HarContent,
  baseUrl: string | undefined,
): UsageError {
  const count = passedOver.reduce((sum, one) => sum + one.count, 0);
  if (count === 0)
    return new UsageError(
      `${file} holds no request: nothing can be judged`,
      'record requests to the service, and export them as HAR',
    );
  const [address] = elsewhere;
  if (address === undefined || baseUrl === undefined) {
    const why = passedOver.map((one) => `${one.count}: ${one.why}`).join('; ');
    return new UsageError(
      `${file} holds no request that can be judged (${why})`,
      'record the traffic again, with headers and bodies',
    );
  }
  const named = elsewhere.slice(0, MOST_ADDRESSES).join(', ');
  const more = elsewhere.length > MOST_ADDRESSES ? ` and ${elsewhere.length - MOST_ADDRESSES} more` : '';
  return new UsageError(
    `no request of ${file} goes to ${baseUrl}; it holds requests to ${named}${more}`,
    'give the base address of the service with --base-url; it ends with /v1',
  );
}

/** As many addresses as one sentence names. */
const MOST_ADDRESSES = 3;

async function firstKnowledge(source: EvidenceSource): Promise<Knowledge | undefined> {
  for await (const item of source()) return 'knowledge' in item ? item.knowledge : undefined;
  return undefined;
}

/** The folder of the run that a file belongs to; undefined where no report of a run lies beside it. */
function recordedFolder(given: string): string | undefined {
  const folder = dirname(fileOf(given));
  return [REPORT_FILE, EVIDENCE_FILE].every((name) => existsSync(join(folder, name))) ? folder : undefined;
}

/** A folder stands for the evidence in it. */
export function fileOf(given: string): string {
  if (!existsSync(given))
    throw new UsageError(`${given} does not exist`, 'give evidence.jsonl, a HAR file, or the folder of a report');
  if (!statSync(given).isDirectory()) return given;
  const inside = [EVIDENCE_FILE, 'evidence.har'].map((name) => join(given, name)).find((path) => existsSync(path));
  if (inside === undefined)
    throw new UsageError(`${given} holds no evidence`, `a report's folder has an ${EVIDENCE_FILE}`);
  return inside;
}
