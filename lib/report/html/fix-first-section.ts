import type { CountedFinding, LedgerRow } from '../../ledger/ledger.ts';
import { rules } from '../../rules/index.ts';
import { ownViolations } from '../arrangement.ts';
import type { RunReport } from '../run-report.ts';
import { counted } from '../../text/counted.ts';
import { againView } from './again.ts';
import { findingView, type FindingLook } from './finding-view.ts';
import { standingsOf } from '../gate-view.ts';
import { html, prose, section, type Html } from '../../text/markup.ts';
import { howToFix } from '../again.ts';

/** As many other violated rules as are named. */
const MOST_NAMED = 12;

/** What to fix first: the worst violated must rule with its first finding, and the names of the others. */
export function fixFirstSection(report: RunReport, look: FindingLook): Html | undefined {
  const [worst, ...others] = standingsOf(report).fresh;
  if (worst === undefined) return undefined;
  const { says, source } = rules[worst.id];
  const [finding] = firstTelling(worst);
  const fix = howToFix(worst);
  return section(
    'first',
    'What to fix first',
    html`<div class="card fail">
        <h3><a href="#${worst.id}">${worst.id}</a> ${prose(says)}</h3>
        <p class="quiet">Specification, ${source}</p>
        ${fix !== undefined && html`<p><strong>To fix</strong> ${prose(fix)}</p>`}
        ${finding !== undefined && findingView(finding, look)} ${againView(worst, report)}
      </div>
      ${
        others.length > 0 &&
        html`<p class="then">
          Then
          ${others
            .slice(0, MOST_NAMED)
            .map(({ id }, index) => [index > 0 && ', ', html`<a href="#${id}" title="${rules[id].says}">${id}</a>`])}${
            others.length > MOST_NAMED && ` and ${counted(others.length - MOST_NAMED, 'rule')} more`
          }.
        </p>`
      }`,
    others.length === 0
      ? undefined
      : 'First what other rules depend on, then authentication, then what most exchanges show; consequences of another violation come last.',
  );
}

function firstTelling(row: LedgerRow): CountedFinding[] {
  const own = ownViolations(row);
  return own.length > 0 ? own : row.findings.filter(({ verdict }) => verdict === 'fail');
}
