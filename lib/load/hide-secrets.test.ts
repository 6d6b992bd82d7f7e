import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

const KEY = 'key-of-a-test-71c9';
const mask = (text: string) => text.replaceAll(KEY, '{primary}');

function consoleOf(lines: readonly string[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'petvet-hide-')), 'k6-console.jsonl');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

it('takes a key out of every line of a console, and leaves the others as they are', async () => {
  const lines = Array.from({ length: 40_000 }, (_, nth) => `{"msg":"${nth % 9_999 === 7 ? KEY : nth}"}`);
  const file = consoleOf(lines);
  await hideSecrets(file, mask);
  expect(readFileSync(file, 'utf8')).toBe(`${lines.map(mask).join('\n')}\n`);
});

it('leaves a console without a key alone, and one that is not there', async () => {
  const file = consoleOf(['{"msg":"a"}']);
  const before = statSync(file);
  await hideSecrets(file, mask);
  await hideSecrets(`${file}.none`, mask);
  expect(statSync(file).ino).toBe(before.ino);
  expect(readFileSync(file, 'utf8')).toBe('{"msg":"a"}\n');
});
