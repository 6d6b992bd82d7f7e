import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../run/embedded.ts';
import { check } from '../run/check.ts';
import { selectRules } from '../run/selection.ts';
import { SILENT } from '../run/silent-watcher.ts';
import { httpServer } from '../wire/wire.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { proxyTo } from './proxy.fixture.ts';

/** A gateway in front of a conforming service, which cannot reach it for a while. */
interface Trouble {
  /** The number of the request with which it begins. */
  readonly from: number;
  /** In milliseconds; for that request alone when 0. */
  readonly lasts: number;
  readonly meet: (response: ServerResponse) => void;
}

const badGateway = (response: ServerResponse) =>
  response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');

const closed = (response: ServerResponse) => response.destroy();

/** A check of a conforming service behind such a gateway: its outcome, and what is said that a plain run does not say. */
async function checked({ from, lasts, meet }: Trouble) {
  const embedded = await startEmbedded();
  const pass = proxyTo(Number(new URL(embedded.target.baseUrl).port));
  let requests = 0;
  let until = 0;
  const gateway: RequestListener = (request, response) => {
    requests++;
    if (requests === from) until = Date.now() + lasts;
    if (requests !== from && Date.now() >= until) pass(request, response);
    else request.resume().on('end', () => meet(response));
  };
  await using place = await folder();
  try {
    const baseUrl = `http://127.0.0.1:${await httpServer(gateway)}/v1`;
    const { ledger } = await check(
      {
        target: { ...embedded.target, baseUrl },
        asOf: '2026-11-21',
        selection: selectRules([], []),
        seed: 1,
        useUp: 'never',
        smoke: false,
        directory: place.path,
      },
      SILENT,
      new AbortController().signal,
    );
    const inDoubt = ledger.rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
    const told = ledger.rows.find(({ id }) => id === 'ERR-3')?.findings ?? [];
    return { outcome: ledger.outcome, inDoubt: inDoubt.map(({ says }) => says), told: told.map(({ says }) => says) };
  } finally {
    await embedded.close();
  }
}

describe('a conforming service behind a gateway', () => {
  it.for([
    ['one 502, to the first request', { from: 1, lasts: 0, meet: badGateway }],
    ['one 502, to a creation', { from: 2, lasts: 0, meet: badGateway }],
    ['one 502, to a wrong creation', { from: 14, lasts: 0, meet: badGateway }],
    ['one closed connection', { from: 6, lasts: 0, meet: closed }],
    ['1.2 s of 502', { from: 9, lasts: 1_200, meet: badGateway }],
    ['2 s of 502, later on', { from: 64, lasts: 2_000, meet: badGateway }],
    ['1.5 s of closed connections', { from: 30, lasts: 1_500, meet: closed }],
  ] as const)('that gives %s violates nothing, and the report says so', async ([, trouble]) => {
    const { outcome, inDoubt, told } = await checked(trouble);
    expect(outcome).not.toBe('violating');
    expect(inDoubt).toEqual([]);
    expect(told).toEqual([
      expect.stringMatching(/^an interruption of at least \d\.\d s: .* and the service answered again$/),
    ]);
  });
});
