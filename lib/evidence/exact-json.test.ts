import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExactArray, isExactObject, parseExactJson, printExactJson, sameJson, type ExactJson } from './exact-json.ts';

const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value));
const { tree } = fc.letrec<{ tree: ExactJson }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'binary' }),
    fc.bigInt(),
    fraction,
    fc.constantFrom(Infinity, -Infinity),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('tree'), { maxKeys: 4 }),
  ),
}));

function valueOf(text: string): ExactJson {
  const reading = parseExactJson(text);
  if (!reading.ok) throw new Error(reading.why);
  return reading.value;
}

describe('parseExactJson', () => {
  it('gives back what printExactJson wrote', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
        expect(sameJson(valueOf(printExactJson(value, indent)), value)).toBe(true);
      }),
    );
  });

  it('keeps every digit of an integer of any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 398n), max: 10n ** 398n }), (integer) => {
        expect(valueOf(`[${integer}]`)).toEqual([integer]);
      }),
    );
  });

  it('takes an integer for one however it is spelled', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(20), (integer, zeros) => {
        expect(valueOf(`${integer}.${'0'.repeat(zeros + 1)}`)).toBe(integer);
        expect(valueOf(`${integer}e${zeros}`)).toBe(integer * 10n ** BigInt(zeros));
        expect(valueOf(`${integer * 10n ** BigInt(zeros)}E-${zeros}`)).toBe(integer);
      }),
    );
  });

  it.each([
    ['7.0', 7n],
    ['7e0', 7n],
    ['70e-1', 7n],
    ['0.7E+1', 7n],
    ['-0', 0n],
    ['-0.0', 0n],
    ['0e500', 0n],
    ['0e-500', 0n],
    ['7.5', 7.5],
    ['75e-1', 7.5],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9223372036854775809', -9_223_372_036_854_775_809n],
    ['1e400', Infinity],
    ['-1e999999999999', -Infinity],
    ['9'.repeat(401), Infinity],
    ['0.99999999999999999999', 1],
  ])('reads %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it('answers a very long exponent at once', () => {
    const started = performance.now();
    expect(valueOf(`1e${'9'.repeat(10_000)}`)).toBe(Infinity);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each(['[', '{"a":'])('says of deep %s nesting that it was passed over, and does not throw', (open) => {
    const close = open === '[' ? ']' : '}';
    expect(parseExactJson(`${open.repeat(100_000)}1${close.repeat(100_000)}`)).toMatchObject({
      ok: false,
      passedOver: true,
      why: 'it is nested deeper than 500 levels',
    });
  });

  it('keeps a member named __proto__ as data', () => {
    const value = valueOf('{"__proto__": {"admin": 1}}');
    expect(isExactObject(value) && Object.hasOwn(value, '__proto__')).toBe(true);
    expect(isExactObject(value) && 'admin' in value).toBe(false);
    expect(printExactJson(value)).toBe('{"__proto__":{"admin":1}}');
  });

  it.each(['', ' ', 'nul', '01', '1.', '.5', '+1', 'NaN', '{"a":1,}', "{'a':1}", '\uFEFF{}', '"\u0001"'])(
    'says of %j that it is not JSON',
    (text) => {
      expect(parseExactJson(text)).toMatchObject({ ok: false, passedOver: false, why: expect.any(String) });
    },
  );
});

describe('sameJson', () => {
  it('is true of a value and itself, whatever the order of members', () => {
    expect(sameJson(valueOf('{"a":[1,2.5],"b":null}'), valueOf('{"b":null,"a":[1.0,2.5]}'))).toBe(true);
  });

  it.each([
    ['1', '"1"'],
    ['1', '1.5'],
    ['9007199254740993', '9007199254740992'],
    ['[]', '{}'],
    ['[1]', '[1,1]'],
    ['{"a":1}', '{"b":1}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":null}', '{}'],
    ['null', 'false'],
    ['{"toString":null}', '{"valueOf":null}'],
  ])('tells %s from %s', (a, b) => {
    expect(sameJson(valueOf(a), valueOf(b))).toBe(false);
    expect(sameJson(valueOf(b), valueOf(a))).toBe(false);
  });

  it('tells an absent value from null', () => {
    expect(sameJson(undefined, null)).toBe(false);
  });
});

it('tells objects, arrays and the rest apart', () => {
  expect([isExactObject({}), isExactObject([]), isExactObject(null), isExactObject(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([isExactArray([]), isExactArray({}), isExactArray('a')]).toEqual([true, false, false]);
});
