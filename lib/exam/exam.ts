import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from '../evidence/exchange.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { EVERYTHING, violationsOf } from '../gate/violations.ts';
import { lastOf } from '../ledger/causes.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import { defects } from '../reference/defects/index.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { variants } from '../reference/variants/index.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { makeRun, specOf, verdictsOf } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { SILENT } from '../run/silent-watcher.ts';
import { selectRules } from '../run/selection.ts';
import type { Catch, ExamResult, Sitting } from './result.ts';
import { idsOf, neededJudges } from './needed-judges.ts';

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

/**
 * Runs a whole check against one subject. What keeps it from a verdict is told as `aborted`; nothing is thrown.
 *
 * @param interrupt - when it fires, the run ends soon, aborted
 */
export async function examineOne(
  subject: Subject,
  { seed, evidence }: Pick<Sitting, 'seed' | 'evidence'>,
  interrupt: AbortSignal,
): Promise<ExamResult> {
  const { name, writes = true, maxRequests = DEFAULT_REQUESTS, usesLimitUp = false } = subject;
  const { options, today: asOf } = circumstancesOf(subject);
  await using stack = new AsyncDisposableStack();
  try {
    const directory = temporaryFolder('exam');
    stack.defer(() => rm(directory, { recursive: true, force: true }));
    const embedded = await startEmbedded(options);
    stack.defer(() => embedded.close());
    const { target } = embedded;
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
    const made = await makeRun(specOf(plan), SILENT, interrupt);
    const { ledger, knowledge, run, exchanges } = await verdictsOf(made);
    if (evidence !== undefined) await copyFile(join(directory, 'evidence.jsonl'), evidence);
    const { judged } = made.end;
    const ids = (verdict: LedgerRow['verdict']) => idsOf(ledger, verdict);
    const told = defects[options.defect ?? '']?.breaks ?? variants[options.variant ?? '']?.warns ?? [];
    return {
      name,
      seed,
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
      names: violationsOf(ledger.rows, EVERYTHING),
      kept: Object.fromEntries(
        ledger.rows.filter(({ verdict }) => verdict === 'pass').map(({ id, evidenceCount }) => [id, evidenceCount]),
      ),
      neededJudges: judged === undefined ? [] : neededJudges({ judged, knowledge }, told, ledger),
      ...(run.aborted !== undefined && { aborted: run.aborted }),
    };
  } catch (error) {
    return {
      name,
      seed,
      failed: [],
      says: {},
      inconclusive: [],
      warned: [],
      requests: 0,
      created: 0,
      catches: [],
      names: [],
      kept: {},
      neededJudges: [],
      aborted: error instanceof Error ? error.message : String(error),
    };
  }
}

/** How the server of a subject is started, and the day at which it lives. */
export function circumstancesOf({ options: given, usesLimitUp = false, minute = SHORT_MINUTE }: Subject): {
  readonly options: ReferenceOptions;
  readonly today: string;
} {
  const options = usesLimitUp ? { plan: 'free' as const, windowSeconds: minute, ...given } : given;
  const today = options.today ?? alterationOf(options)?.options?.today ?? new Date().toISOString().slice(0, 10);
  return { options, today };
}

/** The earliest violation of a rule; of a should, its earliest failure. */
function catchOf({ id, verdict, findings }: LedgerRow, exchanges: ReadonlyMap<number, Exchange>): Catch | undefined {
  if (verdict !== 'fail' && verdict !== 'warn') return undefined;
  const own = findings.filter((finding) => finding.verdict === 'fail' && finding.see === undefined);
  const [first] = own
    .flatMap(({ shownBy, firstShownBy = shownBy }) => (firstShownBy.length > 0 ? [firstShownBy] : []))
    .toSorted((a, b) => lastOf(a) - lastOf(b));
  if (first === undefined) return undefined;
  const probes = first.flatMap((number) => exchanges.get(number)?.probe ?? []);
  return { rule: id, probes: [...new Set(probes)], requests: lastOf(first) };
}

function alterationOf({ defect, variant }: ReferenceOptions) {
  return defect === undefined ? variants[variant ?? ''] : defects[defect];
}

/** Long enough to use the limit up within it while other examinations run, in seconds. */
const SHORT_MINUTE = 12;
