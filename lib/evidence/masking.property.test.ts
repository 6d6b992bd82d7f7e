import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALTERED, KEY, WRONG, bodyOf, bytesOf, mask } from './masking.fixture.ts';
import { createMask } from './masking.ts';

const numbers = (json: string) => json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');

function stringsOf(json: string): string[] {
  const strings: string[] = [];
  JSON.parse(json, (name, value: unknown) => {
    strings.push(name);
    if (typeof value === 'string') strings.push(value);
    return value;
  });
  return strings;
}

describe('for any key, anywhere', () => {
  const key = fc
    .oneof(
      fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
      fc.stringMatching(/^[A-Za-z0-9+/]{10,30}={0,2}$/),
      fc.stringMatching(/^[!-~]{9,24}$/),
      fc.uuid(),
    )
    .filter((text) => !/^\d+$/.test(text) && new Set(text).size > 5 && !/[{}]/.test(text))
    // A word of the key may be one of ordinary speech: standing alone it is left as it is.
    .filter((text) => !/(?<![A-Za-z])[A-Za-z]{8,}(?![A-Za-z])/.test(text));
  const spellings: ((key: string) => string)[] = [
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    encodeURIComponent,
    (text) => JSON.stringify(text).slice(1, -1),
    (text) => Buffer.from(text).toString('base64'),
    (text) => Buffer.from(text).toString('base64url'),
    (text) => Buffer.from(`:${text}`).toString('base64'),
    (text) => Buffer.from(`${text}:`).toString('base64url'),
    (text) => text.slice(0, Math.ceil(text.length * 0.8)),
  ];
  const leaks = fc.array(
    fc.tuple(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('{primary}', '{second}', ...ALTERED),
      fc.constantFrom(...spellings),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 4 },
  );

  it('no key, no altered and no encoded form survives, and JSON stays JSON', () => {
    fc.assert(
      fc.property(key, key, leaks, fc.jsonValue(), (primary, second, placements, rest) => {
        fc.pre(primary !== second);
        const { fill, mask: maskText, maskBytes } = createMask({ primary, second, wrong: WRONG });
        const whole = ['{primary}', '{second}', ...ALTERED].map(fill);
        const forbidden = whole.flatMap((value) => spellings.slice(0, 9).map((spell) => spell(value)));
        const texts = placements.map(([before, name, spell, after]) => before + spell(fill(name)) + after);
        const json = JSON.stringify({ rest, texts, [texts[0] ?? '']: texts });
        const masked = bodyOf(maskBytes(bytesOf(json)));
        const strings = stringsOf(masked).join('\n');
        for (const form of forbidden.filter((text) => text.length >= 8 && new Set(text).size >= 4)) {
          expect(strings).not.toContain(form);
          expect(maskText(texts.join(' '))).not.toContain(form);
          expect(bodyOf(maskBytes(bytesOf(`<p>${texts.join('')}</p>`)))).not.toContain(form);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('JSON stays JSON with any key at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), fc.json(), (primary, json) => {
        const { maskBytes, mask: maskText } = createMask({ primary, wrong: WRONG });
        expect(numbers(bodyOf(maskBytes(bytesOf(json))))).toBe(numbers(json));
        expect(() => maskText(json)).not.toThrow();
      }),
    );
  });

  it('survives deep nesting', () => {
    const deep = `${'['.repeat(50_000)}"${KEY}"${']'.repeat(50_000)}`;
    expect(bodyOf(mask.maskBytes(bytesOf(deep)))).toBe(deep.replace(KEY, '{primary}'));
  });
});
