import { describe, expect, it } from 'vitest';
import type { EvidenceItem } from '../evidence/log.ts';
import { anExchange } from '../judges/judges.fixture.ts';
import { aRun } from '../evidence/knowledge.fixture.ts';
import { keyOf, type FindingName } from './finding-name.ts';
import { namesSentFor } from './sent-like.ts';

const ODD: FindingName = { rule: 'JSON-1', operation: 'listPets', fault: 'x', input: 'limit is "abc"' };

async function sent(name: FindingName, ...targets: readonly string[]): Promise<boolean> {
  // oxlint-disable-next-line typescript/require-await -- a list in memory, in the form of a stream
  async function* evidence(): AsyncGenerator<EvidenceItem> {
    for (const target of targets) yield { exchange: anExchange({ target }) };
  }
  return (await namesSentFor([name], evidence(), aRun())).has(keyOf(name));
}

describe('a name was sent for', () => {
  it.each([
    ['by a request with the same input', ODD, ['/pets', '/pets?limit=abc'], true],
    ['by one whose value is spelled in another letter case', ODD, ['/pets?limit=ABC'], false],
    ['by no plain request', ODD, ['/pets', '/pets?limit=5'], false],
    ['by no request of another operation', { ...ODD, operation: 'getPet' }, ['/pets?limit=abc'], false],
    ['always, where it is about several requests', { rule: 'LIST-2', fault: 'x' }, [], true],
    ['by a plain request of its operation', { rule: 'LIST-2', operation: 'listPets', fault: 'x' }, ['/pets'], true],
    ['by none of another operation', { rule: 'GET-1', operation: 'getPet', fault: 'x' }, ['/pets'], false],
    [
      'by a response of the status that it is about',
      { rule: 'RATE-1', fault: 'answered 200 without X' },
      ['/pets'],
      true,
    ],
    ['by no other response', { rule: 'RATE-1', fault: 'answered 429 without X' }, ['/pets'], false],
    [
      'by any response, where its status is wrong',
      { rule: 'LIST-1', operation: 'listPets', fault: 'answered 500' },
      ['/pets'],
      true,
    ],
    [
      'by the kind of request that it names',
      { rule: 'ERR-7', fault: 'x', input: 'GET /pets?limit' },
      ['/pets?limit=9'],
      true,
    ],
  ] as const)('%s', async (_, name, targets, expected) => {
    expect(await sent(name, ...targets)).toBe(expected);
  });
});
