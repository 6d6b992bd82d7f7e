import { rm } from 'node:fs/promises';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { defects } from '../reference/defects/index.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { againOf } from '../report/again.ts';
import { TEXT_FORMATS } from '../report/formats.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { reportOf } from '../run/run-report.ts';
import { selectRules } from '../run/selection.ts';
import { resolveTarget } from '../targets/resolve.ts';
import type { Target } from '../targets/target.ts';
import type { Sitting } from './result.ts';
import type { AgainResult, Ending } from './again-result.ts';
import { circumstancesOf, type Subject } from './exam.ts';
import { writeFormats } from '../run/write-run.ts';
import { SILENT } from '../run/silent-watcher.ts';

/** Runs a command of petvet as in a shell of its own, in a folder where nothing else is configured. */
export type RunCommand = (
  words: readonly string[],
  where: { readonly environment: Record<string, string>; readonly interrupt: AbortSignal; readonly today: string },
) => Promise<{ readonly status: number; readonly printed: string }>;

/**
 * Vets a service with a defect, then runs the command that the report prints for the rule that caught it: against the same
 * service, and against a conforming one in its place. What keeps it from that is told as `aborted`; nothing is thrown.
 */
export async function examineAgain(
  subject: Subject,
  { seed }: Pick<Sitting, 'seed'>,
  interrupt: AbortSignal,
  run: RunCommand,
): Promise<AgainResult> {
  const { name } = subject;
  await using stack = new AsyncDisposableStack();
  const { options, today: asOf } = circumstancesOf(subject);
  try {
    const directory = temporaryFolder('again-exam');
    stack.defer(() => rm(directory, { recursive: true, force: true }));
    let bad = await startEmbedded(options);
    stack.defer(() => bad.close().catch(() => undefined));
    const environment = environmentOf(bad.target);
    const target = resolveTarget({}, environment);
    if (target === undefined) throw new TypeError('the environment names a target');
    const plan = {
      target: { ...target, writes: subject.writes ?? true },
      asOf,
      selection: selectRules([], []),
      seed,
      maxRequests: subject.maxRequests ?? DEFAULT_REQUESTS,
      useUp: subject.usesLimitUp === true ? ('documented' as const) : ('never' as const),
      smoke: false,
      directory,
    };
    const verdicts = await check(plan, SILENT, interrupt);
    const report = reportOf(verdicts, directory);
    await writeFormats(report, directory, [TEXT_FORMATS.json]);
    const breaks: readonly string[] = defects[subject.options.defect ?? '']?.breaks ?? [];
    const { rows } = report.ledger;
    const inOrder = breaks.flatMap((rule) => rows.find(({ id }) => id === rule) ?? []);
    const row = inOrder.find(
      ({ verdict, findings }) =>
        (verdict === 'fail' || verdict === 'warn') &&
        findings.some((finding) => finding.see === undefined && ['fail', 'warn'].includes(finding.verdict)),
    );
    if (row === undefined) return { name, seed };
    const command = againOf(row, report)?.command;
    if (command === undefined) return { name, seed, rule: row.id };
    const words = command.split(' ').slice(1);
    if (FROM_ANEW.has(name)) {
      await bad.close();
      bad = await startEmbedded(options);
    }
    const broken = await ended(run, addressed(words, bad.target), {
      environment: environmentOf(bad.target),
      interrupt,
      today: asOf,
    });
    await bad.close();
    const good = await startEmbedded({ ...options, defect: undefined, today: asOf });
    try {
      const there = addressed(words, good.target);
      const mended = await ended(run, there, { environment: environmentOf(good.target), interrupt, today: asOf });
      return { name, seed, rule: row.id, command, broken, mended };
    } finally {
      await good.close();
    }
  } catch (error) {
    return { name, seed, aborted: error instanceof Error ? error.message : String(error) };
  }
}

/** What only an empty store shows: vetting it has filled it. */
const FROM_ANEW: ReadonlySet<string> = new Set(['empty-list-404']);

/** The words of a command, at another address. */
function addressed(words: readonly string[], { baseUrl }: Target): string[] {
  return words.map((word, index) => (words[index - 1] === '--base-url' ? baseUrl : word));
}

/** What a user would set to have the service vetted. */
function environmentOf({ baseUrl, apiKey, secondApiKey, plan, windows }: Target): Record<string, string> {
  return {
    PETVET_BASE_URL: baseUrl,
    PETVET_API_KEY: apiKey,
    PETVET_PLAN: plan.name,
    ...(secondApiKey !== undefined && { PETVET_SECOND_API_KEY: secondApiKey }),
    ...(plan.name === 'enterprise' && { PETVET_LIMIT_PER_MINUTE: `${plan.perMinute ?? 1}` }),
    PETVET_WINDOW_SECONDS: `${windows.minute}`,
    PETVET_DAY_SECONDS: `${windows.day}`,
  };
}

async function ended(...command: readonly [RunCommand, ...Parameters<RunCommand>]): Promise<Ending> {
  const [run, ...where] = command;
  const { status, printed } = await run(...where);
  return { status, says: sentenceOf(printed) };
}

/** What a replay says of the finding, among all that it prints. */
function sentenceOf(printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.find((line) => /#\d+ is (violated again|fixed|satisfied)|cannot tell whether/.test(line)) ??
    lines.at(-1) ??
    ''
  );
}
