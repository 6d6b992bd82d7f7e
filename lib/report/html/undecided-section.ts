import type { LedgerRow } from '../../ledger/ledger.ts';
import { rules } from '../../rules/index.ts';
import { curlLine } from '../curl.ts';
import type { RunReport } from '../run-report.ts';
import { counted } from '../../text/counted.ts';
import { curlView } from './exchange-view.ts';
import { numbers, type FindingLook } from './finding-view.ts';
import { html, prose, section, shown, type Html } from '../../text/markup.ts';
import { rowTold } from '../verdict-words.ts';
import { firstShown } from '../arrangement.ts';

/** Must rules whose responses are in doubt: they keep a run from being complete, and the first request of each is where to look. */
export function undecidedSection(report: RunReport, look: FindingLook): Html | undefined {
  const all = report.ledger.rows.filter(({ level, verdict }) => level === 'must' && verdict === 'inconclusive');
  const open = all.filter((row) => firstShown(row, report).exchange !== undefined);
  if (open.length === 0) return undefined;
  const some = open.length === all.length ? '' : ` Of ${open.length} a request shows where to look:`;
  return section(
    'undecided',
    'Inconclusive',
    html`<dl class="silent">${open.map((row) => rowView(row, report, look))}</dl>`,
    `${counted(all.length, 'must rule is', 'must rules are')} inconclusive: the responses neither verify nor violate them.${some}`,
  );
}

function rowView(row: LedgerRow, report: RunReport, look: FindingLook): Html {
  const { finding, exchange } = firstShown(row, report);
  return html`<div>
    <dt><a href="#${row.id}">${row.id}</a> ${prose(rules[row.id].says)}</dt>
    <dd>${rowTold(row, report.ledger)}</dd>
    ${finding?.input !== undefined && html`<dd class="note">Input: ${shown(finding.input)}</dd>`}
    ${
      exchange !== undefined &&
      html`<dd>
        ${numbers([exchange.id])}
        ${curlView(curlLine(exchange, look.service, look.curlFolder), `the request of exchange #${exchange.id}`)}
      </dd>`
    }
  </div>`;
}
