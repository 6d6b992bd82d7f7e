import type { CountedFinding, LedgerRow } from '../../ledger/ledger.ts';
import { rules, type RuleId } from '../../rules/index.ts';
import type { RunReport } from '../run-report.ts';
import { counted } from '../../text/counted.ts';
import { againView } from './again.ts';
import { exchangeView } from './exchange-view.ts';
import { findingView, numbers, showing, type FindingLook } from './finding-view.ts';
import { html, prose, type Html } from '../../text/markup.ts';
import { blamedOnce, rowTold, toldOf } from '../verdict-words.ts';
import { howToFix } from '../again.ts';

/** Kinds of faults of a rule that are shown with their exchanges, and those that are shown as a sentence. */
export const MOST_IN_FULL = 12;
const MOST_SENTENCES = 40;

/** All that a run says of one rule: where it comes from, how it was judged, what was seen, and the exchanges that show it. */
export function ruleDetails(row: LedgerRow, report: RunReport, look: FindingLook): Html {
  const { id, evidence, evidenceCount, findings, verdict } = row;
  const { source, judged, needs = [] } = rules[id];
  const fix = verdict === 'fail' || verdict === 'warn' ? howToFix(row) : undefined;
  const telling = blamedOnce(findings.filter((finding) => finding.verdict !== 'observed'));
  const observed = findings.filter((finding) => finding.verdict === 'observed');
  const inFull = telling.slice(0, MOST_IN_FULL);
  return html`<div class="details">
    <dl class="about">
      <div>
        <dt>Specification</dt>
        <dd>${prose(source)}</dd>
      </div>
      <div>
        <dt>How it is verified</dt>
        <dd>${prose(judged)}</dd>
      </div>
      ${
        needs.length > 0 &&
        html`<div>
          <dt>Needs</dt>
          <dd>${needs.join(', ')}</dd>
        </div>`
      }
      <div>
        <dt>Result</dt>
        <dd>${rowTold(row, report.ledger)}</dd>
      </div>
      ${
        fix !== undefined &&
        html`<div>
          <dt>To fix</dt>
          <dd>${prose(fix)}</dd>
        </div>`
      }
      ${
        evidence.length > 0 &&
        html`<div>
          <dt>Evidence</dt>
          <dd>${numbers(evidence, evidenceCount)}</dd>
        </div>`
      }
    </dl>
    ${inFull.map((finding, index) => findingView(finding, look, { nth: index + 1, of: telling.length }))}
    ${sentences(telling.slice(MOST_IN_FULL), report)} ${sentences(observed, report)}
    ${verdict === 'fail' && againView(row, report)} ${findings.length === 0 && exampleOf(row, look)}
  </div>`;
}

/** Of a rule that was kept: one of the exchanges that show it. */
function exampleOf({ id, evidence }: LedgerRow, look: FindingLook): Html | undefined {
  const shown = evidence.flatMap((number) => look.exchanges.get(number) ?? []);
  const wanted = TELLING[id];
  const exchange = shown.find(({ answer }) => wanted !== undefined && answer?.status === wanted) ?? shown[0];
  return exchange && exchangeView(exchange, { ...look, mostBody: Math.min(look.mostBody, MOST_OF_A_PASS) });
}

/** The status of the response that a rule is about, where the exchanges that verify it have several. */
const TELLING: Readonly<Partial<Record<RuleId, number>>> = {
  'AUTH-1': 401,
  'AUTH-2': 401,
  'AUTH-4': 401,
  'CREATE-5': 400,
  'CREATE-6': 400,
  'CREATE-7': 400,
  'CREATE-8': 400,
  'GET-2': 404,
  'GET-3': 404,
  'RATE-5': 429,
  'RATE-8': 429,
  'RATE-9': 429,
  'RATE-13': 429,
};

/** What was kept needs no long body to be believed; the whole is shown on demand. */
const MOST_OF_A_PASS = 400;

function sentences(findings: readonly CountedFinding[], { ledger }: RunReport): Html | undefined {
  if (findings.length === 0) return undefined;
  const more = findings.length - MOST_SENTENCES;
  return html`<ul class="sentences">
    ${findings.slice(0, MOST_SENTENCES).map(
      (finding) =>
        html`<li>
          ${toldOf(finding, ledger)}
          <span class="quiet">${finding.shownBy.length > 0 && html`(${showing(finding)})`}</span>
        </li>`,
    )}
    ${more > 0 && html`<li class="quiet">${counted(more, 'further finding')} in conformance.json</li>`}
  </ul>`;
}
