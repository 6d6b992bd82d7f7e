import { describe, expect, it } from 'vitest';
import { credentialRole } from './masking.ts';

describe('credentialRole', () => {
  it.each([
    ['Bearer {primary}', 'primary'],
    ['bearer {primary}', 'primary'],
    ['BEARER  {primary}', 'primary'],
    ['Bearer {second}', 'second'],
    ['Bearer {primary} petvet', 'primary'],
    ['Bearer {wrong} petvet', 'wrong'],
    ['Bearer {wrong}', 'wrong'],
    ['Bearer {primary:truncated}', 'wrong'],
    ['Bearer {primary}x', 'wrong'],
    ['Bearer ', 'wrong'],
    ['Bearer', 'wrong'],
    ['', 'wrong'],
    ['{primary}', 'wrong'],
    ['Basic {primary}', 'wrong'],
    ['Token {primary}', 'wrong'],
    ['Bearer{primary}', 'wrong'],
    ['Bearer {wrong}, Bearer {primary}', 'unknown'],
  ])('takes %j for %s', (value, role) => {
    expect(credentialRole([['authorization', value]])).toBe(role);
  });

  it('is none without Authorization, wherever else the key stands', () => {
    expect(
      credentialRole([
        ['Cookie', 'key={primary}'],
        ['X-Api-Key', '{primary}'],
      ]),
    ).toBe('none');
  });

  it('does not guess which of several values a service reads', () => {
    expect(
      credentialRole([
        ['Authorization', 'Bearer {primary}'],
        ['Authorization', 'Bearer {wrong}'],
      ]),
    ).toBe('unknown');
    expect(
      credentialRole([
        ['Authorization', 'Bearer {wrong}'],
        ['Authorization', 'Basic x'],
      ]),
    ).toBe('wrong');
  });
});
