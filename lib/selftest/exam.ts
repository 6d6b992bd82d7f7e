import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '../evidence/exchange.ts';
import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { defects } from '../reference/defects/index.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { variants } from '../reference/variants/index.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';

/** A service to be examined: the reference server, altered or not. */
export interface Subject {
  readonly name: string;
  readonly options: ReferenceOptions;
  /** False: no POST is sent. */
  readonly writes?: boolean;
  /** As a default run when absent. */
  readonly maxRequests?: number;
  /** The limit is used up, in a minute of a few seconds. */
  readonly usesLimitUp?: boolean;
  /** That minute, in seconds. */
  readonly minute?: number;
}

/** A rule that caught a subject. */
export interface Catch {
  readonly rule: string;
  /** The titles of the probes whose exchanges show its first violation. */
  readonly probes: readonly string[];
  /** The number of the last exchange that this took. */
  readonly requests: number;
}

/** What petvet made of one subject. */
export interface ExamResult {
  readonly name: string;
  /** Ids of the rules whose verdict is fail. */
  readonly failed: readonly string[];
  /** Their sentences, by rule. */
  readonly says: Readonly<Record<string, string>>;
  readonly inconclusive: readonly string[];
  readonly warned: readonly string[];
  readonly requests: number;
  readonly created: number;
  /** Of the violations that are blamed on the rule itself; the earliest first. */
  readonly catches: readonly Catch[];
  readonly aborted?: string;
}

/**
 * Runs a whole check against each subject.
 *
 * @param seed - of every run
 * @param inParallel - how many at a time
 */
export async function* examine(subjects: readonly Subject[], seed: number, inParallel = 4): AsyncGenerator<ExamResult> {
  const waiting = [...subjects];
  const running = new Map<string, Promise<ExamResult>>();
  while (waiting.length > 0 || running.size > 0) {
    for (
      let next = running.size < inParallel ? waiting.shift() : undefined;
      next !== undefined;
      next = running.size < inParallel ? waiting.shift() : undefined
    ) {
      running.set(next.name, examineOne(next, seed));
    }
    const result = await Promise.race(running.values());
    running.delete(result.name);
    yield result;
  }
}

async function examineOne(subject: Subject, seed: number): Promise<ExamResult> {
  const { name, writes = true, maxRequests = DEFAULT_REQUESTS, usesLimitUp = false, minute = SHORT_MINUTE } = subject;
  const options = usesLimitUp ? { plan: 'free' as const, windowSeconds: minute, ...subject.options } : subject.options;
  const directory = await mkdtemp(join(tmpdir(), 'petvet-exam-'));
  const embedded = await startEmbedded(options);
  const { target } = embedded;
  const asOf = options.today ?? alterationOf(options)?.options?.today ?? new Date().toISOString().slice(0, 10);
  try {
    const plan = {
      target: { ...target, writes },
      asOf,
      selection: selectRules([], []),
      seed,
      maxRequests,
      useUp: usesLimitUp ? ('documented' as const) : ('never' as const),
      smoke: false,
      directory,
    };
    const { ledger, run, exchanges } = await check(plan, SILENT, new AbortController().signal);
    const ids = (verdict: LedgerRow['verdict']) =>
      ledger.rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
    return {
      name,
      failed: ids('fail'),
      says: Object.fromEntries(
        ledger.rows
          .filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')
          .map(({ id, says }) => [id, says]),
      ),
      inconclusive: ids('inconclusive'),
      warned: ids('warn'),
      requests: run.sent,
      created: run.created.length,
      catches: ledger.rows.flatMap((row) => catchOf(row, exchanges) ?? []).toSorted((a, b) => a.requests - b.requests),
      ...(run.aborted !== undefined && { aborted: run.aborted }),
    };
  } catch (error) {
    return {
      name,
      failed: [],
      says: {},
      inconclusive: [],
      warned: [],
      requests: 0,
      created: 0,
      catches: [],
      aborted: error instanceof Error ? error.message : String(error),
    };
  } finally {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The last exchange that shows a finding. */
function lastOf({ shownBy }: Pick<CountedFinding, 'shownBy'>): number {
  return Math.max(...shownBy);
}

/** The earliest violation of a rule; of a should, its earliest failure. */
function catchOf({ id, verdict, findings }: LedgerRow, exchanges: ReadonlyMap<number, Exchange>): Catch | undefined {
  if (verdict !== 'fail' && verdict !== 'warn') return undefined;
  const own = findings.filter((finding) => finding.verdict === 'fail' && finding.see === undefined);
  const [first] = own.filter(({ shownBy }) => shownBy.length > 0).toSorted((a, b) => lastOf(a) - lastOf(b));
  if (first === undefined) return undefined;
  const probes = first.shownBy.flatMap((number) => exchanges.get(number)?.probe ?? []);
  return { rule: id, probes: [...new Set(probes)], requests: lastOf(first) };
}

function alterationOf({ defect, variant }: ReferenceOptions) {
  return defect === undefined ? variants[variant ?? ''] : defects[defect];
}

/** Long enough to use the limit up within it while other examinations run, in seconds. */
const SHORT_MINUTE = 9;

const SILENT = { onProbe: () => {}, onSent: () => {}, onWaiting: () => {} };
