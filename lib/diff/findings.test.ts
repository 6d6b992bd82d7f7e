import { describe, expect, it } from 'vitest';
import { compareChecks } from './checks.ts';
import { aCheck, violated } from './diff.fixture.ts';

const A = aCheck('a');

describe('findings of a rule that is violated in both', () => {
  const before = aCheck('a', [violated('LIST-1', { fault: 'type', place: 'id', input: 'limit above 100' })]);
  const compared = (...faults: Parameters<typeof violated>[1][]) =>
    compareChecks(before, aCheck('b', [violated('LIST-1', ...faults)]));

  it('are the same in other words, with other ids', () => {
    const same = {
      fault: 'type',
      place: 'id',
      input: 'limit above 100',
      says: 'pet 99 has a text',
      shownBy: [40],
      pet: '99',
    };
    expect(compared(same)).toMatchObject({ outcome: 'same', differences: [], undecided: [] });
  });

  it('are the same fault on another request: the seed may have drawn it', () => {
    const drawn = { fault: 'type', place: 'id', operation: 'listPets', input: 'limit negative' } as const;
    expect(compared(drawn)).toMatchObject({ outcome: 'same', undecided: [{ about: ['LIST-1'], kind: 'other' }] });
  });

  it.each([
    ['another fault', { fault: 'missing', place: 'id' }],
    ['the same fault elsewhere', { fault: 'type', place: 'name' }],
  ])('are worse with %s', (_what, fault) => {
    const { outcome, differences } = compared({ fault: 'type', place: 'id' }, fault);
    expect(outcome).toBe('worse');
    expect(differences).toEqual([expect.objectContaining({ weight: 'worse', of: 'finding', shownIn: 'after' })]);
  });

  it.each([
    ['an odd request', { fault: 'missing', place: 'id', input: 'limit negative' }],
    ['a status that few requests get', { fault: 'answered 415 without X-RateLimit-Limit' }],
  ])('are undecided with another fault on %s, unless both runs drew the same values', (_what, fault) => {
    const [plain, odd] = [violated('LIST-1', {}), violated('LIST-1', {}, fault)];
    const [one, other] = [aCheck('a', [plain]), aCheck('b', [odd], { run: { seed: 7 } })];
    expect(compareChecks(one, other)).toMatchObject({
      outcome: 'same',
      differences: [],
      undecided: [{ kind: 'other' }],
    });
    expect(compareChecks(other, one).differences).toEqual([]);
    const alike = { ...other, seed: one.seed };
    expect(compareChecks(one, alike).outcome).toBe('worse');
    expect(compareChecks(one, { ...alike, requests: { ...alike.requests, sent: 1_100 } }).outcome).toBe('same');
  });

  it('are worse with another fault that every run meets', () => {
    const [one, two] = [
      { fault: 'type in a 401', input: 'no key' },
      { fault: 'type in a 400', input: 'no body' },
    ];
    const after = aCheck('b', [violated('ERR-1', one, two)], { run: { seed: 7 } });
    expect(compareChecks(aCheck('a', [violated('ERR-1', one)]), after).outcome).toBe('worse');
  });

  it('are undecided where a fault shows by the instants of the requests', () => {
    const [one, other] = ['remaining', 'restored'].map((by) => aCheck(by, [violated('RATE-4', { fault: by })]));
    expect(compareChecks(one ?? A, other ?? A)).toMatchObject({ outcome: 'same', differences: [] });
  });

  it('are better where one is gone, and worse where one took its place', () => {
    const two = aCheck('a', [violated('LIST-1', { fault: 'type', place: 'id' }, { fault: 'missing', place: 'name' })]);
    const one = aCheck('b', [violated('LIST-1', { fault: 'type', place: 'id' })]);
    expect(compareChecks(two, one)).toMatchObject({ outcome: 'changed', differences: [{ weight: 'better' }] });
    expect(compared({ fault: 'null', place: 'id' })).toMatchObject({
      outcome: 'worse',
      differences: [{ weight: 'worse' }, { weight: 'better' }],
    });
  });

  it('count where they are blamed on their own rule only', () => {
    expect(compared({ fault: 'type', place: 'id' }, { fault: 'missing', see: 'JSON-1' }).outcome).toBe('same');
  });

  it('say that the operation in which a fault was seen first is not the fault', () => {
    const [one, other] = ['listPets', 'getPet'].map((operation) =>
      aCheck(operation, [violated('CREATE-10', { fault: `another value by ${operation}`, place: 'name' })]),
    );
    expect(compareChecks(one ?? A, other ?? A).outcome).toBe('same');
  });

  it('are new although there are more of them than a report lists, and not gone for that', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ fault: `fault ${index}` }));
    const [few, cut] = [
      aCheck('a', [violated('LIST-1', { fault: 'type' })]),
      aCheck('b', [violated('LIST-1', ...many)]),
    ];
    expect(compareChecks(few, cut).outcome).toBe('worse');
    expect(compareChecks(few, cut).differences.every(({ weight }) => weight === 'worse')).toBe(true);
    expect(compareChecks(cut, few).differences.every(({ weight }) => weight === 'better')).toBe(true);
  });
});
