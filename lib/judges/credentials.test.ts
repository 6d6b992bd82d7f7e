import { describe, expect, it } from 'vitest';
import { credentialsJudge } from './credentials.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';

const judge = (parts: ExchangeParts) => credentialsJudge.judge(aReading(parts), aKnowledge());

const refused = (...challenges: string[]) =>
  judge({
    credential: 'none',
    status: 401,
    headers: challenges.map((value) => ['www-authenticate', value] as const),
  }).filter(({ rule }) => rule === 'AUTH-5');

describe('AUTH-5', () => {
  it.each([
    ['Bearer'],
    ['bearer realm="pets"'],
    ['Bearer realm="pets", error="invalid_token"'],
    ['Basic realm="a", Bearer realm="b"'],
    ['Basic', 'Bearer'],
  ])('holds for %j', (...challenges) => {
    expect(refused(...challenges)).toMatchObject([{ rule: 'AUTH-5', verdict: 'pass' }]);
  });

  it.each([
    [[], 'no WWW-Authenticate'],
    [[''], 'WWW-Authenticate: '],
    [['Basic realm="pets"'], 'WWW-Authenticate: Basic realm="pets"'],
    [['BearerToken'], 'WWW-Authenticate: BearerToken'],
  ])('is broken by %j', (challenges, actual) => {
    expect(refused(...challenges)).toMatchObject([
      { rule: 'AUTH-5', verdict: 'fail', actual, says: `a 401 comes with ${actual}` },
    ]);
  });

  it('says nothing of other statuses and paths', () => {
    expect(judge({ status: 404, target: '/pets/7' })).toEqual([]);
    expect(judge({ status: 401, target: '/other', credential: 'none' })).toEqual([]);
  });
});

const withWord = (status: number) =>
  judge({ requestHeaders: [['Authorization', 'Bearer {primary} petvet']], status }).filter(
    ({ rule }) => rule === 'AUTH-6',
  );

describe('AUTH-6, of a further word after the key', () => {
  it('is broken where it is accepted', () => {
    expect(withWord(200)).toMatchObject([
      {
        verdict: 'fail',
        says: 'a valid key with another word after it was accepted',
        expected: '401',
        actual: '200',
      },
    ]);
  });

  it.each([400, 401, 403, 429])('says nothing of a %i', (status) => {
    expect(withWord(status)).toEqual([]);
  });
});
