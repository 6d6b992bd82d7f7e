import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { aGet, aPost, aRecordedRun } from './recorded-run.fixture.ts';
import type { RecordedFinding } from './recorded-run.ts';
import { readRecordedStore } from './recorded-store.ts';
import { requestKey, situationOf } from './situation.ts';

function steps(shown: readonly Exchange[], all: readonly Exchange[] = shown) {
  const found: RecordedFinding = {
    rule: 'LIST-7',
    place: 1,
    finding: { verdict: 'fail', says: 'it is so', shownBy: shown.map(({ id }) => id), times: 1 },
    exchanges: shown,
  };
  const run = aRecordedRun({}, all);
  const { steps: sent, shown: again } = situationOf(found, run, readRecordedStore(run));
  const own = again.map(({ id }) => id);
  return { context: sent.map(({ id }) => id).filter((id) => !own.includes(id)), shown: own };
}

const A = (id: number, parts: Partial<Exchange> = {}) => aGet(id, '/pets?limit=100', 200, [{ id: 7 }], parts);
const B = (id: number) => aGet(id, '/pets?limit=100&status=sold', 200, []);

describe('what is sent again', () => {
  it('is each of two alternating looks once, in their order', () => {
    expect(steps([A(1), B(2), A(3), B(4), A(5)])).toEqual({ context: [], shown: [1, 2] });
  });

  it('is a look anew after a POST', () => {
    expect(steps([A(1), aPost(2, { name: 'x' }, 401, {}), A(3)]).shown).toEqual([1, 2, 3]);
  });

  it('is the first try of what the wire tried again', () => {
    const [first, second] = [A(1, { retried: true }), A(2, { retryOf: 1 })];
    expect(steps([second], [first, second]).shown).toEqual([1]);
  });

  it('is every attempt that got no response', () => {
    const silent = [aGet(1, '/pets', 200, []), aGet(2, '/pets', 200, [])].map(({ answer: _none, ...rest }) => rest);
    expect(steps(silent).shown).toEqual([1, 2]);
  });

  it('is bounded', () => {
    expect(
      steps(Array.from({ length: 40 }, (_none, n) => aGet(n + 1, `/pets?limit=${n + 1}`, 200, []))).shown,
    ).toHaveLength(10);
  });
});

/** The same with an invalid key. */
function wrong(exchange: Exchange): Exchange {
  const headers = [['Authorization', 'Bearer {wrong}']] as const;
  return { ...exchange, request: { ...exchange.request, credential: 'wrong', headers } };
}

describe('before it comes', () => {
  const get = aGet(9, '/pets/7', 404, {});

  it('nothing where the store had the pet: another one of its kind stands in', () => {
    expect(steps([get], [B(1), A(2), A(3), get])).toEqual({ context: [], shown: [9] });
  });

  it('its creation, where the run created it', () => {
    const created = aPost(4, { name: 'petvetr101' }, 201, { id: 7 });
    expect(steps([get], [A(2), created, get])).toEqual({ context: [4], shown: [9] });
  });

  it('the lists that lack a creation, where the run had asked for them before it', () => {
    const created = aPost(4, { name: 'petvetr101' }, 201, { id: 9 });
    expect(steps([created, B(6)], [B(1), A(2), B(3), created, A(5), B(6)])).toEqual({ context: [3], shown: [4, 6] });
    expect(steps([created, B(6)], [A(2), created, B(6)]).context).toEqual([]);
  });

  it('what came with the same invalid key and was refused: the service may know the key since', () => {
    const first = wrong(aGet(1, '/pets?limit=1', 401, {}));
    const later = wrong(aPost(5, { name: 'petvetr101' }, 201, { id: 9 }));
    expect(steps([later], [first, B(2), later])).toEqual({ context: [1], shown: [5] });
  });

  it('nothing, where the finding shows it by itself, or nothing ever did', () => {
    expect(steps([A(2), get], [A(1), A(2), get]).context).toEqual([]);
    expect(steps([get], [B(1), get]).context).toEqual([]);
  });
});

it('the same request has the same key, whoever sent it', () => {
  const [one, other] = [A(1), A(2)];
  const headers = other.request.headers.map(
    ([name, value]) => [name, name === 'User-Agent' ? 'other' : value] as const,
  );
  expect(requestKey({ ...other.request, headers })).toBe(requestKey(one.request));
  expect(requestKey(B(1).request)).not.toBe(requestKey(one.request));
  expect(requestKey({ ...one.request, headers: [] })).not.toBe(requestKey(one.request));
});
