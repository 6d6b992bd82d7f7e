import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { service } from '../../end-to-end/loopback-service.ts';
import { folder, type Ended } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

const PATIENCE = 60_000;

async function check(...flags: readonly string[]): Promise<Ended> {
  await using place = await folder();
  return await typed(['check', '--report', join(place.path, 'report'), ...flags], place.path);
}

describe('petvet check that could judge nothing ends with 2 and what to do', { timeout: PATIENCE }, () => {
  it.each([
    ['no request at all', ['--max-requests', '0'], /a whole number from 1 to 1000000/],
    [
      'a rule of creations without writes',
      ['--rule', 'CREATE-1,CREATE-5', '--no-writes'],
      /CREATE-1, CREATE-5 \(writes are off; --writes/,
    ],
    [
      'refusals without the burst',
      ['--rule', 'RATE-7', '--no-burn'],
      /RATE-7 \(the rate limit is not used up \(--no-burn\)\)/,
    ],
    [
      'a rule that is not in force',
      ['--rule', 'GET-4', '--as-of', '2026-11-21'],
      /GET-4 \(getPet is removed on 5 December 2030\)/,
    ],
    [
      'a rule for clients',
      ['--rule', 'CLIENT'],
      /CLIENT-1, CLIENT-2, CLIENT-3 and 3 more \(judged by `petvet client`\)/,
    ],
    ['the daily limit', ['--rule', 'RATE-11'], /RATE-11 \(judged by `petvet load daily`\)/],
    [
      'a rule that the run did not get to',
      ['--rule', 'LIST-12', '--smoke'],
      /nothing was judged: LIST-12 \(no response was received; a smoke run sent 0 of at most 10 requests/,
    ],
  ])('%s', async (_what, flags, says) => {
    const { status, err } = await check(...flags);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(says) });
    expect(err).not.toMatch(/petvet itself failed|\n\s+at /);
  });

  it.each([401, 404])('an address without pets (%i without a key)', async (withoutKey) => {
    await using elsewhere = await service((request, response) => {
      response.writeHead(request.headers.authorization === undefined ? withoutKey : 404, {
        'Content-Type': 'text/html',
      });
      response.end('<p>Not here</p>');
    });
    await using place = await folder();
    const { status, out, err } = await typed(
      ['check', '--base-url', elsewhere.baseUrl, '--smoke', '--report', join(place.path, 'report')],
      place.path,
      { PETVET_API_KEY: 'a-key-of-somebody' },
    );
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/petvet: .*every request with the key got 404.*\n {2}is the base address right\?/),
    });
    expect(out).not.toContain('Violations');
  });

  it.each([
    ['404', 404, 'application/json', '{"error":"no route"}'],
    ['a page of HTML', 200, 'text/html', '<!doctype html><p>Welcome</p>'],
  ])('an address where everything is %s, after a few requests', async (_, code, type, body) => {
    let requests = 0;
    await using elsewhere = await service((_request, response) => {
      requests++;
      response.writeHead(code, { 'Content-Type': type }).end(body);
    });
    await using place = await folder();
    const { status, out, err } = await typed(
      ['check', '--base-url', elsewhere.baseUrl, '--report', join(place.path, 'report')],
      place.path,
      { PETVET_API_KEY: 'a-key-of-somebody' },
    );
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(
      /petvet: the pet adoption interface is not at http:\S+: every request .*\n {2}is the base address right/,
    );
    expect(requests).toBeLessThan(30);
  });

  it('an address where everything is redirected, with the place, and the key goes nowhere', async () => {
    const asked: (string | undefined)[] = [];
    await using beyond = await service(({ url }, response) => {
      asked.push(url);
      response.writeHead(200).end('[]');
    });
    await using elsewhere = await service(({ url = '' }, response) =>
      response.writeHead(308, { Location: `${beyond.baseUrl}${url.replace('/v1', '')}` }).end(),
    );
    await using place = await folder();
    const { status, out, err } = await typed(
      ['check', '--base-url', elsewhere.baseUrl, '--report', join(place.path, 'report')],
      place.path,
      { PETVET_API_KEY: 'a-key-of-somebody' },
    );
    expect({ status, out, asked }).toEqual({ status: 2, out: '', asked: [] });
    expect(err).toContain(`was redirected, the first to ${beyond.baseUrl}/pets`);
    expect(err).toContain('make its address the base address');
  });

  it.each([
    ['creations', 'POST'],
    ['lists', 'GET'],
  ])('a service of which only the %s work is judged', async (_, working) => {
    await using partial = await service((request, response) => {
      const isWorking = request.method === working && (working === 'POST' || /\/pets(\?|$)/.test(request.url ?? ''));
      response.writeHead(isWorking ? 200 : 404, { 'Content-Type': 'application/json' }).end(isWorking ? '[]' : '{}');
    });
    await using place = await folder();
    const { status, out } = await typed(
      ['check', '--base-url', partial.baseUrl, '--no-burn', '--max-requests', '25', '--report', join(place.path, 'r')],
      place.path,
      { PETVET_API_KEY: 'a-key-of-somebody' },
    );
    expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining('Violations') });
  });

  it('says why of the others where some rules can be judged, and judges these', async () => {
    const { status, out } = await check('--rule', 'LIST-2,CREATE-1', '--no-writes');
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/writes are off[^\n]*: CREATE-1\n/) });
  });

  it('judges the configuration without sending anything', async () => {
    expect(await check('--rule', 'VER-1')).toMatchObject({ status: 0 });
  });
});
