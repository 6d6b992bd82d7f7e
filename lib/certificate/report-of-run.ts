import { isDeepStrictEqual } from 'node:util';
import { parsedJson } from '../evidence/parsed-json.ts';
import { conformanceOf } from '../report/conformance.ts';
import { reportOf } from '../run/run-report.ts';
import type { Verdicts } from '../run/verdicts.ts';
import { ConformanceReport } from '../shapes/report.ts';

/** What does not follow from the evidence: what the run was asked to decide, and which Node ran petvet. */
const OF_ITS_OWN: readonly string[] = ['gate', 'node'];

/**
 * Why a report is not that of a run, as a clause; undefined where it is. Every member that follows from the evidence is compared: whoever
 * signs a report vouches for all of it.
 *
 * @param text - conformance.json
 * @param verdicts - what the evidence beside it leads to, judged again
 */
export function whyNotItsReport(text: string, verdicts: Verdicts): string | undefined {
  const value = parsedJson(text);
  const reading = ConformanceReport.safeParse(value);
  if (!reading.success) return 'it is cut off, or not a report of this version of petvet';
  const given = membersOf(value);
  const own = conformanceOf(reportOf(verdicts));
  if (reading.data.run.id !== own.run.id)
    return `it is of run ${reading.data.run.id}, and the evidence of run ${own.run.id}`;
  const verdictOf = new Map(own.rules.map(({ id, verdict }) => [id, verdict]));
  const rule = reading.data.rules.find(({ id, verdict }) => verdictOf.get(id) !== verdict);
  if (rule !== undefined)
    return `it says ${rule.verdict} for ${rule.id}; judged again, the evidence says ${verdictOf.get(rule.id) ?? 'nothing'}`;
  // As it would be read from a file: without members that are undefined.
  const judged = membersOf(parsedJson(JSON.stringify(own)));
  const other = [...new Set([...Object.keys(given), ...Object.keys(judged)])].find(
    (name) => !OF_ITS_OWN.includes(name) && !isDeepStrictEqual(given[name], judged[name]),
  );
  if (other !== undefined) return `what it says of ${other} is not what the evidence says`;
  return isDeepStrictEqual(given['gate'], membersOf(parsedJson(JSON.stringify(reading.data)))['gate'])
    ? undefined
    : 'what it says of gate is not in the form of such a report';
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
