import { describe, expect, it } from 'vitest';
import { inputClass, withInput } from './input-class.ts';
import { aReading } from './judges.fixture.ts';

function classOf(query: string, rule: 'JSON-1' | 'ERR-7' = 'JSON-1'): string | undefined {
  const { exchange, expectation } = aReading({ target: `/pets?${query}` });
  return inputClass(exchange, expectation, rule);
}

function parameters(count: number): string {
  return Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
}

it.each([
  ['limit=5', undefined],
  ['page=2', 'parameter "page" is not documented'],
  ['page=2&page=3&page=4', 'parameter "page" is not documented'],
  ['page=2&offset=3', 'parameter "page" is not documented; parameter "offset" is not documented'],
])('%s is named whole', (query, named) => {
  expect(classOf(query)).toBe(named);
});

it('more than two undocumented parameters are one phrase, beside what else is unusual', () => {
  expect(classOf(parameters(3))).toBe('3 parameters are not documented ("p0", "p1", …)');
  expect(classOf(`limit=abc&${parameters(40)}&p39=2`)).toBe(
    'limit is "abc"; 40 parameters are not documented ("p0", "p1", …)',
  );
});

const classOfKey = (...values: readonly string[]) => {
  const requestHeaders = values.map((value) => ['Authorization', value] as const);
  const { exchange, expectation } = aReading({ credential: 'wrong', requestHeaders });
  return inputClass(exchange, expectation, 'AUTH-2');
};

describe('an invalid credential', () => {
  it.each(['Token', 'ApiKey', 'Api-Key', 'Key', 'JWT', 'Digest', 'OAuth', 'Basic'])(
    'is of one class under any other scheme, as under %s',
    (scheme) => {
      expect(classOfKey(`${scheme} {primary}`)).toBe('Authorization: {primary} under another scheme');
    },
  );

  it.each(['Bearer {wrong}', 'Bearer {primary:truncated}', 'Basic {primary:basic}', '{primary}', 'Bearer '])(
    'is named by its form else: %j',
    (value) => {
      expect(classOfKey(value)).toBe(`Authorization: ${value}`);
    },
  );
});

it('hostile input is named alone under ERR-7', () => {
  expect(classOf(parameters(101), 'ERR-7')).toBe('there are very many parameters');
});

it('of the same request with both keys, that with the own key of the target is the smaller one', () => {
  const fault = { rule: 'LIST-2', verdict: 'fail', says: 'too many', shownBy: [1] } as const;
  const [own = 0, second = 0, longer = 0] = (
    [
      ['primary', '/pets'],
      ['second', '/pets'],
      ['primary', '/pets?limit=100&status=available'],
    ] as const
  ).map(([credential, target]) => withInput(fault, aReading({ credential, target })).size);
  expect(own).toBeLessThan(second);
  expect(second).toBeLessThan(longer);
});
