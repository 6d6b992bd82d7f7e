import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesPath, mayBeRoute, readPetId } from './pet-id.ts';

describe('readPetId', () => {
  it.each(['0', '1', '-5', '42', '9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'reads %s as an int64, every digit kept',
    (segment) => {
      expect(readPetId(segment)).toEqual({ kind: 'int64', id: BigInt(segment) });
    },
  );

  it.each([
    '007',
    '-007',
    '-0',
    '+7',
    '%2B7',
    '%37',
    '7.0',
    '7.',
    '-7.000',
    '.0',
    '7e0',
    '7E2',
    '1e18',
    '70e-1',
    '0.7e1',
    '%207',
    '7%09',
    '0x1F',
    '0o17',
    '0b11',
    '1_000',
    '9223372036854775807.0',
    '0000000000000000000000000000007',
    '7;v=1',
    '%D9%A5',
    '%EF%BC%95',
    '٥',
  ])('reads %s as an int64 in another spelling', (segment) => {
    expect(readPetId(segment).kind).toBe('spelling');
  });

  it.each([
    '9223372036854775808',
    '-9223372036854775809',
    '9223372036854775808.0',
    '1e19',
    '1e400',
    '0x8000000000000000',
    '99999999999999999999999',
    '7.5',
    '0.1',
    '75e-1',
    '7a',
    'a7',
    '7-8',
    '--7',
    '1__0',
    '_1',
    '1_',
    '0x',
    '7%00',
    '7%208',
    '7,8',
    'x',
    'no-such',
    '{petId}',
    '*',
    '%',
    '%zz',
    '%ff',
    '1'.repeat(5_000),
    '+',
    '-',
    '.e1',
    'NaN',
    '%F0%9F%90%B6',
  ])('reads %s as no int64', (segment) => {
    expect(readPetId(segment).kind).toBe('not-int64');
  });

  it('agrees with BigInt over the integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), (id) => {
        const expected = BigInt.asIntN(64, id) === id ? { kind: 'int64', id } : { kind: 'not-int64', text: `${id}` };
        expect(readPetId(`${id}`)).toEqual(expected);
      }),
    );
  });
});

describe('mayBeRoute', () => {
  it.each(['search', 'findByStatus', 'by-status', 'count', 'openapi.json', 'été'])('%s may be a route', (text) => {
    expect(mayBeRoute({ text })).toBe(true);
  });

  it.each([
    '7.json',
    '7.html',
    'x7.json',
    '7:archive',
    '7,8',
    '7,',
    '7,8,9',
    '7;8',
    '7|8',
    '7+8',
    'a,b',
    '7-8',
    '7..9',
  ])('%s may be a pet in another form, or several', (text) => {
    expect(mayBeRoute({ text })).toBe(true);
  });

  it.each([
    'null',
    'undefined',
    'NaN',
    'abc',
    '7a',
    'a7',
    '7.5',
    '7.5x',
    '7abc',
    '7 x',
    '1e3x',
    '9223372036854775808',
    'x y',
    '-',
    'a--b',
    '',
  ])('%j is none', (text) => {
    expect(mayBeRoute({ text })).toBe(false);
  });
});

describe('changesPath', () => {
  it.each(['.', '..', '%2e', '%2E%2e', '%20', '%09', '7%2F', '%2F', '7%5C', '7\\', '7%3Fx', '7%23'])(
    '%s does',
    (segment) => {
      expect(changesPath(segment)).toBe(true);
    },
  );

  it.each(['7', '7.5', '...7', 'x', '%37', '%zz', '7;x'])('%s does not', (segment) => {
    expect(changesPath(segment)).toBe(false);
  });
});
