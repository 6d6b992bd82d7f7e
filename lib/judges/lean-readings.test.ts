import { describe, expect, it } from 'vitest';
import { LeanReadings } from './lean-readings.ts';
import { anExchange, aKnowledge, type ExchangeParts } from './judges.fixture.ts';
import { readExchange, withoutRawBodies, type Reading } from './reading.ts';

const KNOWLEDGE = aKnowledge();

function readingOf(parts: ExchangeParts, more: object = {}): Reading {
  const exchange = anExchange(parts);
  const { answer } = exchange;
  const unread = answer && { ...answer, body: { kind: 'not-recorded' as const } };
  const reading = readExchange({ ...exchange, ...(unread && { answer: unread }), ...more }, KNOWLEDGE);
  if (reading === undefined) throw new Error('there is an answer');
  return reading;
}

/** All that a reading says, as plain values. */
function said({ exchange, expectation, body }: Reading) {
  const { id, request, answer, times, probe, sender } = exchange;
  const { status, headers, body: raw } = answer;
  return { id, request, times, probe, sender, status, headers, raw, expectation, body };
}

describe('readings without bodies', () => {
  it('say the same as before', () => {
    const lean = new LeanReadings();
    const headers: ExchangeParts['headers'] = [
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '59'],
    ];
    const readings = [
      readingOf({ id: 7, target: '/pets?limit=1', headers }),
      readingOf({ id: 9, target: '/pets/7', status: 404 }, { probe: 'window_0', sender: '3' }),
      readingOf({ id: 12, headers }, { times: { startedAt: 1.25, answeredAt: 2.5, endedAt: 3 } }),
      readingOf({ id: 13, credential: 'second', status: 429, headers: [['Retry-After', '1'], ...(headers ?? [])] }),
    ];
    for (const reading of readings) lean.add(reading);
    expect([...lean].map(said)).toEqual(readings.map(withoutRawBodies).map(said));
  });

  it('stand beside those with a body or a retry, which stay as they are', () => {
    const lean = new LeanReadings();
    const withBody = readExchange(anExchange({ id: 20, json: [] }), KNOWLEDGE);
    if (withBody === undefined) throw new Error('there is an answer');
    const others = [
      withBody,
      readingOf({ id: 21 }, { retryOf: 1 }),
      readingOf({ id: 22 }, { retried: true }),
      readingOf({ id: 2 ** 40 }),
    ];
    const all = others.flatMap((other, index) => [readingOf({ id: index + 1 }), other]);
    for (const reading of all) lean.add(reading);
    expect([...lean].map(said)).toEqual(all.map(withoutRawBodies).map(said));
    expect(lean.at(3)?.exchange.retryOf).toBe(1);
    expect(lean.at(5)?.exchange.retried).toBe(true);
  });

  it('come in the order of their numbers, however they were added', () => {
    const lean = new LeanReadings();
    for (const id of [3, 1, 2]) lean.add(readingOf({ id }));
    expect(lean.inOrder().flatMap(({ exchange }) => exchange.id)).toEqual([1, 2, 3]);
  });
});
