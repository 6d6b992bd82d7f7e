import { describe, expect, it } from 'vitest';
import { errorBodyJudge } from './error-body.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';

const judge = (parts: ExchangeParts) => errorBodyJudge.judge(aReading(parts), aKnowledge());
const notFound = (parts: ExchangeParts) => judge({ target: '/pets/7', status: 404, ...parts });
const ERROR = { code: 'not_found', message: 'no such pet', status: 404n };

describe('ERR-1, ERR-2 and ERR-4 hold', () => {
  it.each([
    ['GET', '/pets/7', 404, 'primary', 'getPet'],
    ['GET', '/pets', 401, 'none', 'listPets'],
    ['GET', '/pets', 401, 'wrong', 'listPets'],
    ['POST', '/pets', 400, 'primary', 'createPet'],
    ['POST', '/pets', 401, 'none', 'createPet'],
  ] as const)('on %s %s answered %i to %s', (method, target, status, credential, operation) => {
    const sends = method === 'POST' ? { sends: { name: 7n } } : {};
    const json = { ...ERROR, status: BigInt(status) };
    expect(judge({ method, target, status, credential, json, ...sends })).toMatchObject([
      { rule: 'ERR-1', verdict: 'pass', operation },
      { rule: 'ERR-2', verdict: 'pass', operation },
      { rule: 'ERR-4', verdict: 'pass' },
    ]);
  });

  it('with 404.0, more members, and a media type of its own', () => {
    const text = '{"code":"x","message":"y","status":404.0,"type":"about:blank","details":[]}';
    const verdicts = notFound({ text, headers: [['Content-Type', 'application/problem+json']] });
    expect(verdicts.every(({ verdict }) => verdict === 'pass')).toBe(true);
  });
});

describe('ERR-1 is violated', () => {
  it.each([
    ['', 'no body'],
    [' \n', 'no body'],
    ['{}', 'code, message and status are missing'],
    ['{"code":"x"}', 'message and status are missing'],
    ['{"message":"y","status":404}', 'code is missing'],
    ['{"statusCode":404,"message":["y"]}', 'code and status are missing; message is an array, not a string'],
    [
      '{"code":404,"message":"y","status":"error"}',
      'code is the number 404, not a string; status is the string "error", not an integer',
    ],
    ['[{"code":"x","message":"y","status":404}]', 'it is an array, not an object'],
    ['"not found"', 'it is the string "not found", not an object'],
    ['null', 'it is null, not an object'],
    ['{"code":404,"message":"y","status":404}', 'code is the number 404, not a string'],
    ['{"code":"x","message":null,"status":404}', 'message is null, not a string'],
    ['{"code":"x","message":"y","status":"404"}', 'status is the string "404", not an integer'],
    ['{"code":"x","message":"y","status":404.5}', 'status is the number 404.5, not an integer'],
    ['{"error":{"code":"x","message":"y","status":404}}', 'code, message and status are missing'],
  ])('by %s', (text, actual) => {
    expect(notFound({ text })).toMatchObject([
      {
        rule: 'ERR-1',
        verdict: 'fail',
        says: `GET /pets/7 returned 404, but not with an Error: ${actual}`,
        expected: 'an object with code (string), message (string) and status (integer)',
        actual,
      },
    ]);
  });
});

it('ERR-2 is violated by another status', () => {
  expect(notFound({ json: { ...ERROR, status: 400n } })[1]).toMatchObject({
    rule: 'ERR-2',
    verdict: 'fail',
    says: 'GET /pets/7 returned 404 with status 400 in its Error',
    expected: '404',
    actual: '400',
  });
});

it('ERR-4 is broken by what is empty', () => {
  expect(notFound({ json: { ...ERROR, code: '', message: ' ' } })[2]).toMatchObject({
    rule: 'ERR-4',
    verdict: 'fail',
    says: 'the Error of a 404 has an empty code and message',
  });
});

describe('blame once', () => {
  it('what is not JSON is blamed on JSON-1', () => {
    expect(notFound({ text: '<h1>' })).toMatchObject([
      { rule: 'ERR-1', verdict: 'inconclusive', see: 'JSON-1', says: 'depends on JSON-1' },
    ]);
  });

  it.each([
    ['a 429', { status: 429, text: 'slow' }],
    ['405, 413, 415 and a proxy', { method: 'POST', status: 413, text: 'too large' }],
    ['a status that is not documented', { status: 500, text: 'x' }],
    ['a 404 where none is documented', { target: '/pets/abc', status: 404 }],
    ['a 400 of the list', { target: '/pets?limit=0', status: 400, text: 'x' }],
    ['a 404 of another path', { target: '/nothing', status: 404 }],
    ['a body that was not read', { target: '/pets/7', status: 404, body: { kind: 'not-recorded' } }],
  ] satisfies [string, ExchangeParts][])('there is nothing to say of %s', (_what, parts) => {
    expect(judge(parts)).toEqual([]);
  });
});
