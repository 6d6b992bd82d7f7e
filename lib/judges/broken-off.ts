import { headerValues } from '../evidence/exchange.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { requestLine } from './circumstances.ts';
import { makeFinding, MOST_SHOWN, type Finding } from './finding.ts';
import { withInput } from './input-class.ts';
import type { RelationJudge } from './judge.ts';
import { isUnread, type Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';

/**
 * JSON-1 where a response begins and its body breaks off: the connection is closed before its announced end, or what follows is not HTTP.
 * One such body may be the network's fault; where the same read breaks off each time, while other responses between are complete, it is the service's.
 */
export const brokenOffJudge: RelationJudge = {
  name: 'broken-off',
  neededFor: 'lists-break-off',
  rules: ['JSON-1'],
  passedByOthers: ['JSON-1'],
  judge: ({ readings }) => judgeBrokenOff(readings),
};

/** This many attempts of one request, none of them complete, are not chance. Fewer are in doubt, a single one is nobody's fault. */
const ATTEMPTS = 3;
const DOUBTFUL = 2;

function judgeBrokenOff(readings: Sequence<Reading>): Finding[] {
  const broken = readings.filter(isBrokenOff);
  if (broken.length < DOUBTFUL) return [];
  const requests = new Set(broken.map(requestOf));
  const arrived = new Set<string>();
  const wholeIds: number[] = [];
  for (const reading of readings) {
    if (isUnread(reading.body)) continue;
    wholeIds.push(reading.exchange.id);
    const request = requestOf(reading);
    if (requests.has(request)) arrived.add(request);
  }
  return [...Map.groupBy(broken, requestOf).entries()].flatMap(([request, all]) => {
    const [first] = all;
    const last = all.at(-1);
    if (first === undefined || last === undefined || all.length < DOUBTFUL || arrived.has(request)) return [];
    const othersArrived = wholeIds.some((id) => id > first.exchange.id && id < last.exchange.id);
    const why = first.body.kind === 'truncated' ? first.body.why : 'it broke off';
    const { status } = first.exchange.answer;
    const { operation } = first.expectation;
    const finding = makeFinding(
      {
        rule: 'JSON-1',
        shownBy: all.slice(0, MOST_SHOWN).map(({ exchange }) => exchange.id),
        ...(operation !== undefined && { operation }),
      },
      all.length >= ATTEMPTS && othersArrived ? 'fail' : 'inconclusive',
      `${requestLine(first)} returned ${status} with a body that broke off in each of ${all.length} attempts: ${why}`,
      { expected: 'a JSON body', actual: why, fault: `${status}, broken off` },
    );
    return [withInput(finding, first)];
  });
}

/** A documented read whose body should have been complete: one without a length may end with its connection, however that is closed. */
function isBrokenOff({ exchange, expectation, body }: Reading): boolean {
  if (body.kind !== 'truncated' || body.by === undefined) return false;
  const { request, answer } = exchange;
  const shape = allowedBody(expectation, answer.status);
  const isDocumented = expectation.operation !== undefined && expectation.regularity !== 'hostile';
  if (!isDocumented || request.method !== 'GET' || shape === undefined || shape === 'any') return false;
  return ['Content-Length', 'Transfer-Encoding'].some((name) => headerValues(answer.headers, name).length > 0);
}

function requestOf({ exchange: { request } }: Reading): string {
  return [request.credential, request.method, request.target].join(' ');
}
