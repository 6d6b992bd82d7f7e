import { describe, expect, it } from 'vitest';
import { aFinding } from '../ledger/ledger.fixture.ts';
import { covers, keyOf, nameOf, sayName } from './finding-name.ts';

const faultOf = (fault: string) => nameOf('RATE-4', { fault }).fault;
const named = (input: string) => nameOf('CREATE-6', { input }).input;

describe('the name of a finding', () => {
  it('holds its kind, and neither sentence nor ids nor values', () => {
    const one = aFinding('LIST-2', 'fail', {
      operation: 'listPets',
      fault: 'too many items',
      says: 'limit=3 gets 4 items',
      expected: 'at most 3',
      actual: '4',
      shownBy: [7],
      pet: '12',
      size: 30,
    });
    const other = {
      ...one,
      says: 'limit=9 gets 12 items',
      expected: 'at most 9',
      actual: '12',
      shownBy: [81],
      pet: '9',
    };
    expect(nameOf('LIST-2', one)).toEqual({ rule: 'LIST-2', operation: 'listPets', fault: 'too many items' });
    expect(keyOf(nameOf('LIST-2', other))).toBe(keyOf(nameOf('LIST-2', one)));
  });

  it.each([
    ['GET /pets/123', 'GET /pets/N'],
    ['POST /pets', 'POST /pets'],
    ['/pets?limit=7&status=sold&limit=8', 'GET /pets?limit&status'],
  ])('has the kind of a request that a judge names as it was sent: %s', (input, kind) => {
    expect(nameOf('ERR-7', { fault: 'no answer', input }).input).toBe(kind);
  });

  it('does not depend on which spelling the seed chose', () => {
    expect(named('status is "SOLD"')).toBe('status is "sold" in another letter case');
    expect(named('status is "Sold"')).toBe(named('status is "SOLD"'));
    expect(named('status is "adopted"')).toBe('status is "adopted"');
  });

  it('does not depend on which bound a limiter of no kind breaks first', () => {
    expect(faultOf('no kind of limiter: restored of the minute')).toBe('no kind of limiter of the minute');
    expect(faultOf('no kind of limiter: remaining of the minute')).toBe('no kind of limiter of the minute');
  });

  it('leaves out the number of an item', () => {
    expect(nameOf('LIST-1', { place: 'item 3: name' }).place).toBe('item N: name');
  });

  it.each([
    [{ rule: 'VER-1' }, 'VER-1'],
    [{ rule: 'LIST-2', operation: 'listPets', fault: 'too many items' }, 'LIST-2 on listPets: too many items'],
    [
      { rule: 'LIST-1', operation: 'listPets', fault: 'missing', place: 'name', input: 'limit as text' },
      'LIST-1 on listPets: missing in name (limit as text)',
    ],
  ] as const)('reads as one line: %o', (name, line) => {
    expect(sayName(name)).toBe(line);
  });
});

describe('a name covers', () => {
  const plain = { rule: 'ERR-3', operation: 'listPets', fault: 'answered 500' } as const;
  const odd = { ...plain, input: 'limit as text' };

  it.each([
    ['itself', plain, plain, true],
    ['the same fault on unusual requests, where it is about plain ones', plain, odd, true],
    ['no plain requests, where it is about unusual ones', odd, plain, false],
    ['no other input', odd, { ...plain, input: 'a header' }, false],
    ['what is unusual in a further way', odd, { ...odd, input: 'limit as text; a header' }, true],
    ['no part of what it is about', { ...odd, input: 'limit as text; a header' }, odd, false],
    ['no other fault', plain, { ...odd, fault: 'answered 503' }, false],
    ['no other operation', plain, { ...odd, operation: 'getPet' }, false],
    ['a wrong status on unusual requests under another rule', plain, { ...odd, rule: 'ERR-7' }, true],
    [
      'no accepted key where a missing one is known to be accepted',
      { ...plain, rule: 'AUTH-1', fault: 'answered 201' },
      { ...odd, rule: 'AUTH-2', fault: 'answered 201' },
      false,
    ],
    ['no other fault under another rule', { ...plain, fault: 'x' }, { ...odd, fault: 'x', rule: 'ERR-7' }, false],
  ] as const)('%s', (_, name, other, expected) => {
    expect(covers(name, other)).toBe(expected);
  });
});
