import type { EvidenceItem } from '../../evidence/log.ts';
import { writeReport } from '../../files/write-report.ts';
import type { RunReport } from '../run-report.ts';
import { describeOutOfScope, inScope } from '../scope.ts';
import { filesBeside, type Beside } from './beside.ts';
import { gateView, letPassWords, standingsOf } from '../gate-view.ts';
import { baselineSection } from './baseline-section.ts';
import { coverageSection } from './coverage-section.ts';
import type { Course } from './course.ts';
import { documentOf } from './document.ts';
import { factsSection } from './facts.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { glance, headline } from './glance.ts';
import { latencyChart } from './latency-chart.ts';
import { limiterSection } from './limiter.ts';
import { html, section, shown, type Html } from '../../text/markup.ts';
import { ruleSection } from './rule-list.ts';
import { undecidedSection } from './undecided-section.ts';
import { silenceSection } from './silence-section.ts';
import { fixFirstSection } from './fix-first-section.ts';
import { violationsSection } from './violations-section.ts';
import { profileMeaning, profileOutcome, toldProfile } from '../verdict-words.ts';

/** The name of the page within a report's folder. */
const PAGE_FILE = 'report.html';

/**
 * Writes a run as one HTML file that needs nothing else. The evidence is streamed once.
 *
 * @returns the path of the file
 * @throws UsageError when it cannot be written; an error of reading the evidence is passed on
 */
export async function writePage(
  dir: string,
  report: RunReport,
  evidence: AsyncIterable<EvidenceItem>,
): Promise<string> {
  return writeReport(dir, PAGE_FILE, await renderPage(report, evidence, filesBeside(dir)));
}

/** A run as a page, of which charts and exchanges on demand come from its evidence. */
export async function renderPage(
  whole: RunReport,
  evidence: AsyncIterable<EvidenceItem>,
  beside: readonly Beside[] = [],
): Promise<string> {
  const report = inScope(whole);
  const left = describeOutOfScope(whole);
  const { course, archive, look } = await gatherEvidence(report, evidence);
  const profile = toldProfile(whole);
  const words =
    profile === undefined ? headline(report.ledger.outcome, report.ledger.rows) : capital(profileOutcome(profile));
  const gate = gateView(whole);
  const head = gate === undefined ? words : shown(gate.head);
  const means = profile === undefined ? undefined : `${capital(profileMeaning(profile))}.`;
  const letPass = letPassWords(standingsOf(report));
  return documentOf({
    title: `${gate === undefined ? words : shown(gate.head, 80)}: ${shown(report.knowledge.target, 80)} – petvet`,
    header: glance(report, {
      brand: 'conformance report',
      words: head,
      means:
        gate === undefined ? means : `The service: ${lower(words)}${letPass === undefined ? '' : ` (${letPass})`}.`,
      ...(gate !== undefined ? { look: gate.look } : profile?.isComplete === true && { look: 'conforming' as const }),
      remark: left && `${capital(shown(left))}.`,
      notes: [],
      facts: [['Requests', `${report.run.sent}`]],
    }),
    sections: [
      ['violations', 'Violations', violationsSection(report)],
      ['first', 'What to fix first', fixFirstSection(report, look)],
      ['undecided', 'Inconclusive', undecidedSection(report, look)],
      ['baseline', 'Baseline', baselineSection(whole)],
      ['rules', 'Rules', ruleSection(report, look)],
      ['silent', 'Where the specification is silent', silenceSection(report)],
      ['limiter', 'Rate limit', limiterSection(report, course)],
      ['latency', 'Latency', latencySection(course)],
      ['blind', 'Detection coverage', coverageSection(whole)],
      ['facts', 'Run', factsSection(report)],
    ],
    archive,
    beside,
  });
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function latencySection(course: Course): Html | undefined {
  const picture = latencyChart(course);
  if (picture === undefined) return undefined;
  return section(
    'latency',
    'Latency',
    html`<figure>${picture}</figure>`,
    'From the first byte sent to the last byte received, as measured by petvet.',
  );
}
