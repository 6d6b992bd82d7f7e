import { describe, expect, it } from 'vitest';
import { readNewPet } from '../expectation/new-pet.ts';
import { anExchange } from './judges.fixture.ts';
import type { Finding } from './finding.ts';
import { alikeName, doubtedCreations } from './doubted-creations.ts';

const SENT = [
  anExchange({ id: 1, method: 'POST', sends: { name: 'petvetAB', categoryId: 3, status: 'sold' }, status: 201 }),
  anExchange({ id: 2, target: '/pets/7' }),
  anExchange({ id: 3, method: 'POST', sends: { name: 'petvetAC ü', categoryId: 3 }, status: 201 }),
  anExchange({ id: 4, method: 'POST', sends: { name: 'petvetAD', categoryId: 3, status: 'pending' }, status: 201 }),
];

const DOUBT: Finding = {
  rule: 'CREATE-10',
  verdict: 'inconclusive',
  shownBy: [1, 2],
  says: 'in doubt',
  fault: 'another value',
  place: 'status',
};

function doubted(...findings: readonly Finding[]) {
  return doubtedCreations(findings, (id) => {
    const request = SENT.find((exchange) => exchange.id === id)?.request;
    return request?.method === 'POST' ? readNewPet(request.body) : undefined;
  }).map(({ name }) => name);
}

describe('the creations like which another pet is created', () => {
  it('are those that are in doubt, one of each status and each doubt', () => {
    expect(doubted(DOUBT, DOUBT)).toEqual(['petvetAB']);
    expect(doubted({ ...DOUBT, shownBy: [1, 2, 4] })).toEqual(['petvetAB', 'petvetAD']);
    expect(doubted(DOUBT, { ...DOUBT, place: 'name', shownBy: [2, 3, 4] })).toEqual(['petvetAB', 'petvetAC ü']);
  });

  it.each<[string, Partial<Finding>]>([
    ['the violation is certain', { verdict: 'fail' }],
    ['another rule is in doubt', { rule: 'GET-1' }],
    ['another rule is blamed', { see: 'GET-1' }],
    ['some pets are as they were created', { fault: 'another value of some' }],
    ['no creation shows it', { shownBy: [2] }],
  ])('are none where %s', (_when, finding) => {
    expect(doubted({ ...DOUBT, ...finding })).toEqual([]);
  });
});

describe('the name of another pet', () => {
  it('has all that the doubted one has, but for what makes it one of its own', () => {
    expect(alikeName('petvetXY', 'petvetAB Ünï')).toBe('petvetXY Ünï');
    expect(alikeName('petvetXY', 'Rex')).toBe('petvetXY');
    expect(alikeName('petvetXY')).toBe('petvetXY');
  });
});
