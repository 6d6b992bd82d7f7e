import { expect, it } from 'vitest';
import { createMask } from './masking.ts';
import { withoutLongRuns } from './long-runs.ts';

const KEY = 'pet_3d1f0a9c7b5e2846f0c1d2e3a4b59687';
const LONG = 'x'.repeat(100_001);

it('shortens very long runs, and nothing else', () => {
  expect(withoutLongRuns(`a${'x'.repeat(60_000)}b`)).toHaveLength(60_002);
  const short = withoutLongRuns(`ab${LONG}c${LONG}`);
  expect(short).toMatch(/^abx{4800,5100}cx{4800,5100}$/);
  expect((LONG.length * 2 + 3 - short.length) % 240).toBe(0);
});

it.each([
  ['as it is', KEY],
  ['in hex', Buffer.from(KEY).toString('hex')],
  ['in base64', Buffer.from(KEY).toString('base64')],
  ['in base64, within a longer text', Buffer.from(`${LONG}${KEY}`).toString('base64')],
  ['in hex, within a longer text', Buffer.from(`${LONG}${KEY}`).toString('hex')],
])('a key beside a very long run is still masked: %s', (_how, said) => {
  const { maskBytes } = createMask({ primary: KEY, wrong: 'wrong' });
  for (const text of [`${LONG}${said}`, `${said} ${LONG}`, `{"name":"${LONG}","note":"${said}"}`]) {
    const masked = Buffer.from(maskBytes(Buffer.from(text))).toString();
    expect(masked).not.toContain(said);
    expect(masked).toMatch(/\{primary[^}]*\}/);
  }
});
