import { describe, expect, it } from 'vitest';
import { allowedBody, blamedRule, describeAllowed, type AllowedAnswer, type Expectation } from './expectation.ts';

const having = (answers: readonly AllowedAnswer[], caller: Expectation['caller'] = 'valid'): Expectation => ({
  operation: 'listPets',
  caller,
  regularity: 'documented',
  oddities: [],
  answers,
  doubtful: [],
  blame: { '2xx': 'LIST-1', '4xx': 'LIST-2', other: 'ERR-3' },
});

describe('allowedBody', () => {
  const expectation = having([
    { status: '4xx', body: 'any' },
    { status: 404, body: 'Error' },
    { status: 200, body: 'Pets' },
    { status: '3xx', body: 'any' },
  ]);

  it.each([
    [200, 'Pets'],
    [201, undefined],
    [304, 'any'],
    [400, 'any'],
    [404, 'Error'],
    [500, undefined],
    [0, undefined],
    [-400, undefined],
    [4_000, undefined],
    [Number.NaN, undefined],
  ])('of %d is %s: an exact status goes before its class', (status, body) => {
    expect(allowedBody(expectation, status)).toBe(body);
  });
});

describe('blamedRule', () => {
  it.each([
    [201, 'LIST-1'],
    [302, 'ERR-3'],
    [400, 'LIST-2'],
    [500, 'ERR-3'],
    [101, 'ERR-3'],
    [Number.NaN, 'ERR-3'],
  ])('of %d is %s', (status, rule) => {
    expect(blamedRule(having([]), status)).toBe(rule);
  });

  it('of a 401 is AUTH-3 for a valid key only', () => {
    expect(blamedRule(having([]), 401)).toBe('AUTH-3');
    expect(blamedRule(having([], 'missing'), 401)).toBe('LIST-2');
  });
});

describe('describeAllowed', () => {
  it.each<[AllowedAnswer['status'][], string]>([
    [[], ''],
    [[200], '200'],
    [[200, 429], '200 or 429'],
    [[200, '3xx', '4xx', 200], '200, 3xx or 4xx'],
    [[400, '4xx', 429], '4xx'],
    [[200, '4xx', 429], '200 or 4xx'],
  ])('of %j is %j', (statuses, words) => {
    expect(describeAllowed(having(statuses.map((status) => ({ status, body: 'any' }))))).toBe(words);
  });
});
