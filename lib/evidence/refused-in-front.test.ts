import { describe, expect, it } from 'vitest';
import type { SentRequest } from './exchange.ts';
import { beyondUsualHttp, isRefusedInFront } from './refused-in-front.ts';

const request = (parts: Partial<SentRequest> = {}): SentRequest => ({
  method: 'GET',
  target: '/pets',
  headers: [['Authorization', 'Bearer {primary}']],
  body: { kind: 'none' },
  credential: 'primary',
  ...parts,
});
const body = (bytes: number): Partial<SentRequest> => ({
  method: 'POST',
  body: { kind: 'bytes', bytes: new Uint8Array(bytes) },
});

const text = (written: string): SentRequest['body'] => ({ kind: 'bytes', bytes: new TextEncoder().encode(written) });

const coded = (bytes: Uint8Array) =>
  request({ method: 'POST', headers: [['Content-Encoding', 'gzip']], body: { kind: 'bytes', bytes } });

describe('a request that every HTTP parser lets through', () => {
  it.each([
    '/pets',
    '/pets?limit=20&status=sold',
    "/pets?a=!$&'()*+,;=:@/?-._~",
    '/pets?status=a%20b%22%3C%5B',
    '/pets?key={primary}',
    '/pets?key={primary:replaced}&tenant={header:X-Tenant}',
    '/pets/9223372036854775807',
  ])('is not refused in front of the service: %s', (target) => {
    expect(beyondUsualHttp(request({ target }))).toEqual([]);
    expect(isRefusedInFront(request({ target }), 400)).toBe(false);
  });

  it('is not, whatever a usual body holds', () => {
    expect(isRefusedInFront(request(body(8_192)), 400)).toBe(false);
  });
});

describe('a request that is not legal HTTP, or beyond usual sizes', () => {
  it.each([
    ...['[', ']', '{', '}', '|', '\\', '^', '"', '<', '>', '`', ' ', '\u0001', '\u0000', 'é'].map(
      (character) => `/pets?status=a${character}b`,
    ),
    '/pets/%',
    '/pets/%zz',
    '/pets?status=%00',
    '/pets/%0d%0a',
    '/pets/%ff',
    '/pets#fragment',
    `/pets?x=${'a'.repeat(2_000)}`,
  ])('may have been refused in front of the service: %j', (target) => {
    expect(beyondUsualHttp(request({ target }))).not.toEqual([]);
    for (const status of [400, 408, 413, 414, 421, 431, 501, 505])
      expect(isRefusedInFront(request({ target }), status)).toBe(true);
  });

  it.each([401, 403])('for its credentials, when they are malformed, with %i', (status) => {
    const malformed = request({ headers: [['Authorization', 'Bearer {primary} petvet']] });
    expect(isRefusedInFront(malformed, status)).toBe(true);
    expect(isRefusedInFront(malformed, 429)).toBe(false);
    expect(isRefusedInFront(malformed, 200)).toBe(false);
    expect(isRefusedInFront(request(), status)).toBe(false);
  });

  it('is so where a body is not the gzip that it is said to be', () => {
    expect(beyondUsualHttp(coded(Uint8Array.of(0x7b, 0x7d)))).toEqual(['the body is not gzip']);
    expect(beyondUsualHttp(coded(Uint8Array.of(0x1f, 0x8b)))).toEqual([]);
  });

  it('is so where nobody knows the coding of a body', () => {
    const sent = { kind: 'bytes', bytes: Uint8Array.of(0x7b, 0x7d) } as const;
    const codedAs = (coding: string) =>
      request({ method: 'POST', headers: [['Content-Encoding', coding]], body: sent });
    expect(beyondUsualHttp(codedAs('petvet'))).toEqual(['the body has an unknown content coding']);
    expect(isRefusedInFront(codedAs('petvet'), 400)).toBe(true);
    expect(beyondUsualHttp(codedAs('identity'))).toEqual([]);
    expect(beyondUsualHttp(request({ headers: [['Content-Encoding', 'petvet']] }))).toEqual([]);
  });

  it.each([
    ['a long header', { headers: [['X-Long', 'a'.repeat(2_001)]] }],
    ['long headers', { headers: Array.from({ length: 10 }, (_, i) => [`X-${i}`, 'a'.repeat(900)] as const) }],
    ['many headers', { headers: Array.from({ length: 61 }, (_, i) => [`X-${i}`, 'a'] as const) }],
    ['odd characters in a header', { headers: [['X-Odd', 'a\u0001b']] }],
    ['an odd header name', { headers: [['X Odd', 'a']] }],
    [
      'two hosts',
      {
        headers: [
          ['Host', 'a'],
          ['host', 'b'],
        ],
      },
    ],
    ['chunks', { headers: [['Transfer-Encoding', 'chunked']] }],
    ['a long body', body(8_193)],
  ] satisfies [string, Partial<SentRequest>][])('may have been for %s', (_what, parts) => {
    expect(isRefusedInFront(request(parts), 400)).toBe(true);
  });

  it('may have been for escapes that make a path another one, though they are legal', () => {
    expect(isRefusedInFront(request({ target: '/pets/%2F' }), 400)).toBe(true);
    expect(isRefusedInFront(request({ target: '/pets?status=%2F' }), 400)).toBe(false);
  });

  it.each([
    `{"name":"Mr O'Neil"}`,
    '{"name":"<b>"}',
    '{"name":"{{7}}"}',
    '{"name":"${8}"}',
    '{"name":"&amp;"}',
    '{"name":"%41"}',
    '{"name":"a -- b"}',
    '{"name":"猫"}',
    '{"name":"\\\\"}',
  ])('may have been by a filter of contents, with 403 or 406: %s', (written) => {
    const filtered = request({ method: 'POST', body: text(written) });
    for (const status of [403, 406]) expect(isRefusedInFront(filtered, status)).toBe(true);
    for (const status of [200, 400, 401, 404, 429]) expect(isRefusedInFront(filtered, status)).toBe(false);
  });

  it.each(['/pets/7%27', '/pets?status=%3Cscript%3E', '/pets?status=$ne', "/pets?x=1'--"])(
    'may have been by a filter of contents for its target: %s',
    (target) => {
      expect(isRefusedInFront(request({ target }), 403)).toBe(true);
    },
  );

  it.each([
    ['a plain creation', { method: 'POST', body: text('{"name":"petvetAbc","categoryId":1,"status":"sold"}') }],
    ['a list', { target: '/pets?limit=5&status=sold' }],
    ['a pet', { target: '/pets/-7' }],
    ['a placeholder', { target: '/pets?key={primary}' }],
  ] satisfies [string, Partial<SentRequest>][])('is not by a filter for %s', (_what, parts) => {
    expect(isRefusedInFront(request(parts), 403)).toBe(false);
  });

  it.each([200, 201, 401, 403, 404, 429, 500, 503])('was answered by the service with a %i', (status) => {
    expect(isRefusedInFront(request({ target: '/pets?status=[' }), status)).toBe(false);
  });
});
