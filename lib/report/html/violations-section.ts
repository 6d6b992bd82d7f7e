import { rules } from '../../rules/index.ts';
import { againOf } from '../again.ts';
import { isViolated, standingsOf } from '../gate-view.ts';
import type { RunReport } from '../run-report.ts';
import { counted } from '../../text/counted.ts';
import { ownViolations } from '../arrangement.ts';
import type { LedgerRow } from '../../ledger/ledger.ts';
import { curlView } from './exchange-view.ts';
import { MOST_OF_A_VALUE } from './finding-view.ts';
import { html, long, prose, section, shown, type Html } from '../../text/markup.ts';

/** Every violated rule in one table, in the order to fix them; absent where a single one is shown in full below. */
export function violationsSection(report: RunReport): Html | undefined {
  const { fresh: violated, known, allowed } = standingsOf(report, isViolated);
  const isWhole = known.length + allowed.length === 0;
  if (violated.length < 2) return undefined;
  return section(
    'violations',
    'Violations',
    html`<table class="violations">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Expected</th>
          <th scope="col">Actual</th>
          <th scope="col">Reproduce</th>
        </tr>
      </thead>
      <tbody>
        ${violated.map((row) => rowView(row, report))}
      </tbody>
    </table>`,
    `${counted(violated.length, 'rule')} ${isWhole ? (violated.length === 1 ? 'is violated' : 'are violated') : 'fail the gate'}, in the order to fix them.`,
  );
}

function rowView(row: LedgerRow, report: RunReport): Html {
  const { id } = row;
  const [finding] = [...ownViolations(row), ...row.findings.filter(({ verdict }) => verdict === 'fail')];
  const { expected = rules[id].says, actual = finding?.says ?? 'not recorded' } = finding ?? {};
  const input = finding?.input;
  const again = againOf(row, report);
  return html`<tr>
    <th scope="row"><a class="mono" href="#${id}">${id}</a> <span class="quiet">${prose(rules[id].says)}</span></th>
    <td data-of="Expected">${long(shown(expected, MOST_OF_A_VALUE))}</td>
    <td data-of="Actual">
      ${long(shown(actual, MOST_OF_A_VALUE))}${input && html` <span class="quiet">(${shown(input, MOST_OF_A_VALUE)})</span>`}
    </td>
    <td>${again && curlView(again.command, `the command that reproduces the violation of ${id}`)}</td>
  </tr>`;
}
