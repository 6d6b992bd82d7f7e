import { describe, expect, it } from 'vitest';
import type { Breakage, Side } from './tee-messages.ts';
import { Pairing, type RawExchange } from './tee-pairing.ts';

const GET = 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
const LAST = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]';
const RESET: Breakage = { kind: 'reset', says: 'ECONNRESET' };
const REFUSED: Breakage = { kind: 'refused', says: 'ECONNREFUSED' };

type Step = readonly [Side, string] | readonly [Side, 'end', Breakage | undefined];

/** What a connection comes to on which this happens, a millisecond apart. */
function exchangesOf(steps: readonly Step[], mostOfBody = 1_000): { exchanges: RawExchange[]; pairing: Pairing } {
  const exchanges: RawExchange[] = [];
  let requests = 0;
  const pairing = new Pairing({ mostOfBody, nextId: () => ++requests, onExchange: (one) => exchanges.push(one) });
  for (const [at, [side, text, broken]] of steps.entries()) {
    if (text === 'end') pairing.end(side, at, broken);
    else pairing.read(side, Buffer.from(text, 'latin1'), at);
  }
  return { exchanges, pairing };
}

const outcomes = (steps: readonly Step[]) =>
  exchangesOf(steps).exchanges.map(({ answer, failure }) => failure?.kind ?? answer?.body.kind);

describe('a response that does not come', () => {
  it.each<[string, Breakage | undefined]>([
    ['closed', undefined],
    ['reset', RESET],
  ])('is the failure of a service that %s a new connection after the whole request', (_how, broken) => {
    expect(
      outcomes([
        ['client', GET],
        ['service', 'end', broken],
      ]),
    ).toEqual(['reset']);
  });

  it("is nobody's failure on a connection that was in use before: it may have been closed while idle", () => {
    const steps: Step[] = [
      ['client', GET],
      ['service', OK],
      ['client', GET],
      ['service', 'end', undefined],
    ];
    expect(outcomes(steps)).toEqual(['bytes', 'interrupted']);
  });

  it("is nobody's failure after a response that was the last by its own words", () => {
    const steps: Step[] = [
      ['client', GET + GET + GET],
      ['service', LAST],
      ['service', 'end', RESET],
    ];
    expect(outcomes(steps)).toEqual(['bytes', 'interrupted', 'interrupted']);
  });

  it("is the service's failure only for the first of several requests that were sent at once", () => {
    expect(
      outcomes([
        ['client', GET + GET],
        ['service', 'end', undefined],
      ]),
    ).toEqual(['reset', 'interrupted']);
  });

  it.each<[string, Breakage | undefined]>([
    ['ended its side', undefined],
    ['reset the connection', { kind: 'interrupted', says: 'the client closed the connection' }],
  ])("is not the service's failure where the client %s", (_how, broken) => {
    const steps: Step[] = [
      ['client', GET],
      ['client', 'end', broken],
      ['service', 'end', RESET],
    ];
    expect(outcomes(steps)).toEqual(['interrupted']);
  });

  it("is not the service's failure where the request was not whole", () => {
    expect(
      outcomes([
        ['client', `${POST}ab`],
        ['service', 'end', RESET],
      ]),
    ).toEqual(['interrupted']);
    const [exchange] = exchangesOf([
      ['client', `${POST}ab`],
      ['service', 'end', RESET],
    ]).exchanges;
    expect(exchange?.request.body).toMatchObject({ kind: 'truncated', bytes: new Uint8Array([97, 98]) });
  });

  it('says that there was no connection where there was none', () => {
    expect(
      outcomes([
        ['client', GET],
        ['service', 'end', REFUSED],
      ]),
    ).toEqual(['refused']);
  });
});

describe('a response that breaks off', () => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n[{"id"';

  it.each([undefined, RESET])("is the service's doing where it went first (%j)", (broken) => {
    const [exchange] = exchangesOf([
      ['client', GET],
      ['service', half],
      ['service', 'end', broken],
    ]).exchanges;
    expect(exchange?.answer?.body).toMatchObject({ kind: 'truncated', by: 'reset' });
    expect(exchange?.failure).toBeUndefined();
  });

  it("is nobody's where the client went first", () => {
    const steps: Step[] = [
      ['client', GET],
      ['service', half],
      ['client', 'end', undefined],
      ['service', 'end', RESET],
    ];
    const [exchange] = exchangesOf(steps).exchanges;
    expect(exchange?.answer?.body).toMatchObject({ kind: 'truncated' });
    expect(exchange?.answer?.body).not.toHaveProperty('by');
  });
});

describe('a body without a length', () => {
  const open = 'HTTP/1.1 200 OK\r\n\r\n[1,';

  it('is complete when the service closes', () => {
    const steps: Step[] = [
      ['client', GET],
      ['service', open],
      ['service', '2]'],
      ['service', 'end', undefined],
    ];
    const [exchange] = exchangesOf(steps).exchanges;
    expect(exchange?.answer?.body).toEqual({ kind: 'bytes', bytes: new Uint8Array(Buffer.from('[1,2]')) });
  });

  it('is not when the service resets', () => {
    const [exchange] = exchangesOf([
      ['client', GET],
      ['service', open],
      ['service', 'end', RESET],
    ]).exchanges;
    expect(exchange?.answer?.body).toMatchObject({ kind: 'truncated', by: 'reset' });
  });
});

describe('an exchange', () => {
  it('begins with the first byte of its request, and ends with the last of its response', () => {
    const steps: Step[] = [
      ['client', GET.slice(0, 5)],
      ['client', GET.slice(5)],
      ['service', OK.slice(0, 10)],
      ['service', OK.slice(10, -1)],
      ['service', OK.slice(-1)],
    ];
    expect(exchangesOf(steps).exchanges[0]?.times).toEqual({ startedAt: 0, answeredAt: 3, endedAt: 4 });
  });

  it('has a number by the order of sending', () => {
    const { exchanges } = exchangesOf([
      ['client', GET + GET],
      ['service', OK + OK],
    ]);
    expect(exchanges.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('waits for the end of a request whose response came early', () => {
    const early: Step[] = [
      ['client', `${POST}ab`],
      ['service', OK],
    ];
    expect(exchangesOf(early).exchanges).toEqual([]);
    const [whole] = exchangesOf([...early, ['client', 'cd']]).exchanges;
    expect(whole).toMatchObject({ request: { body: { kind: 'bytes' } }, times: { endedAt: 1 } });
    const [part] = exchangesOf([...early, ['service', 'end', undefined]]).exchanges;
    expect(part).toMatchObject({ request: { body: { kind: 'truncated' } }, answer: { body: { kind: 'bytes' } } });
  });

  it('may have empty lines before it', () => {
    const { exchanges, pairing } = exchangesOf([
      ['client', `\r\n\r\n${GET}`],
      ['service', OK],
      ['client', '\r\n'],
    ]);
    expect(exchanges).toHaveLength(1);
    expect(pairing.held).toBe(0);
  });

  it('keeps the beginning of a long body only, and holds nothing when it is over', () => {
    const long: Step[] = [
      ['client', GET],
      ['service', `HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n${'x'.repeat(8_000)}`],
    ];
    const { pairing } = exchangesOf(long, 10);
    expect(pairing.held).toBeLessThan(200);
    const ended = exchangesOf([...long, ['service', 'x'.repeat(1_000)]], 10);
    expect(ended.exchanges[0]?.answer?.body).toMatchObject({ kind: 'truncated', bytes: new Uint8Array(10).fill(120) });
    expect(ended.exchanges[0]?.answer?.body).not.toHaveProperty('by');
    expect(ended.pairing.held).toBe(0);
  });
});

const request = (lines: string) => () => exchangesOf([['client', `POST /v1/pets HTTP/1.1\r\n${lines}\r\n\r\n`]]);
const response = (text: string) => () =>
  exchangesOf([
    ['client', GET],
    ['service', text],
  ]);

describe('what is read differently by different readers is not read:', () => {
  it.each([
    ['two lengths', request('Content-Length: 4\r\nContent-Length: 5')],
    ['one length twice', request('Content-Length: 4, 4')],
    ['a signed length', request('Content-Length: +4')],
    ['a length that no number holds', request('Content-Length: 99999999999999999999')],
    ['a length and chunks', request('Content-Length: 4\r\nTransfer-Encoding: chunked')],
    ['another transfer coding', request('Transfer-Encoding: gzip, chunked')],
    ['chunked twice', request('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked')],
    ['a folded header', request('A: b\r\n c')],
    ['a blank before the colon', request('A : b')],
    ['a NUL in a header', request('A: b\0c')],
    ['a header without a colon', request('A')],
    ['a lone line feed', request('A: b\nC: d')],
    ['a lone carriage return', request('A: b\rC: d')],
    ['a very long head', request(`A: ${'b'.repeat(200_000)}`)],
    ['a size of a chunk that is none', request('Transfer-Encoding: chunked\r\n\r\n5x')],
    ['a blank in the target', () => exchangesOf([['client', 'GET /v1/pets x HTTP/1.1\r\n\r\n']])],
    ['HTTP/2', () => exchangesOf([['client', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']])],
    ['TLS', () => exchangesOf([['client', '\u0016\u0003\u0001\u0002\u0000\u0001\n']])],
    ['chunks of HTTP/1.0', response('HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')],
    ['no status', response('HTTP/1.1 OK\r\n\r\n')],
    ['an empty line before a status', response(`\r\n${OK}`)],
    ['a body where none may be', response('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n[]\r\n\r\n')],
    ['a response to nothing', () => exchangesOf([['service', OK]])],
    [
      'a response to a request whose body is missing',
      () =>
        exchangesOf([
          ['client', POST],
          ['service', OK + OK],
        ]),
    ],
  ])('%s', (_what, read) => {
    expect(read).toThrow(expect.objectContaining({ reason: 'unreadable' }));
  });

  it.each([
    ['101', response('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n')],
    [
      'a tunnel',
      () =>
        exchangesOf([
          ['client', 'CONNECT a:1 HTTP/1.1\r\n\r\n'],
          ['service', 'HTTP/1.1 200 OK\r\n\r\n'],
        ]),
    ],
  ])('HTTP ends with %s', (_what, read) => {
    expect(read).toThrow(expect.objectContaining({ reason: 'upgraded' }));
  });

  it('more requests without a response than a client sends', () => {
    expect(() => exchangesOf([['client', GET.repeat(2_000)]])).toThrow(expect.objectContaining({ reason: 'memory' }));
  });
});
