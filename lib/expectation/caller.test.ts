import { describe, expect, it } from 'vitest';
import type { HeaderPair } from '../evidence/exchange.ts';
import { aGet, aList } from './request.fixture.ts';
import { readCaller } from './request.ts';

describe('readCaller', () => {
  it.each([
    ['primary', 'Bearer {primary}', 'valid'],
    ['second', 'Bearer {second}', 'valid'],
    ['primary', 'Bearer ***', 'valid'],
    ['primary', null, 'valid'],
    ['primary', 'bearer {primary}', 'lenient'],
    ['primary', 'BEARER {primary}', 'lenient'],
    ['primary', 'Bearer  {primary}', 'lenient'],
    ['primary', 'Bearer {primary} ', 'lenient'],
    ['primary', 'Bearer\t{primary}', 'lenient'],
    ['primary', 'Bearer {primary} petvet', 'lenient'],
    ['primary', '{primary}', 'invalid'],
    ['primary', 'Token {primary}', 'invalid'],
    ['primary', 'Basic {primary}', 'invalid'],
    ['primary', 'Bearer {primary}, Bearer {second}', 'unknown'],
    ['primary', '[redacted]', 'valid'],
    ['primary', '', 'valid'],
    ['none', null, 'missing'],
    ['none', '', 'invalid'],
    ['none', 'Bearer', 'invalid'],
    ['none', 'Bearer ', 'invalid'],
    ['wrong', 'Bearer {wrong}', 'invalid'],
    ['wrong', 'bearer {wrong}', 'invalid'],
    ['wrong', null, 'invalid'],
    ['unknown', null, 'unknown'],
    ['unknown', 'Bearer x', 'unknown'],
  ] as const)('%s with %j is %s', (credential, authorization, caller) => {
    expect(readCaller(aGet('1', { credential, authorization }))).toBe(caller);
  });

  it('cannot tell which of two keys counts', () => {
    const headers: HeaderPair[] = [
      ['Authorization', 'Bearer {primary}'],
      ['Authorization', 'Bearer {wrong}'],
    ];
    expect(readCaller(aList('', { headers }))).toBe('unknown');
    expect(readCaller(aList('', { headers, credential: 'wrong' }))).toBe('invalid');
  });
});
