import { request as pass, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
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
  const passOn = proxyTo(port);
  let requests = 0;
  let until = 0;
  return (request, response) => {
    requests++;
    if (requests === from) until = Date.now() + lasts;
    if (requests !== from && Date.now() >= until) passOn(request, response);
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

/** What passes everything to the service at this port, and of its responses the heads alone as they are. */
function garbling(port: number, garble: (response: ServerResponse, body: Buffer) => void): RequestListener {
  return (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const passed = pass({ port, method, path, headers }, (answer) => void answered(answer, outgoing));
    incoming.pipe(passed);
  };
  async function answered(answer: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(answer);
    for (const [name, value = ''] of Object.entries(answer.headers)) outgoing.setHeader(name, value);
    outgoing.statusCode = answer.statusCode ?? 502;
    if (body.length === 0) outgoing.end();
    else garble(outgoing, body);
  }
}

describe('a conforming service behind a gateway that lets no body through', () => {
  it.for<[string, (response: ServerResponse, body: Buffer) => void]>([
    [
      'but breaks each off',
      (response, body) => {
        response.setHeader('Content-Length', body.length + 1);
        response.write(body.subarray(0, body.length / 2), () => response.destroy());
      },
    ],
    [
      'but encodes each in its own way',
      (response, body) => response.setHeader('Content-Encoding', 'x-own').end(body.map((byte) => byte ^ 0xa5)),
    ],
  ])('%s cannot be judged', async ([, garble]) => {
    await using run = await embeddedRun({}, { front: (port) => garbling(port, garble) });
    expect(run.ledger.outcome).toBe('aborted');
    expect(run.run.aborted).toMatch(/^\d+ of \d+ response bodies cannot be read: /);
    expect(run.run.sent).toBeLessThan(40);
  });
});
