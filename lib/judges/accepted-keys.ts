import type { Finding } from './finding.ts';
import { requestLine } from './circumstances.ts';
import type { RelationJudge } from './judge.ts';
import type { Reading } from './reading.ts';

/**
 * AUTH-3: a valid key is accepted. A relation, because a key may be banned for a while by those who send on after a
 * 429 (section 8): a refusal after one is no proof.
 */
export const acceptedKeysJudge: RelationJudge = { rules: ['AUTH-3'], judge: judgeAcceptedKeys };

function judgeAcceptedKeys(readings: readonly Reading[]): Finding[] {
  const limited = new Set<string>();
  const findings: Finding[] = [];
  for (const reading of readings) {
    const { exchange, expectation } = reading;
    const { status } = exchange.answer;
    const { operation } = expectation;
    const { credential } = exchange.request;
    if (expectation.caller !== 'valid' || operation === undefined) continue;
    if (status === 429) limited.add(credential);
    const base = { rule: 'AUTH-3', shownBy: [exchange.id], operation } as const;
    if (status === 401) {
      const banned = limited.has(credential);
      findings.push({
        ...base,
        verdict: banned ? 'inconclusive' : 'fail',
        says: `${requestLine(reading)} with a valid key was answered 401${banned ? ', but a 429 came before: the key may be banned for a while' : ''}`,
        expected: 'the key is accepted',
        actual: '401',
      });
    } else if (isServed(status)) {
      findings.push({ ...base, verdict: 'pass', says: 'the valid key is accepted' });
    }
  }
  return findings;
}

/** Whether a status shows that the key was accepted: success, or a refusal for another reason. */
function isServed(status: number): boolean {
  return status < 500 && ![401, 403, 407, 429].includes(status);
}
