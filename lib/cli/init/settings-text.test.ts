import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../errors.ts';
import { readSettings } from '../../targets/environment.ts';
import { addSettings } from './settings-text.ts';

const HOW = { heading: 'petvet: the service', force: false };

/** Keys as a service may give them out: any printable ASCII, and mostly what means something to shells and readers. */
const key = fc.oneof(
  fc
    .string({
      unit: fc.constantFrom("'", '"', '`', '#', '$', '\\', '=', '{', 'n', 'r', ':', ' ', 'a'),
      minLength: 1,
      maxLength: 12,
    })
    .filter((text) => text.trim() === text),
  fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() === text),
);

/** What `.env` comes to, or undefined where it was refused. */
function written(before: string, settings: Record<string, string>, force = false): string | undefined {
  try {
    return addSettings(before, settings, { ...HOW, force }).text;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

describe('what is written into .env', () => {
  it('is read back, or refused', () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), (keys) => {
        let text = '';
        const meant: Record<string, string> = {};
        for (const [index, value] of keys.entries()) {
          const next = written(text, { [`PETVET_T${index}_API_KEY`]: value });
          if (next === undefined) continue;
          text = next;
          meant[`PETVET_T${index}_API_KEY`] = value;
        }
        expect(readSettings(text, '.env')).toEqual(meant);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves what else is there as it is, also where a setting is replaced', () => {
    fc.assert(
      fc.property(key, key, key, (other, before, after) => {
        const start = written('', { OTHER: other, PETVET_API_KEY: before });
        const end = start === undefined ? undefined : written(start, { PETVET_API_KEY: after }, true);
        if (end === undefined) return;
        expect(readSettings(end, '.env')).toEqual({ OTHER: other, PETVET_API_KEY: after });
      }),
      { numRuns: 500 },
    );
  });

  it.each(["a'b", 'a"b', 'a`b', 'a#b', '$HOME', 'a\\b', 'a\\', 'a\\nb', `a'b"c\`d`, `a"b'c\\`, `"'`, ' a b '.trim()])(
    'takes the key %s',
    (value) => {
      const text = written('', { PETVET_API_KEY: value, PETVET_PLAN: 'pro' }) ?? '';
      expect(readSettings(text, '.env')).toEqual({ PETVET_API_KEY: value, PETVET_PLAN: 'pro' });
    },
  );

  it('refuses what no line can hold in one sentence that does not show it', () => {
    expect(() => addSettings('', { PETVET_API_KEY: `'"\`#` }, HOW)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^the value of PETVET_API_KEY holds quotes/) }),
    );
  });

  it('does not take a line out of the value of another setting', () => {
    const before = 'OTHER="one\nPETVET_API_KEY=two"\nPETVET_API_KEY=three\n';
    expect(() => addSettings(before, { PETVET_API_KEY: 'new' }, { ...HOW, force: true })).toThrow(
      'would not be read back',
    );
  });
});
