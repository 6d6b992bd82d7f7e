import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { drawFreedoms } from '../../client/freedoms.ts';
import { addServe } from './flags.ts';

/** Runs `serve` with flags on a free port until `use` has spoken with it. */
async function serving(
  flags: readonly string[],
  use: (baseUrl: string, headers: Readonly<Record<string, string>>) => Promise<void>,
  keys: readonly string[] = ['--key', 'key-of-this-test'],
  printed: string[] = [],
): Promise<number> {
  const interrupt = new AbortController();
  const listening = Promise.withResolvers<string>();
  let status = -1;
  const terminal = {
    out: (text: string) => {
      printed.push(text);
      const baseUrl = /http:\S+\/v1/.exec(text)?.[0];
      if (baseUrl !== undefined) listening.resolve(baseUrl);
    },
    err: () => {},
    pass: () => {},
    colour: false,
    live: false,
    width: 80,
    cwd: '.',
    environment: {},
    today: '2026-11-21',
    interrupt: interrupt.signal,
  };
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addServe(program, terminal, (reached) => {
    status = reached;
  });
  for (const command of program.commands) command.copyInheritedSettings(program);
  const served = program.parseAsync(['serve', '--port', '0', ...keys, ...flags], { from: 'user' });
  try {
    await use(await Promise.race([listening.promise, served.then(() => '')]), {
      authorization: 'Bearer key-of-this-test',
    });
  } finally {
    interrupt.abort();
    await served;
  }
  return status;
}

describe('serve', () => {
  it('keeps the limiter and writes the Retry-After that it is told', async () => {
    const flags = ['--plan', 'free', '--limiter', 'token-bucket', '--retry-after', 'date'];
    const status = await serving(flags, async (baseUrl, headers) => {
      const answers = [];
      for (let sent = 0; sent < 70; sent++) answers.push(await fetch(`${baseUrl}/pets?limit=1`, { headers }));
      const [first] = answers;
      const date = Date.parse(first?.headers.get('date') ?? '') / 1_000;
      expect(Number(first?.headers.get('x-ratelimit-reset')) - date).toBeLessThanOrEqual(3);
      expect(answers.find((answer) => answer.status === 429)?.headers.get('retry-after')).toMatch(/ GMT$/);
    });
    expect(status).toBe(0);
  });

  it('accepts the keys of several plans, each with its limit', async () => {
    const place = mkdtempSync(join(tmpdir(), 'petvet-serve-'));
    const file = join(place, 'keys.yaml');
    writeFileSync(file, 'free: { key: a }\nenterprise: { key: b, perMinute: 77, second: { key: c } }');
    const limits: (string | null)[] = [];
    try {
      await serving(
        [],
        async (baseUrl) => {
          for (const key of ['a', 'b', 'c', 'd']) {
            const answer = await fetch(`${baseUrl}/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } });
            limits.push(answer.status === 200 ? answer.headers.get('x-ratelimit-limit') : null);
          }
        },
        ['--keys', file],
      );
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
    expect(limits).toEqual(['60', '77', '77', null]);
    await expect(serving(['--keys', file], async () => {})).rejects.toThrow(
      /'--keys <file>' cannot be used with option '--key <key>'/,
    );
  });

  it.each([
    ['--limiter', 'bucket'],
    ['--retry-after', 'soon'],
  ])('refuses %s %s', async (...flags) => {
    await expect(serving(flags, async () => {})).rejects.toThrow(/Allowed choices are/);
  });

  it.each([
    [['--port', '99999'], /a whole number from 0 to 65535/],
    [['--port', '-1'], /a whole number from 0 to 65535/],
    [['--pets', '999999999'], /a whole number from 0 to 100000/],
    [['--window', '0'], /a whole number from 1 to 86400/],
    [['--window', '1e99'], /a whole number from 1 to 86400/],
    [['--day', '-1'], /a whole number from 1 to 86400/],
    [['--seed', '1e999'], /a whole number/],
    [['--key', 'b c'], /^--key must be printable ASCII without spaces$/],
    [['--key', ''], /^--key must be printable ASCII without spaces$/],
    [['--key', 'key-of-this-test'], /^--key gives one key twice$/],
  ])('refuses %j', async (flags, says) => {
    await expect(serving(flags, async () => {})).rejects.toThrow(says);
  });

  it('says that its port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
    const address = taken.address();
    const port = typeof address === 'object' ? `${address?.port}` : '';
    await expect(serving(['--port', port], async () => {})).rejects.toThrow(`port ${port} is already in use`);
    taken.close();
  });

  it('starts with several defects and variants at once', async () => {
    const flags = ['--defect', 'limit-1-gives-2', '--defect', 'html-404', '--variant', 'token-bucket'];
    await serving([...flags, '--variant', 'realm-named', '--plan', 'free'], async (baseUrl, headers) => {
      const page = await fetch(`${baseUrl}/pets?limit=1`, { headers });
      expect(await page.json()).toHaveLength(2);
      const date = Date.parse(page.headers.get('date') ?? '') / 1_000;
      expect(Number(page.headers.get('x-ratelimit-reset')) - date).toBeLessThanOrEqual(3);
      const unknown = await fetch(`${baseUrl}/pets/999999999`, { headers });
      expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('<h1>Not Found</h1>')]);
      const anonymous = await fetch(`${baseUrl}/pets`);
      expect(anonymous.headers.get('www-authenticate')).toMatch(/realm=/);
    });
  });

  it('conforms in the ways that --grease draws, and says in which', async () => {
    const printed: string[] = [];
    const drawn = drawFreedoms(4);
    await serving(
      ['--grease', '4'],
      async (baseUrl, headers) => {
        const page = await fetch(`${baseUrl}/pets?limit=1`, { headers });
        expect(page.headers.get('transfer-encoding')).toBe('chunked');
      },
      undefined,
      printed,
    );
    expect(printed.slice(1)).toEqual(drawn.map(({ name, says }) => `${name}: ${says}`));
    const both = ['--grease', '4', '--variant', 'gzip'];
    await expect(serving(both, async () => {})).rejects.toThrow('--grease and --variant cannot both be given');
  });

  it.each([
    ['--plan', 'free'],
    ['--key', 'a'],
    ['--keys', 'keys.yaml'],
    ['--pets', '3'],
    ['--window', '5'],
    ['--day', '90'],
    ['--limiter', 'aligned'],
    ['--retry-after', 'date'],
    ['--seed', '2'],
    ['--defect', 'limit-1-gives-2'],
    ['--variant', 'gzip'],
    ['--grease', '4'],
    ['--list'],
  ])('has no sessions with %s', async (...flag) => {
    const served = serving(['--sessions', ...flag], async () => {}, []);
    await expect(served).rejects.toThrow(new RegExp(`option '--sessions' cannot be used with option '${flag[0]}\\b`));
  });

  it('leaves the limiter to the variant unless told', async () => {
    await serving(['--variant', 'token-bucket', '--plan', 'free'], async (baseUrl, headers) => {
      const answer = await fetch(`${baseUrl}/pets?limit=1`, { headers });
      const date = Date.parse(answer.headers.get('date') ?? '') / 1_000;
      expect(Number(answer.headers.get('x-ratelimit-reset')) - date).toBeLessThanOrEqual(3);
    });
  });
});
