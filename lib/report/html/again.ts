import type { LedgerRow } from '../../ledger/ledger.ts';
import { againOf } from '../again.ts';
import type { RunReport } from '../run-report.ts';
import { curlView } from './exchange-view.ts';
import { html, type Html } from '../../text/markup.ts';

/** How to see a violation again. */
export function againView(row: LedgerRow, report: RunReport): Html | undefined {
  const again = againOf(row, report);
  if (again === undefined) return undefined;
  return html`<div class="again">
    <p class="quiet">Reproduce</p>
    ${curlView(again.command, `the command that reproduces the violation of ${row.id}`)}
    ${again.smallest.map((input) => html`<p class="note">Smallest input: ${input}</p>`)}
  </div>`;
}
