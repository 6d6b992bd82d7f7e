import { describe, expect, it } from 'vitest';
import { aKnowledge, aLog, type ExchangeParts } from './judges.fixture.ts';
import { LogView } from './log-view.ts';
import { schemeCaseJudge } from './scheme-case.ts';

const judge = (...log: ExchangeParts[]) => schemeCaseJudge.judge(new LogView(aLog(...log), aKnowledge()));

const underName = (scheme: string, status: number, parts: ExchangeParts = {}): ExchangeParts => ({
  requestHeaders: [['Authorization', `${scheme} {primary}`]],
  status,
  ...parts,
});

describe('AUTH-6', () => {
  it.each(['bearer', 'BEARER', 'bEaReR'])('holds where %s is accepted', (scheme) => {
    expect(judge(underName(scheme, 200))).toMatchObject([{ rule: 'AUTH-6', verdict: 'pass' }]);
  });

  it.each([400, 401, 403])('is broken by a %i', (status) => {
    expect(judge({ target: '/pets?limit=100' }, underName('bearer', status))).toMatchObject([
      {
        rule: 'AUTH-6',
        verdict: 'fail',
        shownBy: [2],
        says: 'a valid key under the scheme name "bearer" was refused',
        expected: 'the key is accepted',
        actual: `${status}`,
      },
    ]);
  });

  it('is not shown by the usual spelling, odd blanks, other schemes, 429 or an outage', () => {
    expect(judge(underName('Bearer', 401))).toEqual([]);
    expect(judge(underName('bearer ', 401))).toEqual([]);
    expect(judge(underName('basic', 401))).toEqual([]);
    expect(judge(underName('bearer', 429))).toEqual([]);
    expect(judge(underName('bearer', 503))).toEqual([]);
    expect(judge(underName('bearer', 401, { target: '/pets?limit=0' }))).toEqual([]);
  });

  it.each([400, 401, 403])('is in doubt where a %i is given under the documented name, too', (status) => {
    const plain = { target: '/pets?limit=50', status };
    const lenient = underName('bearer', status, { target: '/pets?limit=64' });
    const doubt = {
      verdict: 'inconclusive',
      says: `a valid key under the scheme name "bearer" was refused with ${status}, but a request with the documented scheme name was, too`,
    };
    expect(judge(plain, lenient)).toMatchObject([{ ...doubt, shownBy: [2, 1] }]);
    expect(judge(lenient, plain)).toMatchObject([{ ...doubt, shownBy: [1, 2] }]);
  });

  it.each([
    ['with another status', { target: '/pets?limit=50', status: 404 }],
    ['of an odd request', { target: '/pets?limit=abc', status: 400 }],
    ['of another operation', { target: '/pets/7', status: 400 }],
    ['without a key', { credential: 'none', status: 400 }],
  ] satisfies [string, ExchangeParts][])('is broken still beside a refusal %s', (_what, other) => {
    expect(judge(other, underName('bearer', 400))).toMatchObject([{ verdict: 'fail' }]);
  });
});
