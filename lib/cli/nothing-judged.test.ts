import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { service } from '../selftest/loopback-service.ts';
import { folder, type Ended } from '../selftest/petvet-process.fixture.ts';
import { typed } from '../selftest/typed.fixture.ts';

const PATIENCE = 60_000;

async function check(...flags: readonly string[]): Promise<Ended> {
  await using place = await folder();
  return await typed(['check', '--report', join(place.path, 'report'), ...flags], place.path);
}

describe('petvet check that could judge nothing ends with 2 and what to do', { timeout: PATIENCE }, () => {
  it.each([
    ['no request at all', ['--max-requests', '0'], /a whole number of 1 or more/],
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
      /CLIENT-1, CLIENT-2, CLIENT-3 and 3 more \(judged on clients, not on services\)/,
    ],
    ['the daily limit', ['--rule', 'RATE-11'], /RATE-11 \(judged by `petvet load daily`\)/],
    [
      'a probe that is not there',
      ['--rule', 'LIST-2', '--seed', '1', '--replay', 'no such probe@0'],
      /there is no probe "no such probe"\n {2}copy/,
    ],
    [
      'a probe with another ending',
      ['--rule', 'LIST-2', '--seed', '1', '--replay', 'list/page-size@0'],
      /did you mean list\/page-sizes\?/,
    ],
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
      err: expect.stringMatching(
        /petvet: every request with the key got 404 at http:\S+\n {2}is the base address right\?/,
      ),
    });
    expect(out).toMatch(/^Report: report/m);
  });

  it('says why of the others where some rules can be judged, and judges these', async () => {
    const { status, out } = await check('--rule', 'LIST-2,CREATE-1', '--no-writes');
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/writes are off[^\n]*: CREATE-1\n/) });
  });

  it('judges the configuration without sending anything', async () => {
    expect(await check('--rule', 'VER-1')).toMatchObject({ status: 0 });
  });
});
