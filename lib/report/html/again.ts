import type { LedgerRow } from '../../ledger/ledger.ts';
import type { RunReport } from '../run-report.ts';
import { curlView } from './exchange-view.ts';
import { html, prose, shown, type Html } from './markup.ts';

const MOST_INPUTS = 3;

/** How to see a violation again. Only what a probe sent can be sent again: foreign traffic has no seed. */
export function againView({ id, evidence }: LedgerRow, { run, exchanges, knowledge }: RunReport): Html | undefined {
  const smallest = run.counterexamples.filter(({ rules: broken }) => broken.includes(id)).slice(0, MOST_INPUTS);
  const isOwn = smallest.length > 0 || evidence.some((number) => exchanges.get(number)?.probe !== undefined);
  if (!isOwn) return undefined;
  const { leftOutInputs = [] } = knowledge;
  const without = leftOutInputs.length === 0 ? '' : ` --skip-input ${shown(leftOutInputs.join(','))}`;
  return html`<div class="again">
    <p class="quiet">See it again</p>
    ${curlView(`petvet check --rule ${id} --seed ${run.seed}${without}`, `the command that checks ${id} again`)}
    ${smallest.map(
      ({ smallest: input, probe, seed, path }) =>
        html`<p class="note">
          Smallest input: <code>${shown(input)}</code> (${prose(shown(probe))}; seed
          ${seed}${path !== '' && `, path ${shown(path)}`})
        </p>`,
    )}
  </div>`;
}
