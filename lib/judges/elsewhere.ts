import { isSuccess } from '../evidence/exchange.ts';
import { spelledOtherwise } from '../expectation/other-spelling.ts';
import { isGatewayTrouble, requestLine } from './circumstances.ts';
import { makeFinding, type Finding } from './finding.ts';
import { showsPets } from './pet-shape.ts';
import type { Reading } from './reading.ts';
import { answeredWith, doubtfulStatus, statusFinding, statusSubject, whoAsks } from './status-findings.ts';

/**
 * Paths and methods that are not documented: hostile input gets no server error, and callers without a key see no pets where a
 * service treats the path as a documented one. What other paths are for is not shown. Source: sections 4.4 and 5; rules AUTH-7 and ERR-7.
 */
export function judgeElsewhere(reading: Reading): Finding[] {
  const { exchange, expectation, body } = reading;
  const { status } = exchange.answer;
  const isHostile = expectation.regularity === 'hostile';
  if (status >= 500 && status !== 501 && status !== 505 && !isGatewayTrouble(reading)) {
    if (!isHostile)
      return [doubtfulStatus(reading, 'ERR-7', 'no such operation is documented, so nothing is said about it')];
    const says = `${answeredWith(reading)}: hostile input is no reason for a server error`;
    return [statusFinding(reading, 'ERR-7', 'fail', says, 'anything but a server error')];
  }
  const isAnonymous = expectation.caller === 'missing' || expectation.caller === 'invalid';
  if (isAnonymous && isSuccess(status) && body.kind === 'json' && showsPets(body.value)) return [judgeShown(reading)];
  return isHostile && status < 500
    ? [makeFinding(statusSubject(reading, 'ERR-7'), 'pass', 'hostile input gets no server error')]
    : [];
}

/** Somebody without a valid key was shown pets. */
function judgeShown(reading: Reading): Finding {
  const expected = 'no pets for a caller without a valid key';
  const meant = spelledOtherwise(reading.exchange.request);
  if (meant === undefined)
    return doubtfulStatus(reading, 'AUTH-7', 'what this path is for is not documented', expected);
  const says = `${requestLine(reading)}${whoAsks(reading)} returned ${reading.exchange.answer.status} with pets: the path is that of ${meant} in another spelling`;
  return statusFinding(reading, 'AUTH-7', 'fail', says, expected);
}
