import { expect, it } from 'vitest';
import { differences, foundIn } from './compare.ts';

const row = (id: string, level: string, verdict: string) => ({ id, level, verdict, says: `${id} says`, findings: [] });

const found = (outcome: string, ...rules: string[]) => ({
  outcome,
  violated: rules.map((rule) => ({ rule, says: 'seen' })),
  open: [],
});

it('picks the must rules that are violated, and those that are open', () => {
  const rows = [
    row('LIST-2', 'must', 'fail'),
    row('LIST-4', 'must', 'not-exercised'),
    row('LIST-6', 'must', 'pass'),
    row('AUTH-5', 'should', 'fail'),
    row('RATE-11', 'must', 'not-applicable'),
  ];
  expect(foundIn('violating', rows)).toEqual({
    outcome: 'violating',
    violated: [{ rule: 'LIST-2', says: 'LIST-2 says' }],
    open: [{ rule: 'LIST-4', says: 'LIST-4 says' }],
  });
});

it('shows the sentence of the rule that is blamed', () => {
  const findings = [
    { verdict: 'fail', says: 'blamed elsewhere', see: 'LIST-6' },
    { verdict: 'fail', says: 'two items for limit=1' },
  ];
  const { violated } = foundIn('violating', [{ ...row('LIST-2', 'must', 'fail'), findings }]);
  expect(violated).toEqual([{ rule: 'LIST-2', says: 'two items for limit=1' }]);
});

it('says what differs', () => {
  const expected = {
    outcome: 'violating' as const,
    violated: [{ rule: 'ERR-1' as const, because: 'the body is HTML' }],
  };
  expect(differences(found('violating', 'ERR-1'), expected)).toEqual([]);
  expect(differences({ ...found('violating', 'ERR-1'), endedEarly: 'the key is banned' }, expected)).toEqual([
    'the run ended early: the key is banned',
  ]);
  expect(differences(found('violating', 'ERR-1', 'RATE-1'), expected)).toEqual([
    'RATE-1 is violated, which is not expected: seen',
  ]);
  expect(differences(found('conforming'), expected)).toEqual([
    'the outcome is conforming, expected: violating',
    'ERR-1 is expected to be violated (the body is HTML), but it is not',
  ]);
});
