import { describe, expect, it } from 'vitest';
import { allowedBody, describeAllowed, type AllowedAnswer, type Expectation } from './expectation.ts';

const having = (answers: readonly AllowedAnswer[]): Expectation => ({
  operation: 'listPets',
  caller: 'valid',
  regularity: 'documented',
  oddities: [],
  answers,
  doubtful: [],
  rules: [],
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
