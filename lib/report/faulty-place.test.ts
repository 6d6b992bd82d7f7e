import { describe, expect, it } from 'vitest';
import type { CountedFinding } from '../ledger/ledger.ts';
import { faultyHeadOf, faultyPartsOf } from './faulty-place.ts';
import { anExchange, aViolation, bytes } from './report.fixture.ts';

const finding = (parts: Partial<CountedFinding>) => aViolation({ rule: 'LIST-1', says: '', ...parts });

const headOf = (parts: Partial<CountedFinding>, status = 200) => {
  const { isStatus, headers } = faultyHeadOf(anExchange({ answer: { status } }), finding(parts));
  return { isStatus, headers: [...headers] };
};

/** What of a body is wrong, as text. */
const partsOf = (body: unknown, parts: Partial<CountedFinding>) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const exchange = anExchange({ answer: { body: bytes(text) } });
  return faultyPartsOf(exchange, finding(parts)).map(({ from, to }) => text.slice(from, to));
};

describe('the head of a response is wrong', () => {
  it.each<[string, Partial<CountedFinding>, number, boolean]>([
    ['in its status', { wrongStatus: 500, expected: '4xx', actual: '500' }, 500, true],
    ['in the status of one of two responses', { expected: '200 with the Pet', actual: '404, twice' }, 404, true],
    ['not in a status that is a count', { expected: 'at most 100 items', actual: '200 items' }, 200, false],
    ['not in a status that was expected', { expected: '200 or 404', actual: '200 with id 5' }, 200, false],
    ['not in the status of another response', { wrongStatus: 500, actual: '500' }, 200, false],
  ])('%s', (_, parts, status, is) => {
    expect(headOf(parts, status).isStatus).toBe(is);
  });

  it.each<[string, Partial<CountedFinding>, readonly string[]]>([
    [
      'in the header that is the place',
      { place: 'X-RateLimit-Limit', says: 'Remaining', actual: 'X-RateLimit-Limit: 61' },
      ['x-ratelimit-limit'],
    ],
    [
      'in the header that came, not in the one that was expected',
      { expected: 'a Remaining that is restored at X-RateLimit-Reset', actual: 'Remaining: 57' },
      ['x-ratelimit-remaining'],
    ],
    ['in both that disagree', { actual: 'Retry-After 30 s, Reset 1795892617' }, ['retry-after', 'x-ratelimit-reset']],
    [
      'in none that is there where another is missing',
      {
        says: 'GET /pets returned 200 without X-RateLimit-Reset',
        expected: 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
        actual: 'no X-RateLimit-Reset',
      },
      ['x-ratelimit-reset'],
    ],
    [
      'not in a header of the request',
      { says: 'POST /pets (header Content-Type is "text/plain") returned 201', wrongStatus: 201, actual: '201' },
      [],
    ],
    ['not in a header that has the name of a member', { place: 'status', says: 'status is a number' }, []],
  ])('%s', (_, parts, headers) => {
    expect(headOf(parts).headers).toEqual(headers);
  });
});

describe('the body of a response is wrong', () => {
  const pets = [1, 2, 3].map((id) => ({ id, name: 'Rex', categoryId: 3, status: 'sold' }));

  it.each<[string, unknown, Partial<CountedFinding>, readonly string[]]>([
    ['in a member of one item', pets, { says: 'item 2 is not a Pet', place: 'name' }, ['"name":"Rex"']],
    [
      'in a member of the only object',
      { code: 'x', status: 422 },
      { place: 'status', actual: '422' },
      ['"status":422'],
    ],
    ['in the pet with that id', pets, { place: 'status', actual: 'status "sold"', pet: '3' }, ['"status":"sold"']],
    [
      'in what the finding says of a pet',
      pets,
      { place: 'available', actual: 'a pet with status "sold" (id 2)' },
      ['"id":2', '"status":"sold"'],
    ],
    ['in the second of two', [...pets, pets[0]], { actual: 'id 1 twice' }, ['"id":1']],
    ['in an item that is none', [...pets, null], { says: 'item 4 is not a Pet', place: 'pet' }, ['null']],
    [
      'in nothing that is there where a member is missing',
      [{ id: 1, name: 'id' }],
      { says: 'item 1', place: 'status' },
      [],
    ],
    ['in nothing where a pet is missing', pets, { says: 'no pet with id 2', actual: 'no pet with id 2' }, []],
    ['in nothing where there are too many', pets, { expected: 'at most 1 item', actual: '3 items' }, []],
    ['in nothing where it cannot be read', '[{"id":1,', { says: 'item 2', place: 'name' }, []],
  ])('%s', (_, body, parts, wrong) => {
    expect(partsOf(body, parts)).toEqual(wrong);
  });

  it.each<[string, string]>([
    ['a name that means something to a pattern', '{"(":"sold","id":2}'],
    ['very many digits', `{"id":${'9'.repeat(900_000)}}`],
    ['very many members', `{${Array.from({ length: 50_000 }, () => '"status":"sold"').join(',')}}`],
    ['brackets without end', '[{"a":'.repeat(50_000)],
  ])('in few parts, and without an exception, whatever a service sends: %s', (_, body) => {
    expect(partsOf(body, { actual: 'a pet with status "sold" (id 2)' }).length).toBeLessThanOrEqual(6);
  });

  it('in the second pet of that id alone', () => {
    const text = JSON.stringify([...pets, pets[0]]);
    const exchange = anExchange({ answer: { body: bytes(text) } });
    const [part] = faultyPartsOf(exchange, finding({ actual: 'id 1 twice' }));
    expect(part?.from).toBe(text.lastIndexOf('"id":1'));
  });
});
