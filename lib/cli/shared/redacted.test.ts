import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRedaction } from './redacted.ts';

const cwd = mkdtempSync(join(tmpdir(), 'petvet-redacted-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const KEY = 'a-key-of-somebody-77e0d25b4f9a';
writeFileSync(join(cwd, 'key'), `${KEY}\n`);

describe('a message that nobody foresaw', () => {
  it.each([
    ['PETVET_API_KEY', KEY],
    ['SIGSTORE_ID_TOKEN', KEY],
    ['BUILDKITE_AGENT_ACCESS_TOKEN', KEY],
    ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', KEY],
    ['PETVET_SECOND_API_KEY', KEY],
    ['PETVET_STAGING_API_KEY', KEY],
    ['PETVET_STAGING_API_KEY_FILE', join(cwd, 'key')],
    ['PETVET_HEADERS', `X-Gateway: ${KEY}`],
    ['PETVET_HEADERS', JSON.stringify({ 'X-Gateway': KEY })],
    ['PETVET_PROXY', `http://user:${KEY}@proxy.example:3128`],
  ])('does not repeat what %s holds, in any coding', (name, value) => {
    const base64 = Buffer.from(KEY).toString('base64');
    const redacted = createRedaction(cwd, { [name]: value })(`Invalid character in "Bearer ${KEY}" (${base64})`);
    expect(redacted).not.toContain(KEY);
    expect(redacted).not.toContain(base64);
    expect(redacted).toContain('Invalid character in "');
  });

  it('does not repeat a key of .env', () => {
    writeFileSync(join(cwd, '.env'), `PETVET_API_KEY=${KEY}\n`);
    expect(createRedaction(cwd, {})(`it was ${KEY}`)).not.toContain(KEY);
    rmSync(join(cwd, '.env'));
  });

  it('reads .env once: a pipe gives what it holds to one reader', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(cwd, '.env')]);
    const writer = spawn('sh', ['-c', `echo PETVET_API_KEY=${KEY} > "$0"`, join(cwd, '.env')]);
    const redact = createRedaction(cwd, {});
    await once(writer, 'exit');
    expect([redact(`it was ${KEY}`), redact(KEY)].join('')).not.toContain(KEY);
    rmSync(join(cwd, '.env'));
  });

  it.each([
    ['a'.repeat(30_000)],
    ['1234567890'.repeat(3_000)],
    ['abc'.repeat(10_000)],
    ['%41'.repeat(10_000)],
    ['\\'.repeat(30_000)],
    [KEY.repeat(1_000)],
  ])('does not repeat, or wait for, a value that is refused because it is too long: %.12s…', (value) => {
    for (const environment of [{ PETVET_API_KEY: value }, { PETVET_HEADERS: `X-A: ${value}` }]) {
      const redacted = createRedaction(cwd, environment)(`it was "${value}"`);
      expect(redacted).not.toContain(value);
      expect(redacted).toContain('it was "');
    }
  });

  it('keeps words that a short key is made of', () => {
    expect(createRedaction(cwd, { PETVET_API_KEY: 'a' })('a target')).toBe('a target');
  });

  it('stays as it is where nothing is secret, whatever the settings are', () => {
    const environment = {
      PETVET_API_KEY: '',
      PETVET_API_KEY_FILE: '/nowhere',
      PETVET_HEADERS: 'none',
      PETVET_PROXY: '%',
      PETVET_BASE_URL: 'http://127.0.0.1/v1',
      HOME: 'home',
    };
    const text = 'cannot read http://127.0.0.1/v1 at home';
    expect(createRedaction(cwd, environment)(text)).toBe(text);
  });
});
