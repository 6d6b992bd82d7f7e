import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { refuseReplacing } from '../cli/load/values.ts';
import { each, hex } from '../evidence/written-keys.fixture.ts';
import { withoutOwnSettings } from '../load/own-settings.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';

const KEY = 'q7Hx2VmZ9pLr4TnW8cKd';

/** Ways to write a key that a program could meet; each is searched for in all that is printed and written. */
const FORMS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  hex: (key) => each(key, hex),
  'hex with colons': (key) => each(key, hex, ':').toUpperCase(),
  'percent-encoded': (key) => each(key, (code) => `%${hex(code)}`),
  'percent-encoded twice': (key) => each(key, (code) => `%25${hex(code)}`),
  'escaped as in JSON': (key) => each(key, (code) => String.raw`\u00${hex(code)}`),
  'character references': (key) => each(key, (code) => `&#${code};`),
  base64: (key) => Buffer.from(key).toString('base64'),
  'base64 of a pair': (key) => Buffer.from(`user:${key}`).toString('base64'),
  'base64 of UTF-16': (key) => Buffer.from(key, 'utf16le').toString('base64'),
  'base64 of reversed': (key) => Buffer.from(Array.from(key).toReversed().join('')).toString('base64'),
  'split by blanks': (key) => Array.from(key).join(' '),
  'character codes': (key) => each(key, String, ','),
};

/** All texts that a run left: what it printed, and each file of its report, also unpacked. */
function textsOf(directory: string, printed: readonly string[]): string[] {
  const texts = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const text = bytes.toString('latin1');
      const packed = text.match(/H4sI[\w+/]+=*/g) ?? [];
      return [text, ...packed.map((run) => gunzipSync(Buffer.from(run, 'base64')).toString())];
    });
  return [...printed, ...texts];
}

const limits = () => ({
  'content-type': 'application/json',
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': '999',
  'x-ratelimit-reset': `${Math.ceil(Date.now() / 1_000) + 30}`,
});

describe('a service that repeats the key in many forms', () => {
  it.each([
    ['its body', (told: string) => ({ headers: {}, name: told })],
    [
      'its headers',
      (told: string) => ({ headers: { location: `/v1/pets?by=${told}`, 'x-caller': told }, name: 'Bello' }),
    ],
  ])('leaves none of them, from %s, in what is printed and written, and is warned', async (_place, tell) => {
    await using place = await folder();
    await using telltale = await service((request, response) => {
      const known = request.headers.authorization === `Bearer ${KEY}`;
      const told = known
        ? Object.values(FORMS)
            .map((form) => form(KEY))
            .join('; ')
        : 'none';
      const { headers, name } = tell(told);
      response.writeHead(known ? 200 : 401, { ...limits(), ...headers });
      const pet = { id: 1, name, categoryId: 7, status: 'available' };
      response.end(JSON.stringify(known ? [pet] : { code: 'unauthorized', message: name, status: 401 }));
    });
    const env = { PETVET_BASE_URL: telltale.baseUrl, PETVET_API_KEY: KEY, DEBUG: '*', PETVET_DEBUG: '1' };
    const { out, err } = await petvet(['check', '--smoke', '--report', 'out'], { cwd: place.path, env });
    const texts = textsOf(join(place.path, 'out'), [out, err]);
    for (const [form, write] of Object.entries(FORMS)) {
      const spelled = write(KEY).toLowerCase();
      expect(
        texts.filter((text) => text.toLowerCase().includes(spelled)),
        form,
      ).toEqual([]);
    }
    expect(out).toContain('repeats the API key');
  });
});

describe('switches that make programs talk', () => {
  it('DEBUG prints nothing of petvet and its libraries', async () => {
    await using place = await folder();
    await using quiet = await service((_request, response) => response.writeHead(200, limits()).end('[]'));
    const env = { PETVET_BASE_URL: quiet.baseUrl, PETVET_API_KEY: KEY, DEBUG: '*' };
    const { out, err } = await petvet(['check', '--smoke', '--report', 'out'], { cwd: place.path, env });
    expect(out).toContain('AUTH');
    expect(`${out}${err}`).not.toContain(KEY);
    expect(err).not.toContain('vite:');
  });

  it.each([{ NODE_DEBUG: '*' }, { NODE_DEBUG: 'http,undici' }, { NODE_DEBUG_NATIVE: 'HTTP2' }])(
    'Node is not let talk: %j is refused in one sentence',
    async (talk) => {
      await using place = await folder();
      const env = { PETVET_BASE_URL: 'http://127.0.0.1:9/v1', PETVET_API_KEY: KEY, ...talk };
      const { status, out, err } = await petvet(['check'], { cwd: place.path, env });
      expect(status).toBe(2);
      expect(err).toContain('petvet: NODE_DEBUG makes Node print');
      expect(`${out}${err}`).not.toContain(KEY);
    },
  );

  it('other programs get none of them', () => {
    const names = ['DEBUG', 'NODE_DEBUG', 'GODEBUG', 'SSLKEYLOGFILE', 'K6_HTTP_DEBUG', 'K6_LOG_OUTPUT'];
    const environment = { ...Object.fromEntries(names.map((name) => [name, '1'])), K6_OUT: 'json', PATH: '/bin' };
    expect(withoutOwnSettings(environment)).toEqual({ K6_OUT: 'json', PATH: '/bin' });
  });

  it.each([['--http-debug'], ['--http-debug=full'], ['--log-output=file=k6.log']])('k6 is not given %s', (option) => {
    expect(() => refuseReplacing(['--tag', 'a=b', option])).toThrow(/including the API key/);
  });
});

it('no process that a check starts has the key among its arguments', async () => {
  await using place = await folder();
  const seen: string[] = [];
  await using there = await service((_request, response) => {
    // Linux alone shows every process here; elsewhere there is nothing to look at.
    for (const pid of process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []) {
      try {
        seen.push(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
      } catch {
        // The process has ended meanwhile.
      }
    }
    response.writeHead(200, limits()).end('[]');
  });
  const env = { PETVET_BASE_URL: there.baseUrl, PETVET_API_KEY: KEY };
  await petvet(['check', '--smoke', '--report', 'out'], { cwd: place.path, env });
  expect(seen.some((line) => line.includes('petvet.cjs'))).toBe(process.platform === 'linux');
  expect(seen.filter((line) => line.includes(KEY))).toEqual([]);
});
