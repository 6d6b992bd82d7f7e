import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { curlLine, requestFiles } from './curl.ts';
import { isPrintable } from '../text/printable.ts';
import { anExchange, bytes } from './report.fixture.ts';

const BASE = 'http://127.0.0.1:8080/v1';

const SERVICE = { baseUrl: BASE, target: 'unnamed' };

const KEYS = { PETVET_API_KEY: 'k"1 $x', PETVET_SECOND_API_KEY: 'k2' };

/** Runs a line in a real shell, with a curl that only tells what it was given. */
function ran(line: string): { args: string[]; stdin: Buffer } {
  const curl = String.raw`curl() { printf '%s\0' "$@"; for a; do [ "$a" = @- ] && { printf 'STDIN\0'; cat; }; done; return 0; }`;
  const output = execFileSync('/bin/sh', ['-c', `${curl}\n${line}\n`], {
    env: KEYS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const mark = output.indexOf('\0STDIN\0');
  const told = mark < 0 ? output : output.subarray(0, mark + 1);
  return {
    args: told.toString('latin1').split('\0').slice(0, -1),
    stdin: mark < 0 ? Buffer.alloc(0) : output.subarray(mark + 7),
  };
}

function argsOf(request: Partial<Exchange['request']>): string[] {
  return ran(curlLine(anExchange({ request }), SERVICE)).args;
}

function after(args: readonly string[], flag: string): string[] {
  return args.filter((_, index) => args[index - 1] === flag);
}

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('curlLine', () => {
  it('is a line to copy, with the key as a variable', () => {
    expect(curlLine(anExchange(), SERVICE)).toBe(
      `curl -sS -i -X GET -H 'Authorization: Bearer '"$PETVET_API_KEY" -H 'Accept: application/json' 'http://127.0.0.1:8080/v1/pets?limit=5'`,
    );
  });

  it.each([
    ['staging', 'PETVET_STAGING_API_KEY'],
    ['staging-eu', 'PETVET_STAGING_EU_API_KEY'],
    ['reference', 'PETVET_REFERENCE_API_KEY'],
    ['unnamed', 'PETVET_API_KEY'],
    // A name that only a report has may be anything.
    ['x"; rm -rf "$HOME', 'PETVET_API_KEY'],
  ])('names the variable of the target %s', (target, variable) => {
    expect(curlLine(anExchange(), { ...SERVICE, target })).toContain(`'Authorization: Bearer '"$${variable}" `);
    const request = { headers: [['Authorization', 'Bearer {second}']] as const };
    expect(curlLine(anExchange({ request }), { ...SERVICE, target })).toContain(
      `"$${variable.replace('API_KEY', 'SECOND_API_KEY')}"`,
    );
  });

  it('sends what was sent, and nothing that curl would add', () => {
    expect(argsOf({})).toEqual([
      '-sS',
      '-i',
      '-X',
      'GET',
      '-H',
      'Authorization: Bearer k"1 $x',
      '-H',
      'Accept: application/json',
      `${BASE}/pets?limit=5`,
    ]);
    expect(argsOf({ method: 'POST', headers: [], body: bytes('{}') })).toEqual(
      expect.arrayContaining(['Accept:', 'Content-Type:']),
    );
  });

  it('sends a body in chunks, which HTTP/1.1 alone has, and headers twice', () => {
    const headers = [
      ['X-A', '1'],
      ['X-A', '2'],
      ['transfer-encoding', 'chunked'],
    ] as const;
    const args = argsOf({ method: 'POST', headers, body: bytes('{}') });
    expect(after(args, '-H')).toEqual(expect.arrayContaining(['X-A: 1', 'X-A: 2', 'transfer-encoding: chunked']));
    expect(args).toContain('--http1.1');
    expect(argsOf({ method: 'POST', body: bytes('{}') })).not.toContain('--http1.1');
  });

  it("names the second caller's key by its own variable", () => {
    expect(argsOf({ headers: [['Authorization', 'Bearer {second}']] })).toContain('Authorization: Bearer k2');
  });

  it('says what an altered key has to be', () => {
    const line = curlLine(
      anExchange({ request: { headers: [['Authorization', 'Bearer {primary:truncated}']] } }),
      SERVICE,
    );
    expect(line).toMatch(/ # \{primary:truncated\} stands for the key, truncated$/);
    expect(ran(line).args).toContain('Authorization: Bearer {primary:truncated}');
  });

  it.each([
    ['/pets/../pets', '--path-as-is'],
    ['/pets/%2e%2E/x', '--path-as-is'],
    ['/pets?limit[]=5', '--globoff'],
    ['/pets?x={a,b}', '--globoff'],
  ])('sends %s with %s', (target, flag) => {
    const args = argsOf({ target });
    expect(args).toContain(flag);
    expect(args.at(-1)).toBe(BASE + target);
  });

  it.each(['/pets#x', '/pets?name=a b', '/pets/é', '/pets/\u0001', '?x'])(
    'sends %j as the request target',
    (target) => {
      const args = argsOf({ target });
      expect(after(args, '--request-target')).toEqual([`/v1${target}`]);
      expect(args.at(-1)).toBe(BASE);
    },
  );

  it.each([
    ['HEAD', ['--head']],
    ['POST', ['-X', 'POST']],
    ["GE'T", ['-X', "GE'T"]],
  ])('uses the method %s', (method, expected) => {
    expect(argsOf({ method }).slice(2, 2 + expected.length)).toEqual(expected);
  });

  it('sends an empty header, which curl would take for a wish to send none', () => {
    expect(argsOf({ headers: [['X-Empty', '']] })).toContain('X-Empty;');
  });

  it('never lets a header name or a base address become an option or a file', () => {
    const line = curlLine(anExchange({ request: { headers: [['@/etc/passwd', 'x']] } }), {
      ...SERVICE,
      baseUrl: '-K/etc/passwd',
    });
    const { args } = ran(line);
    expect(args.join(' ')).not.toContain('@/etc');
    expect(after(args, '--url')).toEqual(['-K/etc/passwd/pets?limit=5']);
    expect(line).toContain('1 headers omitted: curl cannot send their names');
  });

  it.each(['{"name": "it\'s $HOME `id` \\ !"}', '{"name": "犬 🐶"}', '@file', '-x', ''])(
    'sends the body %j',
    (text) => {
      expect(after(argsOf({ method: 'POST', body: bytes(text) }), '--data-raw')).toEqual([latin1(text)]);
    },
  );

  it('sends a binary body through printf', () => {
    const body = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);
    const { args, stdin } = ran(curlLine(anExchange({ request: { method: 'POST', body: bytes(body) } }), SERVICE));
    expect(after(args, '--data-binary')).toEqual(['@-']);
    expect([...stdin]).toEqual([...body]);
  });

  it.each([
    [{ body: bytes('x'.repeat(1_000_000)) }, 'put the body of 1000000 bytes into the file body.bin'],
    [{ target: `/pets?q=${'x'.repeat(1e5)}` }, 'the request target has 100008 characters'],
    [{ headers: [['X-Long', 'x'.repeat(1e5)] as const] }, 'X-Long has 100000 characters'],
    [{ headers: Array.from({ length: 500 }, (_, index) => [`X-${index}`, 'y'] as const) }, 'there are 500 headers'],
    [{ body: { kind: 'not-recorded' } as const }, 'a body, if there was one, was not recorded'],
    [{ body: { kind: 'truncated', bytes: new Uint8Array(3), why: 'cut' } as const }, 'part of the body was recorded'],
  ])('stays short and says so (%#)', (request, note) => {
    const line = curlLine(anExchange({ request }), SERVICE);
    expect(line.length).toBeLessThan(6_000);
    expect(line.slice(line.indexOf('  # '))).toContain(note);
    expect(ran(line).args.slice(0, 2)).toEqual(['-sS', '-i']);
  });

  it('is whole where the report has a folder, by files that it names', () => {
    const request = {
      method: 'POST',
      target: `/pets?q=${'x'.repeat(3_000)}`,
      headers: [
        ['X-Long', 'y'.repeat(3_000)] as const,
        ['Authorization', `Bearer ${'z'.repeat(2_000)}{primary}`] as const,
      ],
      body: bytes('b'.repeat(50_000)),
    };
    const exchange = anExchange({ request });
    const line = curlLine(exchange, SERVICE, 'reports/staging/one');
    expect(line).not.toContain('  # ');
    const { args } = ran(line);
    expect(args).toEqual(
      expect.arrayContaining([
        '@reports/staging/one/requests/1-headers.txt',
        '@reports/staging/one/requests/1-body.bin',
        'reports/staging/one/requests/1-target.txt',
        `Authorization: Bearer ${'z'.repeat(2_000)}k"1 $x`,
      ]),
    );
    expect(requestFiles(exchange, SERVICE).map(({ name, bytes: { length } }) => [name, length])).toEqual([
      ['1-body.bin', 50_000],
      ['1-headers.txt', 3_009],
      ['1-target.txt', BASE.length + 3_017],
    ]);
    expect(requestFiles(anExchange(), SERVICE)).toEqual([]);
  });

  it('unpacks a body that is kept packed', () => {
    const exchange = anExchange({ request: { method: 'POST', body: bytes('b'.repeat(1_000_000)) } });
    const line = curlLine(exchange, SERVICE, 'reports/staging/one');
    expect(line).toMatch(/^gzip -dc 'reports\/staging\/one\/requests\/1-body\.bin\.gz' \| curl .* --data-binary @-/);
    expect(requestFiles(exchange, SERVICE).map(({ name }) => name)).toEqual(['1-body.bin.gz']);
  });

  it.each(['toString', 'constructor', '__proto__'])('takes the body %s for nothing but text', (text) => {
    const { args } = ran(curlLine(anExchange({ request: { method: 'POST', body: bytes(text) } }), SERVICE));
    expect(after(args, '--data-raw')).toEqual([text]);
  });

  it('survives a real shell, whatever was sent', () => {
    const byte = fc.integer({ min: 1, max: 0xff }).filter((code) => code !== 0x0a && code !== 0x0d);
    const wire = fc.array(byte, { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));
    const target = fc.oneof(wire, fc.webPath()).map((path) => `/pets/${path}`);
    const header = wire.filter((value) => value.trim() !== '' && !/[{}]/.test(value));
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
    );
    const survives = fc.property(target, header, body, (path, value, sent) => {
      const request = { method: 'POST', target: path, headers: [['X-Odd', value] as const], body: bytes(sent) };
      const line = curlLine(anExchange({ request }), SERVICE);
      const { args, stdin } = ran(line);
      const raw = after(args, '--data-raw');
      return (
        isPrintable(line) &&
        after(args, '-H').includes(`X-Odd: ${value}`) &&
        (args.at(-1) === BASE + path || after(args, '--request-target')[0] === `/v1${path}`) &&
        (raw.length > 0 ? Buffer.from(raw[0] ?? '', 'latin1') : stdin).equals(Buffer.from(sent))
      );
    });
    expect(fc.check(survives, { numRuns: 100 })).toMatchObject({ failed: false });
  });
});
