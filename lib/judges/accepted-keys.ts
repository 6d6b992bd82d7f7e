import { getPetPhase } from '../contract/lifecycle.ts';
import type { Operation } from '../contract/operations.ts';
import { headerValue, isSuccess, type CredentialRole } from '../evidence/exchange.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { SETTLING_MS } from './alternation.ts';
import { faultOfStatus, makeFinding, type Finding } from './finding.ts';
import { requestLine } from './circumstances.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import type { Reading } from './reading.ts';

/**
 * AUTH-3: a valid key is accepted. A relation, because a key may be banned for a while if requests go on after a
 * 429 (section 8): a refusal after one does not prove anything. Nor does one after which the key is no longer accepted: it may have expired
 * or been revoked, which is not shown (section 5, 4).
 */
export const acceptedKeysJudge: RelationJudge = {
  name: 'accepted-keys',
  neededFor: 'key-refused-on-get',
  rules: ['AUTH-3'],
  judge: judgeAcceptedKeys,
};

/** Which key it was: the user may have configured a wrong one. */
function keyOf({ exchange }: Reading): string {
  return exchange.request.credential === 'second' ? 'the second key' : 'the key';
}

function judgeAcceptedKeys({ readings, knowledge: { asOf } }: LogView): Finding[] {
  const removed = getPetPhase(asOf) !== 'deprecated';
  const limited = new Set<string>();
  const refused: { readonly reading: Reading; readonly operation: Operation; readonly isBanned: boolean }[] = [];
  const lives = new Map<CredentialRole, KeyLife>();
  const accepted = new Map<Operation, number[]>();
  for (const reading of readings) {
    const { exchange, expectation } = reading;
    const { status } = exchange.answer;
    const { operation } = expectation;
    const { credential } = exchange.request;
    if (expectation.caller !== 'valid' || operation === undefined) continue;
    if (status === 429) limited.add(credential);
    if (operation === 'getPet' && removed) continue;
    if (status === 401) {
      if (expectation.regularity === 'hostile') continue;
      lifeOf(credential).noteRefused(reading, operation);
      refused.push({ reading, operation, isBanned: limited.has(credential) });
    } else if (isServed(status)) {
      lifeOf(credential).noteServed(reading, operation);
      const shownBy = accepted.get(operation) ?? [];
      accepted.set(operation, shownBy);
      shownBy.push(exchange.id);
    }
  }
  const findings = refused.map(({ reading, operation, isBanned }) => {
    const life = lifeOf(reading.exchange.request.credential);
    const doubt = isBanned
      ? ', but a 429 came before: the key may be banned for a while'
      : allowedBody(reading.expectation, 401) !== undefined
        ? ', but the specification does not say which 4xx such a request gets'
        : life.isValidAfter(reading)
          ? undefined
          : life.wasServed
            ? ', and from then on the key was not accepted any more: it may have expired or been revoked'
            : ', and no response shows that this key is accepted at all: it may not be valid';
    return makeFinding(
      { rule: 'AUTH-3', shownBy: [reading.exchange.id], operation },
      doubt === undefined ? 'fail' : 'inconclusive',
      `${requestLine(reading)} with ${keyOf(reading)} returned 401${doubt ?? ''}`,
      {
        expected: 'the key is accepted',
        actual: '401',
        ...(isBanned ? { fault: 'answered 401 after a 429' } : faultOfStatus(401)),
      },
    );
  });
  const passes = [...accepted].map(([operation, shownBy]): Finding =>
    makeFinding({ rule: 'AUTH-3', shownBy, operation }, 'pass', 'the valid key is accepted'),
  );
  return [...findings, ...passes];

  function lifeOf(credential: CredentialRole): KeyLife {
    const life = lives.get(credential) ?? new KeyLife();
    lives.set(credential, life);
    return life;
  }
}

/** Until when a key is known to be valid: while it is served, not only refused for another reason. */
class KeyLife {
  /** The number of the last exchange that it was served with, and when that began. */
  #last = { number: 0, from: -Infinity };
  readonly #operations = new Set<Operation>();
  /** Since then it was refused where it was served before. */
  #isOver = false;

  get wasServed(): boolean {
    return this.#operations.size > 0;
  }

  noteServed({ exchange }: Reading, operation: Operation): void {
    // A cache may answer for a key that is no longer valid, and another fault may take precedence over the key.
    const age = Number(headerValue(exchange.answer.headers, 'Age') ?? 0);
    if (!isSuccess(exchange.answer.status) || age > 0) return;
    this.#last = { number: exchange.id, from: exchange.times.startedAt };
    this.#operations.add(operation);
    this.#isOver = false;
  }

  noteRefused({ expectation }: Reading, operation: Operation): void {
    this.#isOver ||= expectation.regularity === 'documented' && this.#operations.has(operation);
  }

  /** Whether the key was valid after a refusal: it was served later, and where it ended, for longer than a lag. */
  isValidAfter({ exchange: { id, times } }: Reading): boolean {
    if (this.#last.number <= id) return false;
    return !this.#isOver || this.#last.from >= times.endedAt + SETTLING_MS;
  }
}

/** Whether a status shows that the key was accepted: success, or a refusal for another reason. */
function isServed(status: number): boolean {
  return status < 500 && ![401, 403, 407, 429].includes(status);
}
