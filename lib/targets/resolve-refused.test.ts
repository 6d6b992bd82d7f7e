import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveTarget } from './resolve.ts';

import { complaint, LOCAL, STAGING } from './resolve.fixture.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'petvet-target-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('writes', () => {
  it.each([
    ['http://localhost/v1', undefined, undefined, true],
    ['https://pets.example/v1', undefined, undefined, false],
    ['https://pets.example/v1', 'yes', undefined, true],
    ['https://pets.example/v1', undefined, true, true],
    ['http://[::1]:9/v1', 'no', undefined, false],
    ['http://127.3.2.1/v1', 'no', true, true],
  ])('at %s with _WRITES=%s and --writes %s: %s', (baseUrl, variable, writes, expected) => {
    expect(resolveTarget({ baseUrl, writes }, { PETVET_API_KEY: 'k', PETVET_WRITES: variable })?.writes).toBe(expected);
  });

  it('are on for a target named staging only', () => {
    expect(resolveTarget({ target: 'staging' }, STAGING)?.writes).toBe(true);
    const production = { PETVET_PRODUCTION_BASE_URL: 'https://pets.example/v1', PETVET_PRODUCTION_API_KEY: 'k' };
    expect(resolveTarget({ target: 'production' }, production)?.writes).toBe(false);
    // A forwarded port leads there, too.
    const forwarded = { ...production, PETVET_PRODUCTION_BASE_URL: 'http://127.0.0.1:8080/v1' };
    expect(resolveTarget({ target: 'production' }, forwarded)?.writes).toBe(false);
    expect(resolveTarget({ target: 'production', writes: true }, forwarded)?.writes).toBe(true);
  });
});

describe('what could give a key away', () => {
  const long = 'Zq8xT3'.repeat(5_000);

  it.each([
    ['a key', { PETVET_API_KEY: long }, 'PETVET_API_KEY must have at most 4096 characters'],
    ['a second key', { PETVET_SECOND_API_KEY: long }, 'PETVET_SECOND_API_KEY must have at most 4096 characters'],
    ['headers', { PETVET_HEADERS: `X-Gateway: ${long}` }, 'PETVET_HEADERS must have at most 8192 characters in all'],
    ['a proxy', { PETVET_PROXY: `http://me:${long}@127.0.0.1:3128` }, 'PETVET_PROXY must have at most 2048 characters'],
    ['a key with a line break', { PETVET_API_KEY: 'Zq8xT3\nZq8xT3' }, 'PETVET_API_KEY must be printable ASCII without'],
    [
      'a key with its scheme',
      { PETVET_API_KEY: 'Bearer Zq8xT3' },
      'PETVET_API_KEY must be the key alone: leave out the word Bearer',
    ],
    ['a key with a blank', { PETVET_API_KEY: 'Zq8xT3 Zq8xT3' }, 'PETVET_API_KEY must be printable ASCII without'],
    ['a key beyond ASCII', { PETVET_API_KEY: 'Zq8xT3é' }, 'PETVET_API_KEY must be printable ASCII without'],
    ['a proxy with a broken escape', { PETVET_PROXY: 'http://me:Zq8xT3%zz@127.0.0.1:3128' }, 'PETVET_PROXY must be'],
    [
      'headers with a line break',
      { PETVET_HEADERS: '{"X-Gateway":"Zq8xT3\\nx"}' },
      'PETVET_HEADERS has a value for X-Gateway',
    ],
  ])('%s that cannot be used is refused in one sentence that does not show it', (_what, environment, sentence) => {
    const said = complaint({}, { ...LOCAL, ...environment });
    expect(said).toContain(sentence);
    expect(said.split('\n')).toHaveLength(1);
    expect(said).not.toContain('Zq8xT3');
  });

  it('a file whose key is too long is refused, and not shown', () => {
    const file = join(folder, 'long-key');
    writeFileSync(file, long);
    const said = complaint({}, { PETVET_BASE_URL: LOCAL.PETVET_BASE_URL, PETVET_API_KEY_FILE: file });
    expect(said).toMatch(/^PETVET_API_KEY_FILE names a file that holds no key: .* at most 4096 characters$/);
  });

  it('the longest keys and headers that are allowed work', () => {
    const environment = {
      ...LOCAL,
      PETVET_API_KEY: long.slice(0, 4_096),
      PETVET_SECOND_API_KEY: long.slice(1, 4_097),
      PETVET_HEADERS: `X-Gateway: ${long.slice(0, 8_000)}`,
    };
    expect(complaint({}, environment)).toBe('no complaint');
  });

  it.each([
    ['https', { PETVET_BASE_URL: 'https://pets.example/v1' }],
    ['https on this machine', { PETVET_BASE_URL: 'https://localhost:8443/v1' }],
    ['a proxy with TLS', { PETVET_PROXY: 'https://proxy.example:3128' }],
  ])('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused with %s', (_what, environment) => {
    const said = complaint({}, { ...LOCAL, ...environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(said).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0 must not be set: .* PETVET_CA_FILE/);
  });

  it('NODE_TLS_REJECT_UNAUTHORIZED does not matter without TLS, nor where it checks', () => {
    expect(complaint({}, { ...LOCAL, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('no complaint');
    expect(complaint({}, { ...STAGING, PETVET_TARGET: 'staging', NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toBe(
      'no complaint',
    );
  });
});
