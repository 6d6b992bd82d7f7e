import { readNewPet } from '../expectation/new-pet.ts';
import { readOperation } from '../expectation/request.ts';
import { counted, numbered } from '../text/counted.ts';
import { smallest } from '../evidence/extremes.ts';
import { growthOf, isAtFloor } from './backoff.ts';
import { backoffSeriesOf } from './refused-rows.ts';
import { FEWEST_REGULAR } from './regular-waits.ts';
import type { ClientFinding } from './finding.ts';
import { judgeDeprecated, judgeDocumented, judgeKey } from './judge-requests.ts';
import { judgeBackoff, judgeInsisting, judgeRetryAfter } from './judge-waits.ts';
import { showsBearer, type RecordedClient } from './recorded-clients.ts';
import type { ClientRequest } from './request-log.ts';

/**
 * The verdict on each CLIENT rule, as far as a recording shows it: what may be due to the recording alone is inconclusive.
 *
 * @param asOf - an ISO date: from the removal of getPet on, a call of it is a violation
 */
export function judgeRecorded(client: RecordedClient, asOf: string): ClientFinding[] {
  const { log } = client;
  return [
    keyAsRecorded(client),
    waitsAsRecorded(judgeRetryAfter(log), client),
    backoffAsRecorded(judgeBackoff(log), client),
    waitsAsRecorded(judgeInsisting(log), client),
    bodiesAsRecorded(judgeDocumented(log), log),
    judgeDeprecated(log, asOf),
  ];
}

function keyAsRecorded({ log, isKeyAccepted }: RecordedClient): ClientFinding {
  const told = log.filter(({ sent }) => sent.credential === 'none' || isWithBearer(sent));
  const finding = told.length === 0 ? UNTOLD : judgeKey(told);
  if (finding.verdict === 'fail') return finding;
  const untold = log.length - told.length;
  if (untold > 0) return inconclusive(finding, `the recording does not show the key of ${counted(untold, 'request')}`);
  if (isKeyAccepted !== true) return inconclusive(finding, 'the service accepted no request with this token');
  return finding;
}

const UNTOLD: ClientFinding = { rule: 'CLIENT-1', verdict: 'inconclusive', says: '', requests: [] };

function isWithBearer({ credential, headers }: ClientRequest['sent']): boolean {
  return credential === 'primary' && showsBearer(headers);
}

/** CLIENT-2 and CLIENT-4. */
function waitsAsRecorded(finding: ClientFinding, { log, uncertain }: RecordedClient): ClientFinding {
  if (finding.verdict === 'not-exercised') return notRefused(finding, log);
  if (finding.verdict !== 'pass' || uncertain.length === 0) return finding;
  return {
    ...inconclusive(
      finding,
      `the times do not tell whether Retry-After had passed when ${numbered(uncertain)} was sent`,
    ),
    requests: uncertain,
  };
}

function notRefused(finding: ClientFinding, log: readonly ClientRequest[]): ClientFinding {
  if (log.some(({ sent, status }) => status === 429 && sent.credential !== 'primary'))
    return inconclusive(finding, 'a request got a 429, but the recording does not show with which key it was sent');
  const isRefused = log.some(({ refusal }) => refusal !== undefined);
  const says = isRefused ? 'no 429 asked to wait' : 'no request with the key got a 429 with Retry-After';
  return { ...finding, says };
}

function backoffAsRecorded(finding: ClientFinding, { log, isCoarse }: RecordedClient): ClientFinding {
  const isRefused = log.some(({ refusal }) => refusal !== undefined);
  if (!isRefused) return notRefused(finding, log);
  if (finding.verdict === 'not-exercised')
    return { ...finding, says: 'no refused request was sent again, of those whose first refusal was recorded' };
  if (isCoarse) return inconclusive(finding, 'the times in the recording are too coarse to measure waits');
  if (finding.verdict !== 'fail') return finding;
  const telling = backoffSeriesOf(log)
    .filter(
      ({ waits, retryAfter }) => waits.length >= FEWEST_REGULAR && !isAtFloor(smallest(waits), 1_000 * retryAfter),
    )
    .map((one, _index, all) => growthOf(one, all.length))
    .filter((growth) => growth !== 'at-the-floor');
  const even = telling.filter((growth) => growth === 'constant' || growth === 'linear').length;
  if (even === 0 || 2 * even >= telling.length) return finding;
  const says = `of ${telling.length} times that a request was refused in a row, the waits were even ${even} times, which jitter may explain`;
  return inconclusive(finding, says);
}

function bodiesAsRecorded(finding: ClientFinding, log: readonly ClientRequest[]): ClientFinding {
  const unknown = log.filter(
    ({ sent }) => readOperation(sent).operation === 'createPet' && readNewPet(sent.body).kind === 'unknown',
  ).length;
  if (finding.verdict !== 'pass' || unknown === 0) return finding;
  const whose = unknown === 1 ? 'the body of one POST was' : `the bodies of ${unknown} POSTs were`;
  return inconclusive(finding, `${whose} not recorded`);
}

/** Without what a violation is held against. */
function inconclusive({ rule, requests }: ClientFinding, says: string): ClientFinding {
  return { rule, verdict: 'inconclusive', says, requests };
}
