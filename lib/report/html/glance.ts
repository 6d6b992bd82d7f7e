import { sayWhose } from '../../evidence/target-name.ts';
import { unverifiedRows } from '../../gate/decision.ts';
import { VERDICTS, type LedgerRow, type Outcome } from '../../ledger/ledger.ts';
import type { RunReport } from '../run-report.ts';
import { counted } from '../../text/counted.ts';
import { VERDICT_LOOKS, meaningOf, violatedRows } from '../verdict-words.ts';
import { standingsOf } from '../gate-view.ts';
import { headOf } from './head.ts';
import { html, shown, type Html } from '../../text/markup.ts';

/** What the head of a page says besides its outcome. */
export interface Head {
  /** What kind of report it is. */
  readonly brand: string;
  /** The headline. */
  readonly words: string;
  /** The sentence under it, where that of the outcome does not fit. */
  readonly means?: string | undefined;
  /** The outcome whose colour the head has, where it is not the run's. */
  readonly look?: Outcome | undefined;
  /** What the outcome does not speak of. */
  readonly remark?: string | undefined;
  /** Sentences that weigh as much as the outcome. */
  readonly notes: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** The answer in one glance: the outcome, of whom, when, and how many rules have which verdict. */
export function glance(report: RunReport, { brand, words, notes, facts, ...head }: Head): Html {
  const { ledger, knowledge, run } = report;
  const look = head.look ?? ledger.outcome;
  const means = head.means ?? sentenceOf(ledger.outcome, ledger.rows);
  const reason = run.aborted !== undefined && ` Reason: ${shown(run.aborted)}.`;
  return headOf({
    look,
    brand,
    words: sayWhose(knowledge.target, words),
    sentences: [
      { text: html`${means}${named(report)}${reason}` },
      ...(head.remark === undefined ? [] : [{ text: head.remark }]),
      ...notes.map((text) => ({ text, isShort: true as const })),
    ],
    facts: [
      ['Target', shown(knowledge.target)],
      ['Address', html`<span class="mono">${shown(knowledge.baseUrl)}</span>`],
      ['Date', html`<time datetime="${isoOf(run.startedAt)}">${dateOf(run.startedAt)}</time>`],
      ...facts,
    ],
    end: tallyBar(ledger.rows),
  });
}

function sentenceOf(outcome: Outcome, rows: readonly LedgerRow[]): string {
  const means = meaningOf(outcome, rows);
  return `${means.charAt(0).toUpperCase()}${means.slice(1)}${outcome === 'violating' ? '. Fix first:' : '.'}`;
}

/** As many violated rules as the head of the page names. */
const MOST_NAMED = 6;

function named(report: Pick<RunReport, 'ledger' | 'gate'>): Html | undefined {
  const { fresh: violated } = standingsOf(report);
  if (violated.length === 0) return undefined;
  const more = violated.length - MOST_NAMED;
  const isGated = report.gate?.isAsked === true;
  return html`${isGated && ' Fix first:'}
  ${violated
    .slice(0, MOST_NAMED)
    .map(({ id }, index) => [index > 0 && ', ', html`<a class="mono" href="#${id}">${id}</a>`])}${
    more > 0 && ` and ${more} more`
  }`;
}

/** The outcome in a few words, for the headline and the title. */
export function headline(outcome: Outcome, rows: readonly LedgerRow[]): string {
  const open = unverifiedRows(rows).length;
  const words: Readonly<Record<Outcome, string>> = {
    conforming: 'Conforms',
    violating: `Violates ${counted(violatedRows(rows).length, 'must rule')}`,
    incomplete:
      open === 0
        ? 'Incomplete: only some rules were selected'
        : `Incomplete: ${counted(open, 'must rule')} could not be verified`,
    aborted: 'Ended early',
  };
  return words[outcome];
}

/** An instant as `2026-11-21 12:00 UTC`. */
export function dateOf(instant: number): string {
  return `${isoOf(instant).slice(0, 16).replace('T', ' ')} UTC`;
}

function isoOf(instant: number): string {
  const date = new Date(instant);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

const BAR = 1_000;

/** The verdicts as parts of one bar, and as words. */
function tallyBar(rows: readonly LedgerRow[]): Html {
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    count: rows.filter((row) => row.verdict === verdict).length,
  })).filter(({ count }) => count > 0);
  let x = 0;
  const parts = counts.map(({ verdict, count }) => {
    const width = (BAR * count) / Math.max(1, rows.length);
    const part = html`<rect
      class="v-${verdict}"
      x="${x.toFixed(1)}"
      y="0"
      width="${Math.max(2, width - 4).toFixed(1)}"
      height="14"
    />`;
    x += width;
    return part;
  });
  return html`<div class="tally">
    <svg viewBox="0 0 ${BAR} 14" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
    <ul>
      ${counts.map(
        ({ verdict, count }) =>
          html`<li class="v-${verdict}">
            <span aria-hidden="true">${VERDICT_LOOKS[verdict].symbol}</span> <b>${count}</b> ${verdict}
          </li>`,
      )}
    </ul>
  </div>`;
}
