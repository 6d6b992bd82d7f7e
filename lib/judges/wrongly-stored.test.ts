import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import type { Finding } from './finding.ts';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, FIRST_INSTANT } from './judges.fixture.ts';

const NAME = 'petvettest01';
const REX = '{"id":1,"name":"Rex","categoryId":3,"status":"sold"}';

/** What is sent and had to be refused, and how the service shows the pet that it made of it. */
const TAKEN_IN: readonly (readonly [what: string, sent: string, shown: string, rule: string])[] = [
  [
    'a category beyond int64',
    `{"name":"${NAME}","categoryId":1e30,"status":"sold"}`,
    `{"id":9,"name":"${NAME}","categoryId":1e30,"status":"sold"}`,
    'CREATE-6',
  ],
  ['a name that is a number', '{"name":12,"categoryId":3}', '{"id":9,"name":12,"categoryId":3}', 'CREATE-6'],
  [
    'an unknown status',
    `{"name":"${NAME}","categoryId":3,"status":"adopted"}`,
    `{"id":9,"name":"${NAME}","categoryId":3,"status":"adopted"}`,
    'CREATE-6',
  ],
  ['no name', '{"categoryId":3}', '{"id":9,"categoryId":3}', 'CREATE-5'],
  ['an array', `[{"name":"${NAME}","categoryId":3}]`, '{"id":9}', 'CREATE-7'],
];

/** A run against a service that takes a pet in wrongly, and shows it as it is wherever it is asked for. */
function theRun(sent: string, shown: string, others = REX): Exchange[] {
  const list = `[${others},${shown}]`;
  return [
    anExchange({ text: `[${others}]`, target: '/pets?limit=100' }),
    anExchange({ method: 'POST', sendsText: sent, status: 201, text: shown }),
    ...['/pets', '/pets?limit=100', '/pets?status=sold&limit=100'].map((target) => anExchange({ target, text: list })),
    anExchange({
      target: '/pets/9',
      text: shown,
      headers: [
        ['Deprecation', '@1'],
        ['Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'],
      ],
    }),
  ].map((exchange, index) => ({ ...exchange, id: index + 1 }));
}

function aCreation(name: string): Exchange {
  const sendsText = `{"name":"${name}","categoryId":3,"status":"sold"}`;
  const text = `{"id":9,"name":"${name}","categoryId":3,"status":"sold"}`;
  return anExchange({ method: 'POST', sendsText, status: 201, text });
}

function findingsOf(exchanges: readonly Exchange[]): Finding[] {
  const bench = new Bench(aKnowledge());
  return [...exchanges.flatMap((exchange) => bench.see(exchange)), ...bench.conclude()];
}

function failed(exchanges: readonly Exchange[]): string[] {
  const rules = findingsOf(exchanges).filter(({ verdict, rule }) => verdict === 'fail' && !rule.startsWith('RATE'));
  return [...new Set(rules.map(({ rule }) => rule))].toSorted();
}

describe('a pet that was taken in with values that had to be refused', () => {
  it.each(TAKEN_IN)('is one fault: %s', (_what, sent, shown, rule) => {
    expect(failed(theRun(sent, shown))).toEqual([rule]);
  });

  it.each([
    [
      'a duplicate key',
      `{"name":"${NAME}","name":7,"categoryId":null,"status":"available"}`,
      '{"id":9,"name":7,"categoryId":null,"status":"available"}',
    ],
    [
      'a duplicate key, of which the first one counts',
      `{"name":"${NAME}","name":7,"categoryId":null,"status":"available"}`,
      `{"id":9,"name":"${NAME}","categoryId":null,"status":"available"}`,
    ],
  ])('is no fault of the pages and of getPet where its request was open: %s', (_what, sent, shown) => {
    expect(failed(theRun(sent, shown))).toEqual([]);
  });

  it.each([
    ['a fraction', '12.00000000000000000000001', '12.5'],
    ['a string', '12.0', '"12.0"'],
  ])('is one of JSON-2 where the service made it of what was sent: %s', (_what, sent, shown) => {
    const run = theRun(`{"name":"${NAME}","categoryId":${sent}}`, `{"id":9,"name":"${NAME}","categoryId":${shown}}`);
    expect(failed(run)).toContain('JSON-2');
  });

  it('does not hide what is wrong with other pets', () => {
    const [, sent, shown] = TAKEN_IN[0] ?? ['', '', ''];
    const others = '{"id":"1","name":"Rex","categoryId":3,"status":"sold"},{"id":2,"categoryId":3,"status":"sold"}';
    expect(failed(theRun(sent, shown, others))).toEqual(['CREATE-6', 'JSON-2', 'LIST-1']);
  });

  it('does not hide valid pets that were given the same id', () => {
    const [, sent, shown] = TAKEN_IN[2] ?? ['', '', ''];
    const run = [...['02', '03', '04'].map((end) => aCreation(`petvettest${end}`)), ...theRun(sent, shown)].map(
      (exchange, index) => {
        const at = FIRST_INSTANT + index * 50;
        return { ...exchange, id: index + 1, times: { startedAt: at, answeredAt: at + 10, endedAt: at + 10 } };
      },
    );
    expect(failed(run)).toContain('CREATE-4');
  });

  it('is known by its name where it was refused and stored all the same', () => {
    const [, sent, shown] = TAKEN_IN[0] ?? ['', '', ''];
    const [before, write, ...reads] = theRun(sent, shown);
    const json = { code: 'bad', message: 'no', status: 400n };
    const refused = anExchange({
      id: 2,
      at: write?.times.startedAt ?? 0,
      method: 'POST',
      sendsText: sent,
      status: 400,
      json,
    });
    expect(failed([...(before ? [before] : []), refused, ...reads])).toEqual(['CREATE-8']);
  });

  it('does not excuse a pet that a valid request brought in under the same name', () => {
    const valid = `{"name":"${NAME}","categoryId":3,"status":"sold"}`;
    const shown = `{"id":9,"name":"${NAME}","categoryId":"3","status":"sold"}`;
    const [first, ...rest] = theRun(valid, shown);
    const json = { code: 'bad', message: 'no', status: 400n };
    const sendsText = `{"name":"${NAME}","categoryId":"3","status":"sold"}`;
    const refused = { ...anExchange({ method: 'POST', sendsText, status: 400, json, at: FIRST_INSTANT }), id: 90 };
    expect(failed([refused, ...(first ? [first] : []), ...rest])).toContain('JSON-2');
  });

  it.each([
    [
      0,
      'POST /pets (categoryId is beyond int64) returned 201, which is not allowed; pet 9 was created with categoryId 1000000000000000000000000000000',
    ],
    [1, 'POST /pets (name is a number) returned 201, which is not allowed; pet 9 was created with name 12'],
    [2, 'POST /pets (status is "adopted") returned 201, which is not allowed; pet 9 was created with status "adopted"'],
    [3, 'POST /pets (name is missing) returned 201, which is not allowed; pet 9 was created with no name'],
    [4, 'POST /pets (a JSON array) returned 201, which is not allowed; pet 9 was created'],
  ])('is named with its id and what it holds, case %i', (index, says) => {
    const [, sent, shown] = TAKEN_IN[index] ?? ['', '', ''];
    expect(findingsOf(theRun(sent, shown)).filter(({ verdict }) => verdict === 'fail')[0]).toMatchObject({ says });
  });

  it('is CREATE-1 alone where the service gave it a status of its own that is none', () => {
    const sent = `{"name":"${NAME}","categoryId":3}`;
    const shown = `{"id":9,"name":"${NAME}","categoryId":3,"status":"new"}`;
    expect(failed(theRun(sent, shown))).toEqual(['CREATE-1']);
    const others = '{"id":1,"name":"Rex","categoryId":3,"status":"new"}';
    expect(failed(theRun(sent, shown, others))).toEqual(['CREATE-1', 'LIST-1']);
  });
});
