import { describe, expect, it } from 'vitest';
import type { BrokenOff } from '../evidence/exchange.ts';
import { brokenOffJudge } from './broken-off.ts';
import type { ExchangeParts } from './judges.fixture.ts';
import { judged, page, pets } from './pages.fixture.ts';

const STORE = pets(5);
const whole = page('?limit=5', STORE);
const list = page('?limit=100', STORE);

/** A list that breaks off, of an announced length. */
function broken(by: BrokenOff = 'reset', parts: ExchangeParts = {}): ExchangeParts {
  const bytes = new TextEncoder().encode('[{"id":');
  return {
    target: '/pets?limit=100',
    headers: [['Content-Length', '400']],
    body: { kind: 'truncated', bytes, why: 'the connection was closed', by },
    ...parts,
  };
}

const tooLong: ExchangeParts = {
  ...broken(),
  body: { kind: 'truncated', bytes: new Uint8Array(), why: 'the body is too long' },
};

describe('JSON-1, where bodies break off', () => {
  it.each(['reset', 'protocol'] as const)('is violated when each attempt does (%s) while others arrive', (by) => {
    expect(judged(brokenOffJudge, [broken(by), whole, broken(by), broken(by)])).toMatchObject([
      {
        rule: 'JSON-1',
        verdict: 'fail',
        shownBy: [1, 3, 4],
        says: 'GET /pets?limit=100 returned 200 with a body that broke off in each of 3 attempts: the connection was closed',
      },
    ]);
  });

  const doubtful: Record<string, ExchangeParts[]> = {
    'of two attempts': [broken(), whole, broken()],
    'when nothing else arrived between them': [whole, broken(), broken(), broken(), whole],
  };
  it.each(Object.entries(doubtful))('is in doubt %s', (_what, steps) => {
    expect(judged(brokenOffJudge, steps)).toMatchObject([{ rule: 'JSON-1', verdict: 'inconclusive' }]);
  });

  const nobodys: Record<string, ExchangeParts[]> = {
    'one body that broke off': [whole, broken(), whole],
    'a request whose response arrived at another attempt': [broken(), whole, broken(), broken(), list],
    'different requests, each of which broke off once': [
      broken(),
      broken('reset', { target: '/pets?limit=99' }),
      whole,
      broken('reset', { target: '/pets?limit=98' }),
    ],
    'bodies that petvet itself left': [1, 2, 3].flatMap(() => [tooLong, whole]),
    'bodies without a length, which end with their connection': [1, 2, 3].flatMap(() => [
      broken('reset', { headers: [] }),
      whole,
    ]),
  };
  it.each(Object.entries(nobodys))('says nothing of %s', (_what, steps) => {
    expect(judged(brokenOffJudge, steps)).toEqual([]);
  });
});
