import { describe, expect, it } from 'vitest';
import { hidingOf, withoutSecrets } from './log-secrets.ts';

const KEY = 'demo-4f9a1c77e0d25b-Zx';

describe('what may be a key', () => {
  it.each([
    `/pets?limit=${KEY}`,
    `/pets?api_key=${KEY}`,
    `/pets?${KEY}`,
    `/pets/${KEY}`,
    `/pets;session=${KEY}`,
    `/pets?a=Bearer%20${KEY}`,
    `curl/8 ${KEY}`,
  ])('is hidden: %s', (text) => {
    expect(withoutSecrets(text)).not.toContain('4f9a1c77e0d25b');
  });

  it.each([
    '/pets?limit=100&status=available',
    '/pets/9223372036854775807',
    '/pets?tag=small',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'Sun, 29 Nov 2026 12:00:00 GMT',
    '2026-11-29T12:00:00.000Z',
    '1795953600',
  ])('is not what values and clients have: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it('is the key of the line itself wherever it stands, however short', () => {
    expect(hidingOf('Bearer s3cr3t')('/pets/s3cr3t?a=s3cr3t')).toBe('/pets/hidden?a=hidden');
  });
});
