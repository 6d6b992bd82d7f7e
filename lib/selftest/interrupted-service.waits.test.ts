import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { embeddedRun } from './embedded-run.fixture.ts';
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

/** What cannot reach the service at this port while the trouble lasts. */
function troubled(port: number, { from, lasts, meet }: Trouble): RequestListener {
  const pass = proxyTo(port);
  let requests = 0;
  let until = 0;
  return (request, response) => {
    requests++;
    if (requests === from) until = Date.now() + lasts;
    if (requests !== from && Date.now() >= until) pass(request, response);
    else request.resume().on('end', () => meet(response));
  };
}

/** A check of a conforming service behind such a gateway: its outcome, and what is said that a plain run does not say. */
async function checked(trouble: Trouble) {
  await using run = await embeddedRun({}, { front: (port) => troubled(port, trouble) });
  const { outcome, rows } = run.ledger;
  const inDoubt = rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  const told = rows.find(({ id }) => id === 'ERR-3')?.findings ?? [];
  return { outcome, inDoubt: inDoubt.map(({ says }) => says), told: told.map(({ says }) => says) };
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
      expect.stringMatching(
        /^(?:\d+ requests met .* in a period of \d+\.\d s|one request met .*), and the service responded again afterwards$/,
      ),
    ]);
  });
});
