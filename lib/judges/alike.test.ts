import { describe, expect, it } from 'vitest';
import { Alike } from './alike.ts';
import { aReading, type ExchangeParts } from './judges.fixture.ts';

const headers: ExchangeParts['headers'] = [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '59'],
];

describe('readings that are alike', () => {
  it('say the same as before', () => {
    const alike = new Alike();
    const different: ExchangeParts[] = [
      { target: '/pets?limit=1', headers },
      { target: '/pets?limit=1', headers },
      { target: '/pets?limit=2', headers },
      { target: '/pets/7', status: 404 },
      { method: 'POST', sends: { name: 'x' }, status: 400 },
      { target: '/pets?limit=1', credential: 'second', headers },
      { target: '/pets?limit=1', credential: 'none', status: 401 },
    ];
    for (const parts of different) {
      const reading = aReading(parts);
      expect(alike.shared(reading)).toEqual(reading);
    }
  });

  it('share requests, expectations and headers', () => {
    const alike = new Alike();
    const [one, other] = [1, 2].map((id) => alike.shared(aReading({ target: '/pets?limit=1', headers, id })));
    expect(other?.exchange.id).toBe(2);
    expect(other?.expectation).toBe(one?.expectation);
    expect(other?.exchange.request).toBe(one?.exchange.request);
    expect(other?.exchange.answer.headers[1]).toBe(one?.exchange.answer.headers[1]);
  });

  it('share no expectation that depends on what was seen before', () => {
    const alike = new Alike();
    const [one, other] = [1, 2].map((id) => alike.shared(aReading({ target: '/pets/7', status: 404, id })));
    expect(other?.expectation).not.toBe(one?.expectation);
  });
});
