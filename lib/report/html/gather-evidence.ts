import type { EvidenceItem } from '../../evidence/log.ts';
import { limiterViews } from '../limiter-view.ts';
import type { RunReport } from '../run-report.ts';
import { Archive } from './archive.ts';
import { Course } from './course.ts';
import type { FindingLook } from './finding-view.ts';
import { MOST_IN_FULL } from './rule-details.ts';

/** What a page needs besides the report itself. */
export interface Gathered {
  readonly course: Course;
  /** Exchanges to be looked at on demand: gzip in base64. */
  readonly archive: string;
  readonly look: FindingLook;
}

/** Streams the evidence of a run once, for its charts and for the exchanges on demand. */
export async function gatherEvidence(report: RunReport, evidence: AsyncIterable<EvidenceItem>): Promise<Gathered> {
  const course = new Course();
  const archive = new Archive(report, pointedTo(report));
  for await (const item of evidence) {
    if (!('exchange' in item)) continue;
    course.take(item.exchange);
    archive.take(item.exchange);
  }
  return { course, archive: archive.packed(), look: lookOf(report) };
}

/** Characters of bodies that all findings together show, so that a service that is wrong everywhere makes no larger page. */
const ALL_BODIES = 1_200_000;
const MOST_BODY = 4_000;
const LEAST_BODY = 300;

function lookOf({ ledger, exchanges, run, knowledge, curlFolder }: RunReport): FindingLook {
  const mostExchanges = 2;
  const shownOnes = ledger.rows.reduce(
    (sum, { findings }) => sum + Math.min(MOST_IN_FULL, findings.length) * mostExchanges,
    1,
  );
  return {
    exchanges,
    run,
    service: knowledge,
    curlFolder,
    mostExchanges,
    mostBody: Math.round(Math.min(MOST_BODY, Math.max(LEAST_BODY, ALL_BODIES / shownOnes))),
  };
}

function pointedTo({ ledger, xrays }: RunReport): Set<number> {
  return new Set([
    ...ledger.rows.flatMap(({ evidence, findings }) => [
      ...evidence,
      ...findings.flatMap(({ shownBy, alsoShownBy = [] }) => [...shownBy, ...alsoShownBy]),
    ]),
    ...limiterViews(xrays).flatMap(({ kinds }) => kinds.flatMap(({ excludedBy }) => excludedBy?.shownBy ?? [])),
  ]);
}
