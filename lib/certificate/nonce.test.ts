import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRunId } from '../run/run-id.ts';
import { isMarked, markedRunId, readNonce } from './nonce.ts';

describe('a nonce', () => {
  it('decides on a seed that can be typed, and on a mark of letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 200 }), (text) => {
        fc.pre(text.trim() !== '');
        const { seed, mark } = readNonce(text);
        expect(`${seed}`).toMatch(/^\d{1,9}$/);
        expect(mark).toMatch(/^[a-z\d]{9}$/);
        expect(readNonce(text)).toEqual({ seed, mark });
      }),
      { seed: 1 },
    );
  });

  it('leads to other requests than any other', () => {
    const all = Array.from({ length: 1_000 }, (_, nth) => readNonce(`nonce ${nth}`));
    expect(new Set(all.map(({ seed }) => seed)).size).toBe(1_000);
    expect(new Set(all.map(({ mark }) => mark)).size).toBe(1_000);
  });

  it('marks the names of created pets within 20 characters, and of no other run', () => {
    const [one, other] = ['one', 'other'].map(readNonce);
    if (one === undefined || other === undefined) throw new TypeError('two nonces');
    const runId = markedRunId(one, newRunId());
    const name = `petvet${runId.toUpperCase()}0a`;
    expect(name).toMatch(/^[A-Za-z\d]{20}$/);
    expect([isMarked(name, one), isMarked(name, other), isMarked(`petvet${newRunId()}`, one)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['', '   ', 'x'.repeat(201), 'a\nb', '\u001b[0m', '\ud800'])('%j is none', (text) => {
    expect(() => readNonce(text)).toThrow(/must be a text of 1 to 200 printable characters/);
  });
});
