import { getPetPhase } from '../contract/lifecycle.ts';
import type { Operation } from '../contract/operations.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { makeFinding, type Finding } from './finding.ts';
import { requestLine } from './circumstances.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';

/**
 * AUTH-3: a valid key is accepted. A relation, because a key may be banned for a while by those who send on after a
 * 429 (section 8): a refusal after one is no proof.
 */
export const acceptedKeysJudge: RelationJudge = { name: 'accepted-keys', rules: ['AUTH-3'], judge: judgeAcceptedKeys };

function judgeAcceptedKeys({ readings, knowledge: { asOf } }: LogView): Finding[] {
  const removed = getPetPhase(asOf) !== 'deprecated';
  const limited = new Set<string>();
  const findings: Finding[] = [];
  const accepted = new Map<Operation, number[]>();
  for (const reading of readings) {
    const { exchange, expectation } = reading;
    const { status } = exchange.answer;
    const { operation } = expectation;
    const { credential } = exchange.request;
    if (expectation.caller !== 'valid' || operation === undefined) continue;
    if (status === 429) limited.add(credential);
    if (operation === 'getPet' && removed) continue;
    const base = { rule: 'AUTH-3', shownBy: [exchange.id], operation } as const;
    if (status === 401) {
      if (expectation.regularity === 'hostile') continue;
      const isBanned = limited.has(credential);
      const doubt = isBanned
        ? ', but a 429 came before: the key may be banned for a while'
        : allowedBody(expectation, 401) === undefined
          ? undefined
          : ', but which 4xx such a request gets is not shown';
      findings.push(
        makeFinding(
          base,
          doubt === undefined ? 'fail' : 'inconclusive',
          `${requestLine(reading)} with a valid key returned 401${doubt ?? ''}`,
          { expected: 'the key is accepted', actual: '401', fault: `answered 401${isBanned ? ' after a 429' : ''}` },
        ),
      );
    } else if (isServed(status)) {
      const shownBy = accepted.get(operation) ?? [];
      accepted.set(operation, shownBy);
      shownBy.push(exchange.id);
    }
  }
  const passes = [...accepted].map(([operation, shownBy]): Finding =>
    makeFinding({ rule: 'AUTH-3', shownBy, operation }, 'pass', 'the valid key is accepted'),
  );
  return [...findings, ...passes];
}

/** Whether a status shows that the key was accepted: success, or a refusal for another reason. */
function isServed(status: number): boolean {
  return status < 500 && ![401, 403, 407, 429].includes(status);
}
