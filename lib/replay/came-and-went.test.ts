import { describe, expect, it } from 'vitest';
import { cameAndWentIn } from './came-and-went.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { aGet, aPost, aRecordedRun } from './recorded-run.fixture.ts';
import { readRecordedStore } from './recorded-store.ts';

const of = (exchanges: readonly Exchange[]) => {
  const run = aRecordedRun({}, exchanges);
  return cameAndWentIn(run, readRecordedStore(run));
};
const ERROR = { code: 'internal', message: 'sorry', status: 500 };
const PET = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' };
const served = (id: number, limit = 5) => aGet(id, `/pets?limit=${limit}`, 200, [PET]);
const failed = (id: number, limit = 5) => aGet(id, `/pets?limit=${limit}`, 500, ERROR);

const created = (id: number, name: string) =>
  aPost(id, { name, categoryId: 3 }, 201, { id, name, categoryId: 3, status: 'sold' });

const chunked = (id: number, body: object, status = 500) => {
  const { request, ...rest } = aPost(id, body, status, status === 201 ? { id, ...body, status: 'sold' } : ERROR);
  return {
    ...rest,
    request: { ...request, headers: [...request.headers, ['Transfer-Encoding', 'chunked'] as const] },
  };
};

describe('a fault came and went', () => {
  it('where the same request satisfied the rule at another time, and says how many more it takes to rule chance out', () => {
    const run = of([served(1), failed(2), served(3)]);
    expect(run.why('ERR-3', failed(2), 4)).toBe(
      'violated ERR-3 now and then (1 of 3 such requests): that it is gone takes 8 more that satisfy it',
    );
    expect(run.why('ERR-3', failed(2), 12)).toBeUndefined();
  });

  it('where it was sent once, and another request satisfied the rule at another time', () => {
    const run = of([failed(1, 6), served(2), failed(3), served(4)]);
    expect(run.why('ERR-3', failed(1, 6), 1)).toContain('2 of 4 such requests');
    expect(run.why('ERR-3', served(9, 7), 1)).toBeUndefined();
  });

  it('not where each response to that request violated the rule', () => {
    const run = of([failed(1), failed(2), served(3, 6), failed(4, 7), served(5, 7)]);
    expect(run.why('ERR-3', failed(1), 1)).toBeUndefined();
  });

  it('not where what violated the rule has an input in common that nothing has that satisfied it', () => {
    const ordinary = [3, 4].map((id) => aPost(id, { name: 'Rex', categoryId: 3 }, 201, { ...PET, id, categoryId: 3 }));
    const bad = [chunked(1, { name: 'Rex', categoryId: 3 }), chunked(2, { name: 'Rex' })];
    expect(of([...bad, ...ordinary]).why('ERR-7', chunked(1, { name: 'Rex', categoryId: 3 }), 1)).toBeUndefined();
    expect(
      of([...bad, ...ordinary, chunked(5, { name: 'Rex', categoryId: 3 }, 201)]).why('ERR-7', bad[0] ?? failed(1), 1),
    ).toContain('2 of 5 such requests');
  });

  it('as often as all requests met it where it does not matter what is requested', () => {
    const bare = aGet(1, '/pets?limit=5', 200, [PET]);
    const others = Array.from({ length: 18 }, (_none, index) =>
      limited(aGet(index + 10, `/pets?limit=${index + 10}`, 200, [PET])),
    );
    expect(of([bare, limited({ ...bare, id: 2 }), ...others]).why('RATE-1', bare, 1)).toContain(
      '1 of 20 such requests',
    );
  });

  it('of creations, where one pet was lost and another that was created alike was not', () => {
    const list = aGet(9, '/pets?limit=100', 200, [{ id: 2, name: 'petvetR1AB', categoryId: 3, status: 'sold' }]);
    const lost = aGet(8, '/pets/1', 404, { code: 'none', message: 'none', status: 404 });
    const run = of([created(1, 'petvetR1AA'), created(2, 'petvetR1AB'), lost, list]);
    expect(run.why('CREATE-10', created(1, 'petvetR1AA'), 1)).toContain('1 of 2 such requests');
    expect(run.why('CREATE-10', created(2, 'petvetR1AB'), 1)).toContain('1 of 2 such requests');
  });

  it('of hostile input, where a server error meets ordinary creations now and then', () => {
    const pet = (id: number, name: string, status: number) =>
      aPost(id, { name, categoryId: 3 }, status, status === 201 ? { id, name, categoryId: 3, status: 'sold' } : ERROR);
    const odd = aPost(3, { name: 'petvetR1AC\u0000', categoryId: 3 }, 500, ERROR);
    const run = of([pet(1, 'petvetR1AA', 201), pet(2, 'petvetR1AB', 500), odd]);
    expect(run.why('ERR-7', odd, 1)).toContain('2 of 3 such requests');
    expect(of([pet(1, 'petvetR1AA', 201), odd]).why('ERR-7', odd, 1)).toBeUndefined();
  });
});

describe('how often a request is sent', () => {
  const others = Array.from({ length: 11 }, (_none, index) => served(index + 20, index + 20));

  it.each([
    ['twice as often as it took to meet a fault that was met once', [failed(1), ...others], 25],
    ['until chance hardly hides a fault that came and went', [failed(1), served(2), ...others.slice(1)], 53],
    ['less where it was met more often', [failed(1), failed(2, 6), ...others], 14],
    ['once where it stayed', [failed(1), failed(2), ...others], 1],
    ['once where a fault of the rule stayed', [failed(1), failed(2, 6), failed(3, 6), ...others], 1],
    ['once where each response violated the rule', [failed(1), failed(2, 6)], 1],
  ])('%s', (_what, exchanges, times) => {
    expect(of(exchanges).times('ERR-3', failed(1))).toBe(times);
  });

  it('and never too often', () => {
    const many = Array.from({ length: 90 }, (_none, index) => served(index + 2, index + 6));
    expect(of([failed(1), ...many]).times('ERR-3', failed(1))).toBe(37);
  });
});

/** The same with the three headers of the rate limit. */
function limited(exchange: Exchange): Exchange {
  const { answer } = exchange;
  if (answer === undefined) throw new TypeError('it has a response');
  const reset = `${Math.ceil(Date.now() / 1_000) + 60}`;
  const limits = [
    ['X-RateLimit-Limit', '60'],
    ['X-RateLimit-Remaining', '50'],
    ['X-RateLimit-Reset', reset],
  ] as const;
  return { ...exchange, answer: { ...answer, headers: [...answer.headers, ...limits] } };
}
