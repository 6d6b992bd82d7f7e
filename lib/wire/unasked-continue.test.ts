import { describe, expect, it } from 'vitest';
import { aTarget, aWire, bodyText, rawServer } from './wire.fixture.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const PET = 'HTTP/1.1 201 Created\r\nContent-Length: 8\r\n\r\n{"id":7}';
const CREATION = { method: 'POST', target: '/pets', headers: [], body: '{}' } as const;

/** Each piece comes by itself. */
async function answeredIn(...pieces: readonly string[]) {
  const port = await rawServer((socket) => {
    socket.setNoDelay();
    const next = (index: number) => {
      const piece = pieces[index];
      if (piece === undefined) return;
      socket.write(piece);
      setTimeout(next, 20, index + 1);
    };
    next(0);
  });
  return aWire(aTarget(port));
}

describe('100 Continue that nobody asked for', () => {
  it.each([
    ['with the response', [`${CONTINUE}${PET}`]],
    ['before the response', [CONTINUE, PET]],
    ['in pieces', ['HTT', 'P/1.1 10', '0 Continue\r\n', '\r', `\n${PET.slice(0, 4)}`, PET.slice(4)]],
    ['more than once', [`${CONTINUE}${CONTINUE}`, `${CONTINUE}${PET}`]],
    ['with headers', [`HTTP/1.1 100 Continue\r\nServer: edge\r\n\r\n${PET}`]],
    ['without words', [`HTTP/1.1 100 \r\n\r\n${PET}`]],
    ['after another interim response', [`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${CONTINUE}`, PET]],
    ['before another interim response', [`${CONTINUE}HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${PET}`]],
  ])('is passed over %s', async (_case, pieces) => {
    const wire = await answeredIn(...pieces);
    for (let round = 0; round < 2; round++) {
      const exchange = await wire.send(CREATION, 'p');
      expect(exchange).toMatchObject({ answer: { status: 201 } });
      expect(bodyText(exchange)).toBe('{"id":7}');
    }
  });

  it('is left alone within a body', async () => {
    const body = `${CONTINUE}${CONTINUE}`;
    const wire = await answeredIn(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, body);
    expect(bodyText(await wire.get())).toBe(body);
  });

  it('ends the exchange when there is no end of it', async () => {
    const wire = await answeredIn(CONTINUE.repeat(1_000));
    expect(await wire.send(CREATION, 'p')).toMatchObject({ failure: { kind: 'other' } });
  });
});
