import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOfQuoted } from './json-text.ts';

/** The same, character by character. */
function slowly(text: string): number {
  let at = 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

it('ends where a reader, character by character, meets the closing quote', () => {
  const piece = fc.constantFrom('"', '\\', 'a', '\\\\', '\\"', 'é', ' ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = `"${pieces.join('')}`;
      expect(endOfQuoted(text, 0)).toBe(slowly(text));
    }),
  );
});

it('reads a text of a million escapes, and one of a million quoted texts, to its end', () => {
  const escapes = `"${'\\n'.repeat(1_000_000)}"`;
  expect(endOfQuoted(escapes, 0)).toBe(escapes.length);
  const many = '"a"'.repeat(1_000_000);
  let at = 0;
  while (at < many.length) at = endOfQuoted(many, at);
  expect(at).toBe(many.length);
});
