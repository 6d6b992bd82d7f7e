import { describe, expect, it } from 'vitest';
import { RULE_IDS, rules } from '../rules/index.ts';
import type { Finding } from './finding.ts';
import { Bench, JUDGED_RULES } from './index.ts';
import { aKnowledge, anExchange, type ExchangeParts } from './judges.fixture.ts';

const PET = { id: 7n, name: 'a', categoryId: 3n, status: 'sold' };
const FOUR = [7n, 8n, 9n, 10n].map((id) => ({ ...PET, id }));
const ERROR = (status: number) => ({ code: 'x', message: 'y', status: BigInt(status) });

/** What is said of each exchange in turn, and the bench afterwards. */
function see(...log: ExchangeParts[]) {
  const bench = new Bench(aKnowledge());
  return { bench, said: log.map((parts, index) => bench.see(anExchange({ id: index + 1, ...parts }))) };
}
const shown = (status: string): ExchangeParts => ({ json: [{ ...PET, status }] });
const failed = (findings: readonly Finding[] = []) =>
  findings.filter(({ verdict }) => verdict === 'fail' && verdict).map(({ rule }) => rule);
const musts = (findings: readonly Finding[] = []) => failed(findings).filter((rule) => rules[rule].level === 'must');

describe('the bench', () => {
  it('learns pets and categories from what it is shown', () => {
    const { knowledge } = see({ json: [PET] }).bench;
    expect([...knowledge.pets.values()]).toEqual([{ id: 7n, status: 'sold', seenIn: 1 }]);
    expect([...knowledge.categories]).toEqual([3n]);
  });

  it('remembers which statuses a pet was shown with', () => {
    const { knowledge } = see(
      shown('sold'),
      shown('sold'),
      shown('pending'),
      shown('pending'),
      shown('available'),
    ).bench;
    expect([...knowledge.pets.values()]).toEqual([
      { id: 7n, status: 'available', seenIn: 5, formerStatuses: ['sold', 'pending'] },
    ]);
  });

  it.each([
    ['what nobody should see', { json: [PET], credential: 'none' }],
    ['what an unknown id got', { target: '/pets/7', json: PET }],
    ['a refusal', { json: [PET], status: 404 }],
  ] satisfies [string, ExchangeParts][])('does not learn pets from %s', (_what, parts) => {
    expect(see(parts).bench.knowledge.pets.size).toBe(0);
  });

  it('judges by what was shown before, not after', () => {
    const gone: ExchangeParts = { target: '/pets/7', status: 410 };
    expect(see(gone, { json: [PET] }).said.map(musts)).toEqual([['GET-2'], []]);
    expect(see({ json: [PET] }, gone).said.map(musts)).toEqual([[], ['GET-1']]);
  });

  it('takes a category for known once it was seen', () => {
    const refused: ExchangeParts = {
      method: 'POST',
      sends: { name: 'a', categoryId: 3n },
      status: 400,
      json: ERROR(400),
    };
    expect(see(refused, { json: [PET] }, refused).said.map(musts)).toEqual([[], [], ['CREATE-1']]);
  });

  it.each([
    ['primary', 'second'],
    ['second', 'primary'],
    ['primary', 'unknown'],
  ] as const)('does not take a category that the %s caller was shown for one that the %s caller has', (one, other) => {
    const refused: ExchangeParts = {
      method: 'POST',
      credential: other,
      sends: { name: 'a', categoryId: 3n },
      status: 400,
      json: ERROR(400),
    };
    const [, first = [], , second] = see(
      { json: [PET], credential: one },
      refused,
      { json: [PET], credential: other },
      refused,
    ).said;
    expect(musts(first)).toEqual([]);
    expect(first).toContainEqual(
      expect.objectContaining({
        rule: 'CREATE-1',
        verdict: 'inconclusive',
        says: expect.stringContaining('was guessed'),
      }),
    );
    expect(musts(second)).toEqual(['CREATE-1']);
  });

  it('has a judge for every rule of a check that is exercised', () => {
    const left = RULE_IDS.filter((id) => (rules[id].by ?? 'check') === 'check' && !JUDGED_RULES.has(id));
    expect(left).toEqual([]);
  });
});

it('missing rate limit headers are one fault for each status, whatever was sent', () => {
  const bare: ExchangeParts = {
    status: 404,
    json: ERROR(404),
    without: ['X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  };
  const { said } = see({ ...bare, target: '/pets/8' }, { ...bare, target: '/pets/abc' });
  const faults = said.flat().filter(({ rule, verdict }) => rule === 'RATE-1' && verdict === 'fail');
  expect(faults.map(({ fault, input }) => [fault, input])).toEqual(
    said.map(() => ['answered 404 without X-RateLimit-Remaining, X-RateLimit-Reset', undefined]),
  );
});

describe('one fault is blamed once', () => {
  const pets = (count: number, parts = {}) =>
    Array.from({ length: count }, (_, index) => ({ ...PET, id: BigInt(index + 1), ...parts }));

  it.each([
    ['an HTML page with 200', { text: '<h1>', headers: [['Content-Type', 'text/html']] }, ['JSON-1']],
    ['an HTML page with 404', { target: '/pets/8', status: 404, text: '<h1>' }, ['JSON-1']],
    ['a list that is an object', { json: { items: [PET] } }, ['LIST-1']],
    ['ids that are strings', { json: [{ ...PET, id: '7' }] }, ['JSON-2']],
    ['a fraction as a category', { target: '/pets/8', json: { ...PET, id: 8n, categoryId: 1.5 } }, ['JSON-2']],
    ['a page that is too long', { target: '/pets?limit=2&status=sold', json: pets(3) }, ['LIST-2']],
    ['a page of 101', { json: pets(101) }, ['LIST-3']],
    ['a filter that lets others through', { target: '/pets?limit=5&status=pending', json: FOUR }, ['LIST-6']],
    ['an unknown status under a filter', { target: '/pets?status=sold', json: pets(1, { status: 'x' }) }, ['LIST-1']],
    ['a list without a key', { credential: 'none', json: [PET] }, ['AUTH-1']],
    ['a list for a wrong key', { credential: 'wrong', json: [{ ...PET, id: '7' }] }, ['AUTH-2']],
    ['a bad body that was stored', { method: 'POST', sends: { name: 'a' }, status: 201, json: PET }, ['CREATE-5']],
    ['a bad body that broke the service', { method: 'POST', sends: 'x', status: 500, text: '<h1>' }, ['CREATE-7']],
    ['a valid body answered 200', { method: 'POST', sends: PET, status: 200, json: PET }, ['CREATE-1']],
    ['an Error without a code', { target: '/pets/8', status: 404, json: { message: 'x', status: 404n } }, ['ERR-1']],
    ['an Error with another status', { target: '/pets/8', status: 404, json: ERROR(400) }, ['ERR-2']],
    ['an outage', { status: 500, text: '<h1>', without: ['X-RateLimit-Reset'] }, ['ERR-3']],
    ['hostile input that broke the service', { target: '/pets?status=%00', status: 500 }, ['ERR-7']],
    ['an id that is none', { target: '/pets/7.5', json: PET }, ['GET-3']],
    [
      'a limit of 0',
      {
        headers: [
          ['X-RateLimit-Limit', '0'],
          ['X-RateLimit-Remaining', '0'],
        ],
      },
      ['RATE-2'],
    ],
    ['no header of the limit', { without: ['X-RateLimit-Limit'] }, ['RATE-1']],
  ] satisfies [string, ExchangeParts, string[]][])('%s', (_what, parts, blamed) => {
    expect(musts(see(parts).said[0])).toEqual(blamed);
  });
});
