import { describe, expect, it } from 'vitest';
import { Alike } from './alike.ts';
import { anExchange, type ExchangeParts } from './judges.fixture.ts';

const headers: ExchangeParts['headers'] = [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '59'],
];

describe('exchanges that are alike', () => {
  it('say the same as before', () => {
    const alike = new Alike();
    const different: ExchangeParts[] = [
      { target: '/pets?limit=1', headers },
      { target: '/pets?limit=1', headers },
      { target: '/pets?limit=2', headers },
      { target: '/pets/7', status: 404 },
      { method: 'POST', sends: { name: 'x' }, status: 400 },
      { method: 'POST', sends: { name: 'y' }, status: 400 },
      { target: '/pets?limit=1', credential: 'second', headers },
      { target: '/pets?limit=1', credential: 'none', status: 401 },
    ];
    for (const parts of different) {
      const exchange = anExchange(parts);
      expect(alike.shared(exchange)).toEqual(exchange);
      const { answer: _none, ...silent } = exchange;
      expect(alike.shared(silent)).toEqual(silent);
    }
  });

  it('share requests', () => {
    const alike = new Alike();
    const [one, other] = [1, 2].map((id) => alike.shared(anExchange({ target: '/pets?limit=1', headers, id })));
    expect(other?.id).toBe(2);
    expect(other?.request).toBe(one?.request);
  });

  it('share no request with a body', () => {
    const alike = new Alike();
    const [one, other] = ['a', 'b'].map((name) => alike.shared(anExchange({ method: 'POST', sends: { name } })));
    expect(other?.request).not.toBe(one?.request);
  });
});
