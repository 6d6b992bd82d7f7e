import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { UsageError } from '../errors.ts';
import { readHar } from '../evidence/har-in.ts';
import type { Knowledge, PlanKnowledge } from '../evidence/knowledge.ts';
import { readEvidence, type EvidenceItem } from '../evidence/log.ts';
import { EVIDENCE_FILE } from '../run/check.ts';
import { selectRules } from '../run/selection.ts';
import { judgeEvidence, type EvidenceSource, type Verdicts } from '../run/verdicts.ts';
import { resolveAsOf } from '../target/as-of.ts';
import { foreignKnowledge } from '../target/foreign.ts';
import { PLAN_CHOICES } from '../target/settings.ts';
import { exitStatus, type Strictness } from './exit.ts';
import { list } from './options.ts';
import { publishJudged } from './publish.ts';
import type { Terminal } from './terminal.ts';

interface JudgeFlags extends Partial<Strictness> {
  readonly baseUrl?: string;
  readonly plan?: PlanKnowledge['name'];
  readonly asOf?: string;
  readonly authenticated?: boolean;
  readonly rule: readonly string[];
  readonly skip: readonly string[];
  readonly report?: string;
}

/** Adds `petvet judge` to the program. */
export function addJudge(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('judge')
    .argument('<files...>', 'evidence.jsonl, a HAR file, or the folder of a report')
    .summary('judge recorded traffic again, without sending anything')
    .description(
      'Judges traffic that was recorded earlier: the evidence of a petvet run, whose verdicts come out the same, or a HAR file\n' +
        'from a browser or a proxy, as far as that goes.',
    )
    .option('--base-url <url>', 'the base address of the service in a foreign HAR; it ends with /v1')
    .addOption(
      new Option('--plan <plan>', 'the plan of the key in a foreign HAR (default: auto)').choices([...PLAN_CHOICES]),
    )
    .option('--as-of <date>', 'judge foreign traffic as of this date (YYYY-MM-DD)')
    .option(
      '--authenticated',
      'requests without Authorization in a foreign HAR did carry a valid key (browsers leave it out)',
    )
    .option('--rule <ids>', 'judge only these rules or areas', list, [])
    .option('--skip <ids>', 'leave these rules or areas out', list, [])
    .option('--report <dir>', 'write conformance.json and the other formats to this folder')
    .addOption(
      new Option('--profile <profile>', 'strict: a broken should fails, too')
        .choices(['default', 'strict'])
        .default('default'),
    )
    .option('--require-complete', 'exit 3 when an applicable must rule was not shown')
    .action(async (files: string[], flags: JudgeFlags) => finish(await runJudge(files, flags, terminal)));
}

async function runJudge(files: readonly string[], flags: JudgeFlags, terminal: Terminal): Promise<number> {
  const statuses: number[] = [];
  for (const file of files) {
    const { verdicts, source } = await judgeFile(file, flags, terminal);
    if (files.length > 1) terminal.out(`\n${file}`);
    await publishJudged(verdicts, source, flags.report, terminal);
    const strictness = {
      profile: flags.profile ?? 'default',
      requireComplete: flags.requireComplete ?? false,
    } as const;
    statuses.push(
      verdicts.brokenOff !== undefined && verdicts.ledger.outcome !== 'violating'
        ? 0
        : exitStatus(verdicts, strictness),
    );
  }
  return statuses.includes(1) ? 1 : Math.max(...statuses);
}

/** The verdicts on a file, and its evidence. */
interface JudgedFile {
  readonly verdicts: Verdicts;
  readonly source: EvidenceSource;
}

/** Judges one file, own or foreign. */
async function judgeFile(given: string, flags: JudgeFlags, terminal: Terminal): Promise<JudgedFile> {
  const file = fileOf(given);
  const chosen = flags.rule.length + flags.skip.length > 0 ? selectRules(flags.rule, flags.skip).leftOut : undefined;
  const narrowed = (knowledge: Knowledge): Knowledge =>
    chosen === undefined ? knowledge : { ...knowledge, leftOut: { ...knowledge.leftOut, ...chosen } };
  if (!file.endsWith('.har')) {
    const source: EvidenceSource = () => readEvidence(file);
    const own = await firstKnowledge(source);
    const knowledge = own === undefined ? {} : { knowledge: narrowed(own) };
    return { verdicts: await judgeEvidence(source, { ownTraffic: true, ...knowledge }), source };
  }
  const har = await readHar(file, {
    ...(flags.baseUrl !== undefined && { baseUrl: flags.baseUrl }),
    authenticated: flags.authenticated ?? false,
  });
  for (const { count, why } of har.passedOver) terminal.err(`${count} entries were passed over: ${why}\n`);
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const knowledge = har.knowledge ?? foreignKnowledge(flags.baseUrl, flags.plan ?? 'auto', asOf);
  const items: EvidenceItem[] = [
    ...har.exchanges.map((exchange) => ({ exchange })),
    ...(har.run === undefined ? [] : [{ run: har.run }]),
  ];
  const source: EvidenceSource = () => inOrder(items);
  const options = { ownTraffic: har.knowledge !== undefined, knowledge: narrowed(knowledge) };
  return { verdicts: await judgeEvidence(source, options), source };
}

// oxlint-disable-next-line typescript/require-await -- a list in memory, in the form of a stream
async function* inOrder(items: readonly EvidenceItem[]): AsyncGenerator<EvidenceItem> {
  yield* items;
}

async function firstKnowledge(source: EvidenceSource): Promise<Knowledge | undefined> {
  for await (const item of source()) return 'knowledge' in item ? item.knowledge : undefined;
  return undefined;
}

/** A folder stands for the evidence in it. */
function fileOf(given: string): string {
  if (!existsSync(given))
    throw new UsageError(`${given} does not exist`, 'give evidence.jsonl, a HAR file, or the folder of a report');
  if (!statSync(given).isDirectory()) return given;
  const inside = [EVIDENCE_FILE, 'evidence.har'].map((name) => join(given, name)).find((path) => existsSync(path));
  if (inside === undefined)
    throw new UsageError(`${given} holds no evidence`, `a report's folder has an ${EVIDENCE_FILE}`);
  return inside;
}
