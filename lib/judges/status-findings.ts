import type { RuleId } from '../rules/index.ts';
import { describeAllowed } from '../expectation/expectation.ts';
import type { Oddity } from '../expectation/oddity.ts';
import { requestLine } from './circumstances.ts';
import { faultOfStatus, makeFinding, type Finding } from './finding.ts';
import type { Reading } from './reading.ts';

/** What a finding on a status is about. */
export function statusSubject<R extends RuleId>({ exchange, expectation: { operation } }: Reading, rule: R) {
  return { rule, shownBy: [exchange.id], ...(operation !== undefined && { operation }) } as const;
}

/** The violation by a status. @param besides - what else to say */
export function wrongStatus(reading: Reading, rule: RuleId, besides = '', expected?: string): Finding {
  return statusFinding(reading, rule, 'fail', `${answeredWith(reading)}, which is not allowed${besides}`, expected);
}

/** The doubt about a status. @param because - what else may explain it */
export function doubtfulStatus(reading: Reading, rule: RuleId, because: string, expected?: string): Finding {
  return statusFinding(reading, rule, 'inconclusive', `${answeredWith(reading)}: ${because}`, expected);
}

/** The finding on a status that is not allowed. */
export function statusFinding(
  reading: Reading,
  rule: RuleId,
  verdict: 'fail' | 'inconclusive',
  says: string,
  expected = describeAllowed(reading.expectation),
): Finding {
  const { status } = reading.exchange.answer;
  return makeFinding(statusSubject(reading, rule), verdict, says, {
    expected,
    actual: `${status}`,
    ...faultOfStatus(status),
  });
}

/** The most oddities of one request that a sentence names. */
const MOST_NAMED = 4;

/** What is undocumented about the request, and what its body lacks: any of it may be the cause. '' for nothing. */
function oddityOf({ expectation: { oddities, newPet } }: Reading): string {
  const body = newPet !== undefined && 'what' in newPet ? [newPet.what] : [];
  const odd = oddities.filter((oddity) => !isPlainInTarget(oddity)).toSorted(hostileFirst);
  const all = [...new Set([...odd.map(({ what }) => what), ...body])];
  const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  return all.length === 0 ? '' : ` (${[...all.slice(0, MOST_NAMED), ...more].join('; ')})`;
}

/** Whether the request line already shows it. */
function isPlainInTarget({ kind, observedBy, isBeside }: Oddity): boolean {
  return kind === 'open' && (observedBy === 'LIST-5' || observedBy === 'LIST-8' || isBeside === true);
}

function hostileFirst(a: Oddity, b: Oddity): number {
  return Number(b.kind === 'hostile') - Number(a.kind === 'hostile');
}

/** `GET /pets?limit=5 without an Authorization header returned 200`. */
export function answeredWith(reading: Reading): string {
  return `${requestLine(reading)}${oddityOf(reading)}${whoAsks(reading)} returned ${reading.exchange.answer.status}`;
}

/** The caller, after the line of a request; '' for a valid key. A key may be elsewhere, for example in the query. */
export function whoAsks({ expectation: { caller } }: Pick<Reading, 'expectation'>): string {
  if (caller === 'missing') return ' without an Authorization header';
  return caller === 'invalid' ? ' with an invalid key' : '';
}
