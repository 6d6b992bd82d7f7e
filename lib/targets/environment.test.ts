import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { resolveAsOf } from './as-of.ts';
import { readEnvironment } from './environment.ts';
import { resolveTarget } from './resolve.ts';
import { SETTING_NAMES } from './settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petvet-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string) => writeFileSync(join(folder, '.env'), text);

function complaints(): string[] {
  try {
    readEnvironment(folder, {});
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').map((line) => line.replace(/^.*\.env, /, '')) : [];
  }
  return [];
}

describe('.env', () => {
  it('may be missing', () => {
    expect(readEnvironment(folder, { A: '1' })).toEqual({ A: '1' });
  });

  it('stands beneath the environment', () => {
    write('\uFEFF# a comment\r\nexport A=file\r\n\r\nB="two\nlines" # why\nC=\nD: colon\nE=plain # note\n');
    expect(readEnvironment(folder, { A: 'process', B: undefined })).toEqual({
      A: 'process',
      B: 'two\nlines',
      C: '',
      D: 'colon',
      E: 'plain',
    });
  });

  it('names every line that is not a setting, and repeats no value', () => {
    write(`A=1\nsecret\nB="x\ny"\nKEY secret\nC='secret' secret\nD=abc#secret\nE="secret\nF=1\n`);
    expect(() => readEnvironment(folder, {})).toThrow(UsageError);
    expect(complaints()).toEqual([
      'line 2: this is not a setting',
      'line 5: this is not a setting',
      'line 6: there is more after the closing quote of C',
      'line 7: put the value of D in quotes: everything from # on would be lost',
      'line 8: the quote that begins the value of E is not closed',
    ]);
  });

  it('is refused in one sentence when it cannot be read', () => {
    mkdirSync(join(folder, '.env'));
    expect(() => readEnvironment(folder, {})).toThrow(/\.env cannot be read/);
  });

  it('has an example that names every setting and is readable', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    for (const name of SETTING_NAMES)
      expect(example).toMatch(new RegExp(`^# ?PETVET_(STAGING_|PRODUCTION_)?${name}=`, 'm'));
    // With every example line switched on, all of them are valid together but for what must not stand together.
    const on = example
      .split('\n')
      .map((line) => line.replace(/^# ?(?=PETVET_)/, ''))
      .filter((line) => !/_(API_KEY_FILE|CA_FILE|CLIENT_CERT_FILE|CLIENT_KEY_FILE|KNOWN_PETS)=/.test(line))
      .join('\n');
    write(on);
    expect(resolveTarget({}, readEnvironment(folder, {}))).toMatchObject({ name: 'staging' });
    write(example);
    expect(resolveTarget({}, readEnvironment(folder, {}))).toBeUndefined();
  });
});

describe('--as-of', () => {
  it('is today when it is not given', () => {
    expect(resolveAsOf(undefined, '2026-11-21')).toBe('2026-11-21');
    expect(resolveAsOf('2030-12-06', '2026-11-21')).toBe('2030-12-06');
    expect(resolveAsOf('2028-02-29', '2026-11-21')).toBe('2028-02-29');
  });

  it.each(['2027-02-29', '2026-13-01', '2026-1-1', 'tomorrow', '', '2026-04-31', '2026-11-21T00:00:00Z'])(
    'refuses %j',
    (date) => {
      expect(() => resolveAsOf(date, '2026-11-21')).toThrow(/--as-of/);
    },
  );
});
