import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMask } from './masking.ts';
import { base64, each, hex, KEY, WRONG } from './written-keys.fixture.ts';

describe('ordinary text', () => {
  const cursor = base64(
    JSON.stringify({ after: 12345678, status: 'available', test: 'petstore', page: 'development' }),
  );
  const digest = createHash('sha256').update(KEY).digest();
  const texts = [
    JSON.stringify(
      Array.from({ length: 100 }, (_, index) => ({
        id: 12345600 + index,
        name: ['Tester', 'Petra Store', 'Free Key 1', 'Bello-Müller', 'Test', 'secret santa', 'Acme Pets 2024'][
          index % 7
        ],
        categoryId: [116, 101, 115, 116][index % 4],
        status: 'available',
        photo: `https://img.example/${createHash('sha1').update(`${index}`).digest('hex')}.png`,
      })),
    ),
    `W/"${digest.toString('base64')}"`,
    digest.toString('hex'),
    'the Petstore API key is missing; free key 1, pets 2024',
    'Sat, 21 Nov 2026 10:00:00 GMT',
    `</v1/pets?cursor=${cursor}>; rel="next"`,
    '2026-11-21T10:00:00.123Z 1-2-3-4-5-6-7-8 12 34 56 78',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    '[1,2,3,4,5,6,7,8]',
    '[97,98,99]',
  ];

  it.each([
    'petstore-api-key',
    'freekeyone',
    'free-key-1',
    'acme-pets-2024',
    'pets-2024',
    '12345678',
    '1234567',
    'aaaaaaaa',
    'abababab',
    'development1',
    KEY,
    '1f8fad5ad9cb469ea165708677289511',
  ])('is left alone with the key %s', (primary) => {
    const mask = createMask({ primary, wrong: WRONG });
    for (const text of texts) {
      expect(mask.mask(text)).toBe(text);
      expect(mask.maskBytes(Buffer.from(text))).toEqual(Buffer.from(text));
    }
  });

  it('of any kind does not change with a random key', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.json(),
      fc.base64String({ maxLength: 300 }),
      fc.stringMatching(/^[0-9a-f :%-]{0,300}$/),
      fc.array(fc.nat(255), { maxLength: 100 }).map((numbers) => JSON.stringify(numbers)),
      fc.lorem({ maxCount: 40 }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/), anyText, (primary, text) => {
        fc.pre(new Set(primary).size >= 6);
        const mask = createMask({ primary, wrong: WRONG });
        expect(mask.mask(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('beside a coded key stays as it was', () => {
    const mask = createMask({ primary: KEY, wrong: WRONG });
    const rest = 'id 12345678, name Bello, Müller & Söhne, 50%, a%20b, \\u0041, 0x41 41:42:43';
    expect(mask.mask(`${rest} ${each(KEY, hex)} ${rest}`)).toBe(`${rest} {primary:hex-encoded} ${rest}`);
  });
});
