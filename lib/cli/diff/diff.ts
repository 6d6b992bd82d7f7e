import { UsageError } from '../../errors.ts';
import type { RegressionLimit } from '../../report/compared.ts';
import { readOperands } from './operands.ts';
import { readComparedReport } from './reports.ts';
import { diffChecks } from './checks.ts';
import { LAST, type DiffFlags, type Regression } from './values.ts';
import { diffHistory } from './history.ts';
import { diffLoads } from './loads.ts';
import type { Terminal } from '../shared/terminal.ts';
import { refuseGiven } from '../shared/given-flags.ts';

/** Compares two checks or two load runs, or finds changes over all of a target. @returns the exit status */
export async function runDiff(
  before: string | undefined,
  after: string | undefined,
  flags: DiffFlags,
  terminal: Terminal,
): Promise<number> {
  if (flags.history !== undefined) {
    if (before !== undefined)
      throw new UsageError('--history takes no other run', 'name two runs, or --history and one folder');
    refuseSending(flags);
    const { history, scenario, last = LAST, format = 'terminal' } = flags;
    refuseGiven(flags, ['out'], (flag) => `${flag} is for two checks`, 'leave it out');
    if (format !== 'terminal' && format !== 'json')
      throw new UsageError(`--format ${format} is for two checks`, 'a history is printed as terminal or json');
    return diffHistory({ folder: history, scenario, last, format, limits: limitsOfLoads(flags) }, terminal);
  }
  refuseGiven(flags, ['scenario', 'last'], (flag) => `${flag} needs --history`, 'name the folder of a target with it');
  if (before === undefined || after === undefined)
    throw new UsageError(
      'two runs are needed',
      'name two targets, or the folders of two runs; or --history and the folder of a target',
    );
  const operands = readOperands(before, after, terminal);
  if (operands.kind === 'targets') {
    // What sends requests takes its time to load.
    const { diffTargets } = await import('./targets.ts');
    return diffTargets(operands, flags, terminal);
  }
  refuseSending(flags);
  const [was, is] = [readComparedReport(before), readComparedReport(after)];
  if (was.kind === 'check' && is.kind === 'check') return diffChecks(was, is, flags, terminal);
  if (was.kind !== 'load' || is.kind !== 'load')
    throw new UsageError(
      `the first run is a ${wordOf(was)}, and the second a ${wordOf(is)}`,
      'name two reports of `petvet check`, or two of `petvet load`',
    );
  refuseGiven(flags, ['format', 'out'], (flag) => `${flag} is for two checks`, 'leave it out');
  return diffLoads(was.report, is.report, limitsOfLoads(flags), terminal);
}

function wordOf({ kind }: { readonly kind: 'check' | 'load' }): string {
  return kind === 'check' ? 'check' : 'load run';
}

/** What decides on requests is for targets: reports are compared as they are. */
const SENDING_FLAGS = [
  ...(['rule', 'skip', 'skipInput', 'profile', 'seed', 'asOf', 'writes', 'burn', 'smoke'] as const),
  ...(['maxRequests', 'allowPlainHttp', 'dayShare', 'report'] as const),
] as const;

function refuseSending(flags: DiffFlags): void {
  const hint = 'reports are compared as they are, and nothing is sent';
  refuseGiven(flags, SENDING_FLAGS, (flag) => `${flag} is for two targets`, hint);
}

function limitsOfLoads({ maxRegression }: DiffFlags): RegressionLimit[] {
  return maxRegression.map((limit) => {
    if (isOfALoad(limit)) return limit;
    throw new UsageError('--max-regression median is for two checks', 'of load runs, limit p50, p95, p99 or errors');
  });
}

function isOfALoad(limit: Regression): limit is RegressionLimit {
  return limit.of !== 'median';
}
