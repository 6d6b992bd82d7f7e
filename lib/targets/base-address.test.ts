import { describe, expect, it } from 'vitest';
import { readBaseAddress } from './base-address.ts';

describe('the base address', () => {
  it.each([
    ['https://pets.example/v1', 'https://pets.example/v1'],
    ['https://pets.example:8443/shop/v1/', 'https://pets.example:8443/shop/v1'],
    ['HTTPS://Pets.Example/v1', 'https://pets.example/v1'],
  ])('%s is taken as %s', (text, baseUrl) => {
    expect(readBaseAddress(text, false)).toEqual({ ok: true, baseUrl, loopback: false, plain: false });
  });

  it.each(['http://localhost:1/v1', 'http://127.9.9.9/v1', 'http://[::1]:8080/v1', 'http://127.1/v1'])(
    '%s is this machine',
    (text) => {
      expect(readBaseAddress(text, false)).toMatchObject({ ok: true, loopback: true, plain: true });
    },
  );

  it.each([
    ['pets.example/v1', 'must be an address'],
    ['ftp://pets.example/v1', 'must begin with'],
    ['https://pets.example/', 'VER-1'],
    ['https://pets.example/v2', 'VER-1'],
    ['https://pets.example/v1/pets', 'VER-1'],
    ['https://pets.example/v1//', 'VER-1'],
    ['https://me:word@pets.example/v1', 'user name'],
    ['https://pets.example/v1?key=word', 'query'],
    ['https://pets.example/v1#word', 'fragment'],
    ['http://pets.example/v1', 'plain http'],
    ['http://127.0.0.1.pets.example/v1', 'plain http'],
    ['http://localhost.pets.example/v1', 'plain http'],
  ])('%s is refused', (text, why) => {
    const reading = readBaseAddress(text, false);
    expect(reading).toMatchObject({ ok: false, why: expect.stringContaining(why) });
    expect(JSON.stringify(reading)).not.toContain('word@');
  });

  it.each([
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
    ['localhost:8080/v1', 'http://localhost:8080/v1'],
    ['pets.example/v2', 'https://pets.example/v1'],
    ['staging:8443/api/', 'https://staging:8443/api/v1'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
    ['https://pets.example/shop/v2/', 'https://pets.example/shop/v1'],
    ['https://pets.example/v1/pets', 'https://pets.example/v1'],
    ['https://pets.example/v1//', 'https://pets.example/v1'],
  ])('%s is shown corrected', (text, meant) => {
    expect(readBaseAddress(text, false)).toMatchObject({
      ok: false,
      why: expect.stringContaining(`; did you mean ${meant}?`),
    });
  });

  it.each(['ftp://pets.example', 'a-secret', 'sk_live.aB3', 'https://me:word@pets.example/v2', 'http://x.y/?k=word'])(
    '%s, which may hold a secret, is not repeated',
    (text) => {
      expect(JSON.stringify(readBaseAddress(text, false))).not.toMatch(/did you mean|word@|secret|live/);
    },
  );

  it('may be plain http elsewhere when that is asked for', () => {
    expect(readBaseAddress('http://pets.cluster.local/v1', true)).toMatchObject({
      ok: true,
      loopback: false,
      plain: true,
    });
  });
});
