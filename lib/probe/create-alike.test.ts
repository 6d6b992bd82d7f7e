import { describe, expect, it } from 'vitest';
import { anExchange } from '../judges/judges.fixture.ts';
import type { Finding } from '../judges/finding.ts';
import { doubtedKinds } from './create-alike.ts';

const SENT = [
  anExchange({ id: 1, method: 'POST', sends: { name: 'petvet', categoryId: 3, status: 'sold' }, status: 201 }),
  anExchange({ id: 2, target: '/pets/7' }),
  anExchange({ id: 3, method: 'POST', sends: { name: 'petvet', categoryId: 3 }, status: 201 }),
];

const DOUBT: Finding = {
  rule: 'CREATE-10',
  verdict: 'inconclusive',
  shownBy: [1, 2],
  says: 'in doubt',
  place: 'status',
};

function doubted(...findings: readonly Finding[]) {
  return doubtedKinds(findings, (id) => SENT.find((exchange) => exchange.id === id));
}

describe('the kinds of which another pet is created', () => {
  it('are those of creations that are in doubt, each once', () => {
    expect(doubted(DOUBT, DOUBT)).toEqual(['sold']);
  });

  it('are those of creations that are not found, without a status, too', () => {
    const { place: _status, ...lost } = { ...DOUBT, fault: 'not found' };
    expect(doubted({ ...lost, shownBy: [1, 2, 3] })).toEqual(['sold', 'no status']);
  });

  it.each<[string, Partial<Finding>]>([
    ['another field is in doubt', { place: 'categoryId' }],
    ['the violation is certain', { verdict: 'fail' }],
    ['another rule is in doubt', { rule: 'GET-1' }],
    ['the creation had no status', { shownBy: [2, 3] }],
  ])('are none where %s', (_when, finding) => {
    expect(doubted({ ...DOUBT, ...finding })).toEqual([]);
  });
});
