import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../../lib/load/child-run.ts';
import { WatchReport } from '../../lib/watch/watch-report.ts';
import { ROOT, type LabPlan } from './stacks.ts';

/** What a check says of a rule, and what a watch of the gateway's log of the same requests says of it. */
export interface Compared {
  readonly rule: string;
  readonly check: string;
  readonly watch: string;
}

/** A rule and its verdict, of either report. */
interface Verdict {
  readonly id: string;
  readonly verdict: string;
}

/** The rules that the log shows, with both verdicts. */
export function sideBySide(checked: readonly Verdict[], watched: readonly Verdict[]): Compared[] {
  const verdicts = new Map(checked.map(({ id, verdict }) => [id, verdict]));
  return watched
    .filter(({ verdict }) => verdict !== 'not-exercised')
    .map(({ id, verdict }) => ({ rule: id, check: verdicts.get(id) ?? 'not-exercised', watch: verdict }));
}

/** What a watch calls violated, and a check of the same service does not: each is a false alarm of one, or a gap of the other. */
export function falseAlarms(compared: readonly Compared[]): string[] {
  return compared
    .filter(({ check, watch }) => watch === 'fail' && check !== 'fail')
    .map(({ rule, check }) => `${rule} is violated by the access log, and ${check} by the check`);
}

/** As lines of text. */
export function renderCompared(title: string, compared: readonly Compared[]): string {
  const lines = compared.map(({ rule, check, watch }) => `  ${rule.padEnd(10)}${check.padEnd(16)}${watch}`);
  return [`${title}: rule, check, watch of the access log`, ...lines, ''].join('\n');
}

/** Judging a log takes seconds; it is ended after this many. */
const WATCH_SECONDS = 300;

/**
 * Judges the access log of one run.
 *
 * @returns undefined where the stack wrote none
 * @throws {Error} when petvet could not judge it
 */
export async function watchLog(
  log: string,
  { plan, report, environment }: { plan: LabPlan; report: string; environment: Readonly<Record<string, string>> },
): Promise<WatchReport['rules'] | undefined> {
  if (!existsSync(log)) return undefined;
  const { status, said } = await runChild({
    file: process.execPath,
    args: [
      join(ROOT, 'lib', 'cli', 'petvet.cjs'),
      'watch',
      '--log',
      log,
      '--once',
      '--complete',
      '--plan',
      plan,
      '--report',
      report,
    ],
    cwd: ROOT,
    environment,
    timeoutSeconds: WATCH_SECONDS,
    graceSeconds: 0,
  });
  if (status !== 0 && status !== 1) throw new Error(`the watch ended with ${status ?? 'a signal'}: ${said}`);
  return WatchReport.parse(JSON.parse(readFileSync(join(report, 'watch.json'), 'utf8'))).rules;
}
