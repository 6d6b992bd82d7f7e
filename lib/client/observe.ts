import { readOperation } from '../expectation/request.ts';
import { counted } from '../text/counted.ts';
import { tellGrease, type Grease } from './grease.ts';
import { isSameRequest, type ClientRequest } from './request-log.ts';
import type { SituationName } from './situations.ts';
import { secondsOf } from './seconds-of.ts';

/**
 * What a client did in a situation, in one clause: what no rule speaks of, said as it was seen.
 *
 * @param log - the requests of the situation, in the order of arrival
 */
export function observe(name: SituationName, log: readonly ClientRequest[], grease?: Grease): string {
  if (log.length === 0) return 'it sent no request';
  if (name === 'greased' && grease !== undefined) return tellGrease(grease);
  switch (name) {
    case 'response-lost':
      return afterLost(log);
    case 'unavailable':
    case 'stalled':
    case 'cut':
      return afterTrouble(log);
    case 'key-revoked':
      return afterRevoked(log);
    case 'used-up':
      return atZero(log);
    case 'getpet-gone':
      return calls(log);
    default:
      return sentInAll(log);
  }
}

/** How many requests were sent, and how many were meant: the same one after a refusal or a failure is meant once. */
function sentInAll(log: readonly ClientRequest[]): string {
  const again = [...Map.groupBy(log, ({ run, sent }) => `${run} ${sent.method} ${sent.target}`).values()]
    .map((alike) => alike.filter((request, index) => isAgain(alike, index, request)).length)
    .reduce((sum, one) => sum + one, 0);
  const sent = `it sent ${counted(log.length, 'request')}`;
  return again === 0 ? sent : `${sent}, ${again} of them again`;
}

/** @param index - of the request among those of its run with its target */
function isAgain(alike: readonly ClientRequest[], index: number, { sent }: ClientRequest): boolean {
  for (let before = index - 1; before >= 0; before -= 1) {
    const one = alike[before];
    if (one !== undefined && isSameRequest(one.sent, sent)) return !isAnswered(one);
  }
  return false;
}

function isAnswered({ status = 0, endedAt }: ClientRequest): boolean {
  return endedAt !== undefined && status !== 429 && status < 500;
}

/** The requests that were disturbed, and the next ones that ask for the same. */
function retriesOf(log: readonly ClientRequest[], disturbed: ClientRequest): ClientRequest[] {
  return log.filter(
    ({ number, run, sent }) =>
      number > disturbed.number && run === disturbed.run && isSameRequest(disturbed.sent, sent),
  );
}

function firstDisturbed(log: readonly ClientRequest[]): ClientRequest | undefined {
  return log.find(({ disturbance }) => disturbance !== undefined);
}

function afterTrouble(log: readonly ClientRequest[]): string {
  const disturbed = firstDisturbed(log);
  if (disturbed === undefined) return sentInAll(log);
  const { arrivedAt, endedAt, abandonedAt, disturbance } = disturbed;
  const waited = (endedAt ?? abandonedAt ?? arrivedAt) - arrivedAt;
  const gaveUp =
    endedAt === undefined && disturbance === 'stalled'
      ? `it closed the connection after ${secondsOf(waited)}, and `
      : 'it ';
  const [retry] = retriesOf(log, disturbed);
  if (disturbance === 'stalled' && endedAt !== undefined && retry === undefined) return 'it waited for the response';
  if (retry === undefined) return `${gaveUp}did not send the request again`;
  const after = retry.arrivedAt - (endedAt ?? abandonedAt ?? arrivedAt);
  return after < 0
    ? `it sent the request again after ${secondsOf(retry.arrivedAt - arrivedAt)}, while the first one was under way`
    : `${gaveUp}sent the request again, ${secondsOf(after)} later`;
}

function afterLost(log: readonly ClientRequest[]): string {
  const lost = log.find(({ disturbance }) => disturbance === 'lost');
  if (lost === undefined) return 'it created no pet';
  const created = retriesOf(log, lost).filter(({ status }) => status === 201).length;
  if (created === 0) return 'it did not send the request again: the pet was created once, and it was not told';
  return `it sent the request again: ${created + 1} pets were created where one was meant`;
}

function afterRevoked(log: readonly ClientRequest[]): string {
  const refused = log.filter(({ disturbance }) => disturbance === 'revoked').length;
  if (refused === 0) return 'it sent too few requests to be told';
  return refused === 1
    ? 'it stopped at the first 401'
    : `it sent ${counted(refused - 1, 'more request')} after the first 401`;
}

function atZero(log: readonly ClientRequest[]): string {
  const refused = log.filter(({ refusal, duringWaitOf }) => refusal !== undefined || duringWaitOf !== undefined).length;
  return refused === 0
    ? 'it was not refused: it sent nothing while nothing remained'
    : `it went on while nothing remained, and was refused ${refused === 1 ? 'once' : `${refused} times`}`;
}

function calls(log: readonly ClientRequest[]): string {
  const gone = log.filter(({ sent }) => readOperation(sent).operation === 'getPet').length;
  return gone === 0 ? 'it does not call getPet' : `it called getPet ${gone === 1 ? 'once' : `${gone} times`}`;
}
