import { VERDICTS, type LedgerRow, type Verdict } from '../../ledger/ledger.ts';
import { AREAS, areaOf, rules } from '../../rules/index.ts';
import type { Level } from '../../rules/rule.ts';
import type { RunReport } from '../run-report.ts';
import { VERDICT_LOOKS, rowTold } from '../verdict-words.ts';
import type { FindingLook } from './finding-view.ts';
import { html, prose, section, type Html } from '../../text/markup.ts';
import { ruleDetails } from './rule-details.ts';

/** Every rule of the catalogue by section of the specification, each with its evidence folded in; a section in which nothing needs attention is folded, too. */
export function ruleSection(report: RunReport, look: FindingLook): Html {
  const areas = Map.groupBy(report.ledger.rows, ({ id }) => areaOf(id));
  const isShort = report.ledger.rows.length < FEW;
  const lists = Array.from(
    areas,
    ([area, rows]) =>
      html`<details class="area" ${(isShort || rows.some(needsAttention)) && html`open`}>
        <summary>
          <h3 id="area-${area}">${AREAS[area]} <span class="quiet">${tallyOf(rows)}</span></h3>
        </summary>
        ${rows.map((row) => ruleView(row, report, look))}
      </details>`,
  );
  return section('rules', 'Rules', [...(isShort ? [] : [filters(report.ledger.rows)]), ...lists]);
}

/** This few rules need no filters, and no folding. */
const FEW = 12;

/** The verdicts whose rows say what was seen, or why nothing was. */
const TOLD: readonly Verdict[] = ['fail', 'inconclusive', 'warn', 'not-exercised'];

/** Characters of what was seen that a row shows; the whole is folded in. */
const MOST_SEEN = 200;

function ruleView(row: LedgerRow, report: RunReport, look: FindingLook): Html {
  const { id, level, verdict } = row;
  const isTold = TOLD.includes(verdict);
  return html`<details class="rule v-${verdict}" id="${id}" data-verdict="${verdict}" data-level="${level}">
    <summary>
      <span class="chip"><span aria-hidden="true">${VERDICT_LOOKS[verdict].symbol}</span> ${verdict}</span
      ><span class="id">${id}</span
      ><span class="asked"
        >${prose(rules[id].says)}${isTold && html`<span class="seen">${prose(rowTold(row, report.ledger, MOST_SEEN))}</span>`}</span
      ><span class="level">${level}</span>
    </summary>
    ${ruleDetails(row, report, look)}
  </details>`;
}

/** The verdicts that a reader need not look at one by one. */
const IN_ORDER: readonly Verdict[] = ['pass', 'observed', 'not-applicable'];

function needsAttention({ verdict }: LedgerRow): boolean {
  return !IN_ORDER.includes(verdict);
}

function tallyOf(rows: readonly LedgerRow[]): string {
  return countsOf(VERDICTS, rows, ({ verdict }) => verdict)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ');
}

function countsOf<T extends string>(
  names: readonly T[],
  rows: readonly LedgerRow[],
  nameOf: (row: LedgerRow) => T,
): (readonly [name: T, count: number])[] {
  return names
    .map((name) => [name, rows.filter((row) => nameOf(row) === name).length] as const)
    .filter(([, count]) => count > 0);
}

const LEVELS: readonly Level[] = ['must', 'should', 'observed'];

/** Narrows the list; without script there is nothing to narrow it with, and so it is hidden. */
function filters(rows: readonly LedgerRow[]): Html {
  return html`<form id="filters" class="filters" role="search" aria-label="Rules" hidden>
    <label class="find"
      >Search <input type="search" id="find" autocomplete="off" placeholder="LIST-2, status, #12 …"
    /></label>
    <fieldset>
      <legend>Verdict</legend>
      ${countsOf<Verdict>(VERDICTS, rows, ({ verdict }) => verdict).map(([name, count]) => box('verdict', name, count))}
    </fieldset>
    <fieldset>
      <legend>Level</legend>
      ${countsOf(LEVELS, rows, ({ level }) => level).map(([name, count]) => box('level', name, count))}
    </fieldset>
    <p id="found" role="status"></p>
  </form>`;
}

function box(kind: string, name: string, count: number): Html {
  return html`<label class="box v-${name}"
    ><input type="checkbox" name="${kind}" value="${name}" /> ${name} <span class="quiet">${count}</span></label
  >`;
}
