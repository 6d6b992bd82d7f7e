import type { EvidenceItem } from '../../evidence/log.ts';
import { writeReport } from '../files.ts';
import { limiterViews } from '../limiter-view.ts';
import type { RunReport } from '../run-report.ts';
import { Archive } from './archive.ts';
import { blindSection } from './blind.ts';
import { Course } from './course.ts';
import { documentOf } from './document.ts';
import { factsSection } from './facts.ts';
import type { FindingLook } from './finding-view.ts';
import { glance, headline } from './glance.ts';
import { latencyChart } from './latency-chart.ts';
import { limiterSection } from './limiter.ts';
import { html, section, shown, type Html } from './markup.ts';
import { ruleSection } from './rule-list.ts';
import { silentSection } from './silent.ts';
import { worstSection } from './worst.ts';

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
  return writeReport(dir, PAGE_FILE, await renderPage(report, evidence));
}

/** A run as a page, of which charts and exchanges on demand come from its evidence. */
export async function renderPage(report: RunReport, evidence: AsyncIterable<EvidenceItem>): Promise<string> {
  const course = new Course();
  const archive = new Archive(report.knowledge.baseUrl, pointedTo(report));
  for await (const item of evidence) {
    if (!('exchange' in item)) continue;
    course.take(item.exchange);
    archive.take(item.exchange);
  }
  const look = lookOf(report);
  const parts: readonly (readonly [id: string, title: string, body: Html | undefined])[] = [
    ['first', 'What to fix first', worstSection(report, look)],
    ['rules', 'Rules', ruleSection(report, look)],
    ['silent', 'Where the specification is silent', silentSection(report)],
    ['limiter', 'The rate limit', limiterSection(report, course)],
    ['latency', 'Latency', latencySection(course)],
    ['blind', 'What it could not have caught', blindSection(report)],
    ['facts', 'The run', factsSection(report)],
  ];
  const present = parts.filter(([, , body]) => body !== undefined);
  return documentOf({
    title: `${headline(report.ledger.outcome, report.ledger.rows)}: ${shown(report.knowledge.target, 80)} – petvet`,
    header: glance(report),
    sections: present.map(([, , body]) => body),
    contents: present.map(([id, title]) => [id, title]),
    archive: archive.packed(),
  });
}

function latencySection(course: Course): Html | undefined {
  const picture = latencyChart(course);
  if (picture === undefined) return undefined;
  return section(
    'latency',
    'Latency',
    html`<figure>${picture}</figure>`,
    'From sending to the last byte, as this run saw it.',
  );
}

/** Characters of bodies that all findings together show, so that a service that is wrong everywhere makes no larger page. */
const ALL_BODIES = 1_200_000;
const MOST_BODY = 4_000;
const LEAST_BODY = 300;

function lookOf({ ledger, exchanges, knowledge }: RunReport): FindingLook {
  const mostExchanges = 2;
  const shownOnes = ledger.rows.reduce((sum, { findings }) => sum + Math.min(3, findings.length) * mostExchanges, 1);
  return {
    exchanges,
    baseUrl: knowledge.baseUrl,
    mostExchanges,
    mostBody: Math.round(Math.min(MOST_BODY, Math.max(LEAST_BODY, ALL_BODIES / shownOnes))),
  };
}

function pointedTo({ ledger, xrays }: RunReport): Set<number> {
  return new Set([
    ...ledger.rows.flatMap(({ evidence, findings }) => [...evidence, ...findings.flatMap(({ shownBy }) => shownBy)]),
    ...limiterViews(xrays).flatMap(({ kinds }) => kinds.flatMap(({ excludedBy }) => excludedBy?.shownBy ?? [])),
  ]);
}
