import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALTERED, KEY, WRONG, bodyOf, bytesOf, mask } from './masking.fixture.ts';
import { createMask } from './masking.ts';

describe('filling', () => {
  it('puts the values in, and leaves other braces alone', () => {
    expect(mask.fill('Bearer {primary} {second} {wrong} {primary:basic} {petId} {} {primary:part} {"a":1}')).toBe(
      `Bearer ${KEY} other-caller-77aa88bb ${WRONG} ${Buffer.from(`${KEY}:`).toString('base64')} {petId} {} {primary:part} {"a":1}`,
    );
  });

  it('leaves {second} alone without a second key, and fills extra values by name', () => {
    const single = createMask({ primary: KEY, wrong: WRONG, extra: { proxy: 'user:pass-word' } });
    expect(single.fill('{second} {proxy}')).toBe('{second} user:pass-word');
    expect(single.mask('user:pass-word')).toBe('{proxy}');
    const plain = createMask({ primary: KEY, wrong: WRONG, extra: { 'X-Env': 'dev', Accept: 'application/json' } });
    expect(plain.mask('application/json; dev')).toBe('application/json; dev');
  });

  it('alters a key so that no decoder takes it for the key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9._~-]{3,40}={0,2}$/), (primary) => {
        const { fill } = createMask({ primary, wrong: WRONG });
        const body = primary.replace(/=+$/, '');
        const [replaced, truncated, extended] = ALTERED.map(fill);
        const changed = Array.from(primary, (letter, at) => (letter === replaced?.[at] ? -1 : at)).filter(
          (at) => at >= 0,
        );
        expect(replaced).toHaveLength(primary.length);
        expect(changed).toHaveLength(1);
        expect(changed[0]).toBeLessThan(body.length - 1);
        expect(replaced?.toLowerCase()).not.toBe(primary.toLowerCase());
        expect(primary.startsWith(truncated ?? '-')).toBe(true);
        expect(body.length - (truncated?.length ?? 0)).toBeGreaterThanOrEqual(2);
        expect(truncated).not.toBe('');
        expect(extended?.startsWith(body)).toBe(true);
        expect((extended ?? '').length - primary.length).toBeGreaterThanOrEqual(3);
        const beheaded = fill('{primary:beheaded}');
        expect([primary.endsWith(beheaded), beheaded.length < primary.length - 1]).toEqual([true, true]);
        const [swapped, prefixed] = ['{primary:swapped}', '{primary:prefixed}'].map(fill);
        expect(swapped).toHaveLength(primary.length);
        expect(swapped?.toLowerCase()).not.toBe(primary.toLowerCase());
        expect(swapped?.slice(body.length - 1)).toBe(primary.slice(body.length - 1));
        expect(prefixed?.endsWith(primary)).toBe(true);
        expect((prefixed ?? '').length - primary.length).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it.each([
    ['test-key', 'tets-key'],
    ['sk_live_4eC39Hq', 'sk_live_e4C39Hq'],
    // A neighbour in a row of keys may be valid, and so may what differs in letter case; then one character is another one.
    ['key-12', 'kye-12'],
    ['1234567', '1239567'],
    ['aAaAaA', 'aAnAaA'],
    ['ab', 'nb'],
  ])('swaps two characters of %s where that tells', (primary, swapped) => {
    expect(createMask({ primary, wrong: WRONG }).fill('{primary:swapped}')).toBe(swapped);
  });

  it.each([
    ['k1', ['x1', 'k', 'k1.x7q4', 'azE6']],
    ['test', ['trst', 'te', 'test.x7q4', 'dGVzdDo=']],
    ['free-key', ['frer-key', 'free-', 'free-key.x7q4', 'ZnJlZS1rZXk6']],
    ['1234', ['1734', '12', '1234.x7q4', 'MTIzNDo=']],
    ['c2VjcmV0cw==', ['c2VjpmV0cw==', 'c2VjcmV', 'c2VjcmV0cw.x7q4==', 'YzJWamNtVjBjdz09Og==']],
  ])('alters the short key %s', (primary, altered) => {
    const { fill } = createMask({ primary, wrong: WRONG });
    expect(ALTERED.map(fill)).toEqual(altered);
  });

  it('never makes the second key of the first', () => {
    const third = 'key-6-tail';
    const { fill } = createMask({
      primary: 'key-1-tail',
      second: 'ker-1-tail',
      wrong: 'key-1-tailx7q4',
      extra: { third },
    });
    for (const altered of ALTERED.map(fill)) expect(['ker-1-tail', 'key-1-tailx7q4', third]).not.toContain(altered);
  });
});

describe('masking', () => {
  it.each([
    'primary',
    'second',
    'wrong',
    'primary:replaced',
    'primary:swapped',
    'primary:truncated',
    'primary:beheaded',
    'primary:extended',
    'primary:prefixed',
    'primary:basic',
  ])('gives {%s} its placeholder back', (name) => {
    const text = `Bearer {${name}}, /pets?key={${name}}&x=1`;
    expect(mask.mask(mask.fill(text))).toBe(text);
    expect(bodyOf(mask.maskBytes(bytesOf(mask.fill(`{"echo":"{${name}}!"}`))))).toBe(`{"echo":"{${name}}!"}`);
  });

  it('shows a part as one that reads like a word longer than any', () => {
    const { mask: maskText } = createMask({ primary: 'abcdefghijabcdefghij//Aa=', wrong: WRONG });
    expect(maskText('key abcdefghijabcdefghij refused')).toBe('key {primary:part} refused');
  });

  it.each([
    ['the first half', KEY.slice(0, 16)],
    ['eight of its characters', KEY.slice(5, 13)],
    ['a half of it backwards', Array.from(KEY).toReversed().slice(3, 19).join('')],
    ['the last half', KEY.slice(-16)],
    ['all but both ends', KEY.slice(2, -2)],
    ['more than the truncated key', KEY.slice(0, -3)],
  ])('shows %s as a part', (_what, part) => {
    expect(mask.mask(`the key <${part}> is bad`)).toBe('the key <{primary:part}> is bad');
  });

  it('lets fewer characters pass, as a hint to the owner of the key', () => {
    expect(mask.mask(`sk_live_****${KEY.slice(-4)}`)).toBe(`sk_live_****${KEY.slice(-4)}`);
  });

  it.each([
    ['upper case', KEY.toUpperCase(), '{primary:case-changed}'],
    ['lower case', KEY.toLowerCase(), '{primary:case-changed}'],
    ['base64', Buffer.from(KEY).toString('base64'), '{primary:base64-encoded}'],
    ['Basic with an empty user', `Basic ${Buffer.from(`:${KEY}`).toString('base64')}`, 'O{primary:base64-encoded}'],
    ['Basic as a user, as petvet sends it', `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`, '{primary:basic}'],
  ])('finds the key in %s', (_how, text, masked) => {
    expect(mask.mask(text).replace('Basic ', '')).toBe(masked);
  });

  it('finds the key of a Basic pair with any user, short keys too', () => {
    const short = createMask({ primary: 'k1', wrong: WRONG });
    expect(short.mask(`Basic ${Buffer.from('someone:k1').toString('base64')}`)).toBe('Basic {primary:base64-encoded}');
    expect(mask.mask(`Basic ${Buffer.from(`someone:${KEY}`).toString('base64')}`)).toBe(
      'Basic c29tZW9uZT{primary:base64-encoded}',
    );
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('looks into what there is of a %s body that was cut off', (coding, pack) => {
    const noise = Array.from({ length: 60_000 }, (_, index) => `${(index * 7_919) % 9_973}`).join(' ');
    const packed = pack(`${KEY} ${noise} ${KEY} ${noise}`);
    const cut = packed.subarray(0, packed.length - 20);
    const masked = bodyOf(mask.maskBytes(cut, coding));
    expect(masked).toMatch(/^\{primary\} 0 7919/);
    expect(masked).not.toContain(KEY);
    const clean = pack(noise).subarray(0, -20);
    expect(mask.maskBytes(clean, coding)).toEqual(clean);
  });

  it('looks into coded bodies and codes them again', () => {
    const body = `{"message":"no such key: ${KEY}"}`;
    const masked = '{"message":"no such key: {primary}"}';
    expect(bodyOf(gunzipSync(mask.maskBytes(gzipSync(body))))).toBe(masked);
    expect(bodyOf(brotliDecompressSync(mask.maskBytes(brotliCompressSync(body), 'br')))).toBe(masked);
    const clean = gzipSync('{"message":"no"}');
    expect(mask.maskBytes(clean)).toBe(clean);
    expect(bodyOf(mask.maskBytes(bytesOf(body), 'gzip'))).toBe(masked);
    expect(bodyOf(mask.maskBytes(bytesOf(body), 'unheard-of'))).toBe(masked);
  });

  it('keeps bytes that are not UTF-8', () => {
    const odd = Uint8Array.of(0xff, 0x00, 0xc3, ...Buffer.from(KEY), 0xfe);
    expect([...mask.maskBytes(odd)]).toEqual([0xff, 0x00, 0xc3, ...Buffer.from('{primary}'), 0xfe]);
    const umlauts = createMask({ primary: 'schlüssel-für-alle', wrong: WRONG });
    const mixed = Uint8Array.of(0xff, ...Buffer.from('schlüssel-für-alle'));
    expect([...umlauts.maskBytes(mixed)]).toEqual([0xff, ...Buffer.from('{primary}')]);
  });

  it('finds a key behind any escape of JSON, in JSON within JSON too', () => {
    const { maskBytes } = createMask({ primary: 'a/b"c\\d-0123456789', wrong: WRONG });
    const inner = JSON.stringify({ key: 'a/b"c\\d-0123456789', n: 7 });
    const escaped = JSON.stringify({ inner })
      .replaceAll('/', String.raw`\/`)
      .replaceAll('0', String.raw`\u0030`);
    expect(JSON.parse(bodyOf(maskBytes(bytesOf(escaped))))).toEqual({ inner: '{"key":"{primary}","n":7}' });
  });

  it('leaves a clean body as it is, byte for byte', () => {
    const clean = bytesOf('\uFEFF [ 1.0, "\\u00e9" , 9007199254740993 ]\n');
    expect(mask.maskBytes(clean)).toBe(clean);
  });

  it('keeps the digits and the layout around a replacement', () => {
    const body = `{ "id" : 9007199254740993.0,\n "k": "${KEY}" }`;
    expect(bodyOf(mask.maskBytes(bytesOf(body)))).toBe('{ "id" : 9007199254740993.0,\n "k": "{primary}" }');
  });
});

describe('fairness to ordinary text', () => {
  const page =
    '[{"id":1234,"name":"Tester","categoryId":12345678,"status":"available"},{"id":12345678,"name":"id","categoryId":7,"status":"pending"}]';
  const headers = [
    'application/json; charset=utf-8',
    '60',
    '12345678',
    'Sat, 21 Nov 2026 10:00:00 GMT',
    '/pets?status=available&limit=100',
    '/pets/12345678',
    'Bearer realm="pets", error="invalid_token"',
  ];
  const plainKeys = ['available', 'pending', 'sold', 'id', 'name', 'categoryId', 'status', 'code', 'message', 'Bearer'];

  it.each([
    ...plainKeys,
    'test',
    'k1',
    '1',
    '7',
    '60',
    '1234',
    '12345678',
    '2026',
    '100',
    'json',
    'pets',
    'e',
    'category',
    'categor',
  ])('keeps documented answers with the key %s', (primary) => {
    const { mask: maskText, maskBytes } = createMask({ primary, wrong: WRONG });
    expect(bodyOf(maskBytes(bytesOf(page)))).toBe(page);
    expect(headers.map(maskText)).toEqual(headers);
    expect(maskText(`Bearer ${primary}`)).toBe('Bearer {primary}');
  });

  it.each([
    'petstore-api-key',
    'petstore1',
    'available1234',
    'categoryIdKey1',
    'development-key-1',
    'pending-sold-key',
  ])('does not take words of the key %s for parts of it', (primary) => {
    const { mask: maskText, maskBytes } = createMask({ primary, wrong: WRONG });
    const body = '{"status":"available","categoryId":1,"message":"the petstore is in development, pending"}';
    expect(bodyOf(maskBytes(bytesOf(body)))).toBe(body);
    expect(bodyOf(maskBytes(bytesOf(`${body}!`)))).toBe(`${body}!`);
    expect(maskText(`Bearer ${primary}`)).toBe('Bearer {primary}');
  });

  it('replaces a short key as a whole token, and no member name', () => {
    const { maskBytes, mask: maskText } = createMask({ primary: 'test', wrong: WRONG });
    expect(bodyOf(maskBytes(bytesOf('{"test":"the key test, not latest, test-1 or tests"}')))).toBe(
      '{"test":"the key {primary}, not latest, test-1 or tests"}',
    );
    expect(maskText('key=test')).toBe('key={primary}');
  });

  it('replaces a key of digits within strings only', () => {
    const { maskBytes } = createMask({ primary: '12345678', wrong: WRONG });
    const body = '{"id":12345678,"echo":"your key 12345678"}';
    expect(bodyOf(maskBytes(bytesOf(body)))).toBe('{"id":12345678,"echo":"your key {primary}"}');
    const few = createMask({ primary: '123', wrong: WRONG });
    expect(bodyOf(few.maskBytes(bytesOf('["123","no pet 123",123,"Bearer 123"]')))).toBe(
      '["{primary}","no pet 123",123,"Bearer {primary}"]',
    );
  });

  it('does not take zeros for a part of a key that has many', () => {
    const { mask: maskText } = createMask({ primary: '00000000-0000-0000-0000-00000000abcd', wrong: WRONG });
    expect(maskText('00000000-0000-0000-0000-000000000000')).toBe('00000000-0000-0000-0000-000000000000');
  });
});
