import { describe, expect, it } from 'vitest';
import { compareChecks } from './checks.ts';
import { aCheck, observed, open, violated } from './diff.fixture.ts';

type Rows = Parameters<typeof aCheck>[1];

function compared(before: Rows, after: Rows) {
  const { outcome, differences, undecided, compared: counts } = compareChecks(aCheck('a', before), aCheck('b', after));
  return {
    outcome,
    told: differences.map((one) => [one.weight, one.rule, one.what, one.before, one.after]),
    undecided: undecided.map(({ why }) => why),
    count: counts.behaviours,
  };
}

const ZERO = 'limit is "0"';

describe('observed behaviour', () => {
  it('that changed is a change, with its exchange', () => {
    const [was, is] = [observed('LIST-5', [ZERO, '400']), observed('LIST-5', ['limit is "abc"', '400'], [ZERO, '422'])];
    const { outcome, differences } = compareChecks(aCheck('a', [was]), aCheck('b', [is]));
    expect(outcome).toBe('changed');
    expect(differences).toEqual([
      expect.objectContaining({
        weight: 'changed',
        rule: 'LIST-5',
        what: ZERO,
        before: '400',
        after: '422',
        shownBy: [2],
      }),
    ]);
  });

  it('that only one run met is told and not counted', () => {
    const [was, is] = [observed('LIST-5', [ZERO, '400']), observed('LIST-5', ['limit is "7e9"', '200'])];
    expect(compared([was], [is])).toEqual({
      outcome: 'same',
      told: [],
      undecided: ['observed only before', 'observed only after'],
      count: 0,
    });
  });

  it('that varies within a run is no change where some of it is the same', () => {
    const [was, is] = [observed('LIST-5', [ZERO, '400']), observed('LIST-5', [ZERO, '400'], [ZERO, '422'])];
    expect(compared([was], [is])).toMatchObject({
      outcome: 'same',
      told: [],
      undecided: [expect.stringContaining('vary')],
    });
  });
});

describe('how many items come', () => {
  it.each([
    ['200 with 100 items', '200 with 20 items', '200 with 100 items', '200 with 20 items'],
    ['200 with 0 items', '200 with 20 items', '200 with 0 items', '200 with 20 items'],
    ['200 with 20 items', '200 with 131 items', '200 with 20 items', '200 with more than 100 items'],
    ['400', '200 with 20 items', '400', '200'],
  ])('is compared where it is what the service does: %s, %s', (before, after, was, is) => {
    expect(compared([observed('LIST-5', [ZERO, before])], [observed('LIST-5', [ZERO, after])]).told).toEqual([
      ['changed', 'LIST-5', ZERO, was, is],
    ]);
  });

  it.each([
    ['a filter leaves some of the pets', '200 with 43 items', '200 with 57 items'],
    ['a filter leaves less than a page', '200 with 43 items', '200 with 100 items'],
    ['all of them come', '200 with 127 items', '200 with 161 items'],
  ])('is not compared where %s', (_why, before, after) => {
    expect(compared([observed('LIST-5', [ZERO, before])], [observed('LIST-5', [ZERO, after])]).outcome).toBe('same');
  });

  it('is not compared where a service has few pets, or the value may be read as a status', () => {
    const [was, is] = [observed('LIST-5', [ZERO, '200 with 20 items']), observed('LIST-5', [ZERO, '200 with 0 items'])];
    expect(compared([was, open('LIST-4')], [is, open('LIST-4')]).outcome).toBe('same');
    const [sold, none] = [
      observed('LIST-8', ['status is " Sold"', '200 with 20 items']),
      observed('LIST-8', ['status is " Sold"', '200 with 0 items']),
    ];
    expect(compared([sold], [none]).outcome).toBe('same');
  });
});

const codes = (...all: readonly (readonly [code: string, times: number])[]) => [
  observed('ERR-6', ...all.map(([code, times]) => ['code of 400', `code "${code}"`, times] as const)),
];

describe('error codes', () => {
  it('are changed where none is left, or one took the place of another', () => {
    expect(compared(codes(['bad', 9]), codes(['wrong', 9])).told).toEqual([
      ['changed', 'ERR-6', 'code of 400', 'code "bad"', 'code "wrong"'],
    ]);
    expect(compared(codes(['bad', 9], ['limit', 12]), codes(['bad', 9], ['bad_limit', 12])).told).toEqual([
      ['changed', 'ERR-6', 'code of 400', 'code "limit"', 'code "bad_limit"'],
    ]);
  });

  it('of a 400 are not compared between runs that sent other requests', () => {
    const [was, is] = [
      aCheck('a', codes(['limit', 9]), { knowledge: { writes: false } }),
      aCheck('b', codes(['name', 9])),
    ];
    expect(compareChecks(was, is).differences).toEqual([]);
  });

  it('are not changed where a condition is met no more, or rarely, or where each response has its own', () => {
    expect(compared(codes(['bad', 9], ['limit', 12]), codes(['bad', 9])).told).toEqual([]);
    expect(compared(codes(['bad', 9], ['name', 1]), codes(['bad', 9], ['emoji', 1])).told).toEqual([]);
    const [was, is] = [codes(['e-1', 1], ['e-2', 1], ['e-3', 1]), codes(['e-4', 1], ['e-5', 1])];
    expect(compared(was, is)).toMatchObject({ outcome: 'same', told: [] });
  });
});

const marked = (...actual: string[]) => observed('LIST-13', ...actual.map((one) => ['following page', one] as const));

describe('pagination', () => {
  it('is changed where its headers come or go, and not by their case, their links or the number of pets', () => {
    expect(compared([marked('no headers')], [marked('Link (rel next)')]).told).toEqual([
      ['changed', 'LIST-13', 'pagination mechanism: following page', 'no headers', 'link'],
    ]);
    expect(compared([marked('Link (rel next)')], [marked('link (rel next, prev)')]).outcome).toBe('same');
    expect(compared([marked('Link (rel next)', 'no headers')], [marked('no headers')]).told).toEqual([]);
    expect(compared([marked('Link')], [marked('no headers'), open('LIST-4')]).told).toEqual([]);
  });
});

describe('other observations', () => {
  it.each([
    ['CREATE-9', 'status when omitted', 'status "available"', 'status "pending"', 'status when omitted'],
    ['CREATE-11', 'the request has an id', '201', '400', 'the request has an id'],
    [
      'RATE-12',
      'use of the window',
      'requests that get 404 use up the window',
      'requests that get 404 do not use up the window',
      'requests that get 404',
    ],
  ] as const)('are compared: %s', (rule, topic, before, after, what) => {
    const { told } = compared([observed(rule, [topic, before])], [observed(rule, [topic, after])]);
    expect(told).toEqual([['changed', rule, what, expect.any(String), expect.any(String)]]);
  });

  it.each([
    ['LIST-5', 'limit is given 2 times', '400', '200 with 3 items'],
    ['CREATE-11', 'the name is long', '201', '400'],
    ['CREATE-11', 'a category that was not seen before', '201', '404'],
    ['RATE-9', 'Retry-After before Reset', '12 s', '3 s'],
    ['RATE-12', 'kind', 'fixed window', 'token bucket'],
    ['RATE-12', 'window', 'it looks like 10 s', 'it looks like 12 s'],
    ['RATE-12', 'over the limit', '404', '400'],
    ['JSON-3', 'accepted categories', '5: 400', '9: 404'],
  ] as const)('are not compared where values, time or chance make them: %s %s', (rule, topic, before, after) => {
    expect(compared([observed(rule, [topic, before])], [observed(rule, [topic, after])]).told).toEqual([]);
  });

  it('count beside a rule that is violated', () => {
    const broken = violated('LIST-2', { fault: 'too many' });
    const [was, is] = [observed('LIST-5', [ZERO, '400']), observed('LIST-5', [ZERO, '422'])];
    expect(compared([broken, was], [broken, is]).told).toHaveLength(1);
  });
});
