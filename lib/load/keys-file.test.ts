import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { readKeysFile } from './keys-file.ts';

const SECRET = 'sEcReT-4a7f19c2';

let place = '';

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-keys-'));
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

const write = (text: string, name = 'keys.yaml', mode = 0o600) => {
  const file = join(place, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
};

describe('a file of keys', () => {
  it('says of each plan where its key is, and the smallest plan comes first', () => {
    write(`${SECRET}-pro\n`, 'pro.key');
    const file = write(
      [
        'enterprise: { key: big-key, perMinute: 5000 }',
        'pro:',
        '  file: pro.key',
        '  second: { env: OTHER }',
        'free: { env: FREE_KEY, perDay: 500 }',
      ].join('\n'),
    );
    expect(readKeysFile(file, { FREE_KEY: 'free-key', OTHER: 'other-key' }).tiers).toEqual([
      { plan: 'free', apiKey: 'free-key', perMinute: 60, perDay: 500 },
      { plan: 'pro', apiKey: `${SECRET}-pro`, secondApiKey: 'other-key', perMinute: 300, perDay: 10_000 },
      { plan: 'enterprise', apiKey: 'big-key', perMinute: 5_000 },
    ]);
  });

  it('may be JSON', () => {
    const file = write(JSON.stringify({ business: { env: 'KEY' } }));
    expect(readKeysFile(file, { KEY: 'a' }).tiers).toMatchObject([{ plan: 'business', perMinute: 1_000 }]);
  });

  it.skipIf(process.platform === 'win32')('that every user can read is named where it holds a key', () => {
    const key = write(SECRET, 'free.key', 0o644);
    const byFile = write('free: { file: free.key }', 'by-file.yaml', 0o644);
    expect(readKeysFile(byFile, {}).readableByAll).toEqual([key]);
    const inline = write(`free: { key: ${SECRET} }`, 'inline.yaml', 0o644);
    expect(readKeysFile(inline, {}).readableByAll).toEqual([inline]);
    const byName = write('free: { env: KEY }', 'by-name.yaml', 0o644);
    expect(readKeysFile(byName, { KEY: SECRET }).readableByAll).toEqual([]);
  });
});

describe('what is wrong with it is said in a sentence without a key:', () => {
  it.each([
    ['no YAML', `free: { key: ${SECRET}\npro: [`, 'this is not YAML'],
    ['a list', `- ${SECRET}`, 'must hold plans'],
    ['nothing', '', 'must hold plans'],
    ['no plan', '{}', 'names no plan'],
    ['an unknown plan', `${SECRET}: { env: KEY }`, 'names an unknown plan: the plans are free, pro'],
    ['a bare key', `free: ${SECRET}`, 'free must have one of env, file and key'],
    [
      'a key as the name of a variable',
      `free: { env: ${SECRET} }`,
      'free.env must be the name of an environment variable',
    ],
    [
      'a variable that is not set',
      'free: { env: NOWHERE_KEY }',
      'free names the environment variable NOWHERE_KEY, which is not set',
    ],
    ['no file', 'free: { file: nowhere.key }', 'free.file cannot be read'],
    ['two places', `free: { env: KEY, key: ${SECRET} }`, 'free must have one of env, file and key'],
    ['blanks in a key', `free: { key: "${SECRET} b" }`, 'free has no key in key: it must be printable ASCII'],
    ['another field', `free: { env: KEY, ${SECRET}: 1 }`, 'free has a field that is not known'],
    ['no figure', 'enterprise: { env: KEY }', 'enterprise.perMinute is missing'],
    ['a figure of none', 'free: { env: KEY, perMinute: 0 }', 'free.perMinute must be a whole number'],
    ['one key for two plans', 'free: { env: KEY }\npro: { env: KEY }', 'free and pro have the same key'],
    ['one key for both callers', 'free: { env: KEY, second: { env: KEY } }', 'free and free.second have the same key'],
    ['aliases', 'free: &a { env: KEY }\npro: *a', 'aliases'],
  ])('%s', (_what, text, says) => {
    const file = write(text);
    const read = () => readKeysFile(file, { KEY: 'a-key' });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(says);
    expect(read).not.toThrow(SECRET);
  });

  it('a file that is not there', () => {
    expect(() => readKeysFile(join(place, 'none.yaml'), {})).toThrow('cannot be read');
  });

  it('several faults at once', () => {
    const file = write('free: { env: NOWHERE }\npro: {}\nenterprise: { env: KEY }');
    expect(() => readKeysFile(file, { KEY: 'a' })).toThrow(/free names[^]*pro must have[^]*enterprise\.perMinute/);
  });
});
