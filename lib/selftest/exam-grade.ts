import { defects } from '../reference/defects/index.ts';
import { rules } from '../rules/index.ts';
import { DEEP_REQUESTS, DEEPER } from './exam-depth.ts';
import { NOT_YET } from './exam-sample.ts';
import type { ExamResult } from './exam.ts';

/** A complete run sends at most this many requests, and leaves at most this many animals. */
const MOST_REQUESTS = 120;
const MOST_ANIMALS = 15;

/** Those with which no run can go on: the key is banned, or is told to wait for hours. */
const ENDING: ReadonlySet<string> = new Set([
  'secret-ban',
  'retry-after-milliseconds',
  'eager-ban-401',
  'eager-ban-403',
]);

/** What petvet did wrong with one subject, a sentence each: a defect not caught or another rule blamed, a variant not left in peace. */
export function faultsOf(result: ExamResult): readonly string[] {
  const { name, failed, requests, created, aborted, says } = result;
  const faults: string[] = [];
  const allowed = DEEPER.has(name) ? DEEP_REQUESTS : MOST_REQUESTS;
  if (aborted !== undefined && !ENDING.has(name)) faults.push(`the run was aborted: ${aborted}`);
  if (requests > allowed) faults.push(`${requests} requests were sent`);
  const defect = defects[name];
  if (defect === undefined) {
    if (created > MOST_ANIMALS) faults.push(`${created} animals were left`);
    return [...faults, ...failed.map((id) => `${id} was called broken: ${says[id]}`)];
  }
  const { breaks } = defect;
  const first = breaks[0];
  const blamed = first !== undefined && rules[first].level === 'must' ? failed : [...failed, ...result.warned];
  const isCaught = blamed.some((id) => breaks.some((broken) => broken === id));
  if (NOT_YET[name] !== undefined)
    return isCaught ? [...faults, 'it is caught now: take it from the table of those that are not'] : faults;
  if (!isCaught) faults.push(`it was not caught as ${breaks.join(', ')}`);
  const others = failed.filter((id) => !breaks.some((broken) => broken === id));
  return [...faults, ...others.map((id) => `${id} was blamed: ${says[id]}`)];
}
