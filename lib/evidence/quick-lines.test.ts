import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyExchange } from './evidence.fixture.ts';
import type { Exchange } from './exchange.ts';
import { printExchange, readLine } from './lines.ts';
import { exchangeOfSample } from './load-samples.ts';
import { aSample } from './load-samples.fixture.ts';
import { QuickLines } from './quick-lines.ts';

/** Texts that look like what a line is cut at. */
const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('"],["', '],"body":"not-recorded"},"times":', ',"answer":{"status":', ',"request":', '\\', '\u2028'),
);

const anyLoadExchange: fc.Arbitrary<Exchange> = fc
  .record({
    id: fc.integer({ min: 1 }),
    status: fc.integer({ min: 0, max: 599 }),
    target: fc.oneof(fc.constant('/pets?limit=1'), anyText),
    key: fc.constantFrom('1.0', '7.12', undefined),
    scenario: fc.oneof(fc.constant('window_0'), anyText),
    headers: fc.array(fc.tuple(fc.oneof(fc.constantFrom('Date', 'X-RateLimit-Limit'), anyText), anyText), {
      maxLength: 4,
    }),
    from: fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.double({ min: 0, max: 4e12, noNaN: true })),
  })
  .map(({ id, key, ...sample }) =>
    exchangeOfSample(aSample({ ...sample, ...(key !== undefined && { key }) }), id, (text) => text),
  );

const lineOf = (exchange: Exchange) => printExchange(exchange).trimEnd();

it('reads every line that it reads as any other reader does', () => {
  const quick = new QuickLines();
  fc.assert(
    fc.property(fc.oneof(anyLoadExchange, anyExchange), (exchange) => {
      const line = lineOf(exchange);
      const read = readLine(line, 1);
      expect(quick.read(line) ?? read).toEqual(read);
    }),
    { numRuns: 500 },
  );
});

it('leaves what is not valid to another reader, wherever it is changed', () => {
  const quick = new QuickLines();
  const change = fc.record({
    at: fc.nat({ max: 700 }),
    without: fc.nat({ max: 12 }),
    put: fc.oneof(fc.constantFrom('', '"', ',', ']', '}', '0', '-', '.5', 'e9', ' ', '\\', ',"x":1'), anyText),
  });
  fc.assert(
    fc.property(anyLoadExchange, change, (exchange, { at, without, put }) => {
      const line = lineOf(exchange);
      // So that every piece of it is known.
      quick.read(line);
      const changed = line.slice(0, at) + put + line.slice(at + without);
      const read = readLine(changed, 1);
      expect(quick.read(changed) ?? read).toEqual(read);
    }),
    { numRuns: 3_000 },
  );
});

it('reads those of a load run itself, and says of alike requests that they are one', () => {
  const quick = new QuickLines();
  const headers: [string, string][] = [
    ['X-RateLimit-Limit', '1000'],
    ['X-RateLimit-Remaining', '999'],
  ];
  const [first, second] = [1, 2].map((id) =>
    quick.read(lineOf(exchangeOfSample(aSample({ key: '3.1', headers }), id, (text) => text))),
  );
  expect(first?.exchange).toMatchObject({ id: 1, sender: '3', answer: { headers } });
  expect(second?.exchange.request).toBe(first?.exchange.request);
});
