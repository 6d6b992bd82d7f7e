import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedService, type Ending } from './tee-conversation.fixture.ts';
import type { Body, Exchange } from '../evidence/exchange.ts';
import { inPieces, madeExchange, partsOf, type MadeExchange } from './tee-exchanges.fixture.ts';
import { aTee, eventually } from './tee.fixture.ts';

const ending: fc.Arbitrary<Ending> = fc.record({
  by: fc.constantFrom('client', 'service'),
  how: fc.constantFrom('end', 'reset'),
});
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
const LEAST_EXCHANGES = 1_000;

describe('no byte is changed:', () => {
  it('both sides get the same with the proxy between as without it, and each exchange is read as it was', async () => {
    const service = await scriptedService();
    const tee = await aTee(service.port);
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(madeExchange, { minLength: 3, maxLength: 12 }),
        fc.boolean(),
        cuts,
        ending,
        async (exchanges, pipelined, places, end) => {
          const parts = partsOf(exchanges, pipelined, places);
          const plain = await service.converse(service.port, parts, end);
          tee.observed.length = 0;
          const through = await service.converse(tee.port, parts, end);
          expect(through).toEqual(plain);
          expect(plain.byService).toEqual(Buffer.concat(exchanges.map(({ requestBytes }) => requestBytes)));
          await eventually(() => expect(tee.observed).toHaveLength(exchanges.length));
          expect(tee.observed.map(({ exchange }) => seen(exchange))).toEqual(exchanges.map(asMade));
          made += exchanges.length;
        },
      ),
      { numRuns: 170 },
    );
    expect(made).toBeGreaterThanOrEqual(LEAST_EXCHANGES);
    expect(tee.skipped).toEqual([]);
  });

  it('nor where the bytes are not HTTP, or end in the middle', async () => {
    const service = await scriptedService();
    const tee = await aTee(service.port);
    const part = fc.record({
      from: fc.constantFrom('client' as const, 'service' as const),
      pieces: fc.array(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), { minLength: 1, maxLength: 3 }),
    });
    const broken = fc.tuple(madeExchange, cuts).map(([exchange, places]) => {
      const whole = Buffer.concat([exchange.requestBytes, exchange.answerBytes]);
      return { from: 'client' as const, pieces: inPieces(whole.subarray(0, -3), places) };
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, broken), { minLength: 1, maxLength: 8 }), ending, async (parts, end) => {
        const plain = await service.converse(service.port, parts, end);
        expect(await service.converse(tee.port, parts, end)).toEqual(plain);
      }),
      { numRuns: 100 },
    );
    expect(tee.counts.skipped.unreadable).toBeGreaterThan(0);
    expect(tee.counts.skipped.fault).toBeUndefined();
  });
});

/** What was read of an exchange. */
function seen({ request, answer }: Exchange) {
  return {
    method: request.method,
    target: request.target,
    headers: request.headers,
    body: bytesOf(request.body),
    status: answer?.status,
    answerHeaders: answer?.headers,
    answerBody: answer && bytesOf(answer.body),
  };
}

function asMade(made: MadeExchange) {
  const { method, target, headers, body, status, answerHeaders, answerBody } = made;
  return {
    method,
    target,
    headers,
    body: [...body],
    status,
    answerHeaders,
    answerBody: [...answerBody],
  };
}

function bytesOf(body: Body): number[] {
  return body.kind === 'bytes' ? [...body.bytes] : [];
}
