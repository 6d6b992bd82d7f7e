import { describe, expect, it } from 'vitest';
import { readNewPet } from '../expectation/new-pet.ts';
import { anExchange } from './judges.fixture.ts';
import type { Finding } from './finding.ts';
import { UNLISTED_AT_A_CAP } from './unlisted-pets.ts';
import { alikeName, doubtedCreations, statusesLackedAtCap } from './doubted-creations.ts';

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

function sent(id: number) {
  const request = SENT.find((exchange) => exchange.id === id)?.request;
  return request?.method === 'POST' ? readNewPet(request.body) : undefined;
}

function doubted(...findings: readonly Finding[]) {
  return doubtedCreations(findings, sent).map(({ name }) => name);
}

describe('the creations like which another pet is created', () => {
  it('are those that are in doubt, one of each status and each doubt', () => {
    expect(doubted(DOUBT, DOUBT)).toEqual(['petvetAB']);
    expect(doubted({ ...DOUBT, shownBy: [1, 2, 4] })).toEqual(['petvetAB', 'petvetAD']);
    expect(doubted(DOUBT, { ...DOUBT, place: 'name', shownBy: [2, 3, 4] })).toEqual(['petvetAB', 'petvetAC ü']);
  });

  it('are those of creations that are not found, each status and those without, too', () => {
    const { place: _status, ...lost } = { ...DOUBT, fault: 'not found' };
    expect(doubted({ ...lost, shownBy: [1, 2, 3] })).toEqual(['petvetAB', 'petvetAC ü']);
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

describe('the statuses that a list lacks which may be capped', () => {
  it('are those of the creations that only a filter shows', () => {
    const lacked = { ...DOUBT, fault: UNLISTED_AT_A_CAP };
    expect(statusesLackedAtCap([lacked, { ...lacked, verdict: 'fail', shownBy: [4] }], sent)).toEqual(
      new Set(['sold']),
    );
    expect(statusesLackedAtCap([DOUBT], sent)).toEqual(new Set());
  });
});

describe('the name of another pet', () => {
  it('has all that the doubted one has, but for what makes it one of its own', () => {
    expect(alikeName('petvetXY', 'petvetAB Ünï')).toBe('petvetXY Ünï');
    expect(alikeName('petvetXY', 'Rex')).toBe('petvetXY');
    expect(alikeName('petvetXY')).toBe('petvetXY');
  });
});
