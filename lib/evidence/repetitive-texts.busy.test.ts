import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createMask } from './masking.ts';

const KEY = 'pet_3d1f0a9c7b5e2846f0c1d2e3a4b59687';
const LONG = 'x'.repeat(100_001);

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

it.each([
  ['a repeated character', 'a'.repeat(4_096)],
  ['two', 'ab'.repeat(2_048)],
  ['four', 'abcd'.repeat(1_024)],
  ['digits', '1234567890'.repeat(409)],
  ['escapes', '%41'.repeat(1_365)],
  ['backslashes', '\\'.repeat(4_096)],
])('a key of %s is masked in, and does not hold up, texts that repeat it', (_what, primary) => {
  const { mask, maskBytes } = createMask({ primary, wrong: 'wrong' });
  expect(mask(`Bearer ${primary}`)).toBe('Bearer {primary}');
  const nearly = `${primary.slice(0, -1)}~`;
  for (const text of [
    primary.repeat(25),
    nearly.repeat(25),
    `["${nearly}","${'%41'.repeat(30_000)}"]`,
    '\\'.repeat(100_000),
  ])
    expect(maskBytes(Buffer.from(text)).length).toBeGreaterThan(0);
});

it('a key is masked wherever it stands in a body of megabytes, packed too', () => {
  const { maskBytes } = createMask({ primary: KEY, wrong: 'wrong' });
  const said = Buffer.from(KEY).toString('base64');
  const text = Array.from({ length: 40 }, (_, at) => `${'\u00FC%'.repeat(25_000)}${' '.repeat(at)}${KEY} ${said}`).join(
    '',
  );
  const masked = Buffer.from(gunzipSync(maskBytes(gzipSync(text)))).toString();
  expect(masked.match(/\{primary\} \{primary:base64-encoded\}/g)).toHaveLength(40);
  expect(masked.replaceAll(/\{[^}]*\}/g, '')).toBe(text.replaceAll(KEY, '').replaceAll(said, ''));
});
