import type { LedgerRow } from '../ledger/ledger.ts';
import { printable } from './printable.ts';
import type { RunReport } from './run-report.ts';
import { shellWord } from './shell-word.ts';

/** How to see a violation again; every text is harmless. */
export interface Again {
  readonly command: string;
  /** The inputs that showed it, the smallest of each probe first, and the flags of `petvet check` that send each again. */
  readonly smallest: readonly { readonly input: string; readonly replay: string }[];
}

/** As many inputs of one rule as are told. */
const MOST_INPUTS = 8;

/** How to see a violated rule again. Only what a probe sent can be sent again: foreign traffic has no seed. */
export function againOf(
  { id, evidence }: LedgerRow,
  { run, exchanges, knowledge, again }: RunReport,
): Again | undefined {
  const smallest = run.counterexamples.filter(({ rules: broken }) => broken.includes(id)).slice(0, MOST_INPUTS);
  const isOwn = smallest.length > 0 || evidence.some((number) => exchanges.get(number)?.probe !== undefined);
  if (!isOwn) return undefined;
  const { leftOutInputs = [] } = knowledge;
  const without = leftOutInputs.length === 0 ? '' : ` --skip-input ${printable(leftOutInputs.join(','))}`;
  return {
    command: again ?? `petvet check --rule ${id} --seed ${run.seed}${without}`,
    smallest: smallest.map(({ smallest: input, probe, seed, path }) => ({
      input: printable(input),
      replay: `--rule ${id} --seed ${seed}${path === '' ? '' : ` --replay ${shellWord(printable(`${probe}@${path}`), 'utf-8')}`}`,
    })),
  };
}
