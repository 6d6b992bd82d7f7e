import { describe, expect, it } from 'vitest';
import { aReading } from './judges.fixture.ts';
import { judgeRefusedCategories } from './refused-categories.ts';

const LARGE = 2n ** 63n - 1_001n;
const BEYOND = 2n ** 53n + 1n;
const SMALL = 1_000_000_007n;

/** A creation in a category that nobody was shown, and what it got. */
const guessed = (categoryId: bigint, status: number, more: object = {}) =>
  aReading({
    id: Number(categoryId % 1_000n),
    method: 'POST',
    sends: { name: 'petvettest01', categoryId, ...more },
    status,
    ...(status === 201
      ? { json: { id: 5n, name: 'petvettest01', categoryId } }
      : { json: { code: 'x', message: 'x', status: BigInt(status) } }),
  });

const judge = (...readings: ReturnType<typeof guessed>[]) => judgeRefusedCategories(readings);

describe('categories refused for their size', () => {
  it.each([400, 404, 409, 422])('are a warning, with %i', (status) => {
    expect(judge(guessed(LARGE, status), guessed(SMALL, 201), guessed(BEYOND, status))).toMatchObject([
      {
        rule: 'JSON-3',
        verdict: 'warn',
        says: `categories beyond 2^53 were refused (${LARGE}: ${status}, ${BEYOND}: ${status}), though ${SMALL} was accepted, which was equally new to the service`,
        actual: `${status}`,
      },
    ]);
  });

  it('are observed where small ones are refused as well: then only known ones are accepted', () => {
    expect(judge(guessed(LARGE, 422), guessed(SMALL, 422))).toMatchObject([
      {
        verdict: 'observed',
        says: `only categories that the service knows are accepted (${SMALL}: 422, ${LARGE}: 422), so no integer beyond 2^53 could be sent`,
      },
    ]);
  });

  it('are no warning beside a pet of a known category that has the name of another one', () => {
    const knowledge = { createdNames: new Set(['petvettest01']), categoryId: 7n };
    const namesake = aReading({
      id: 9,
      method: 'POST',
      sends: { name: 'petvettest01', categoryId: 7n },
      status: 201,
      json: { id: 5n, name: 'petvettest01', categoryId: 7n },
      knowledge,
    });
    const refused = [guessed(LARGE, 400), guessed(BEYOND, 400)];
    expect(judge(...refused, namesake)).toEqual([]);
    expect(judge(...refused, guessed(SMALL, 400), namesake)).toMatchObject([{ verdict: 'observed' }]);
  });

  it.each([
    [
      'small ones are refused as well, and a list shows a large one',
      [aReading({ json: [{ id: 1n, name: 'Rex', categoryId: BEYOND }] }), guessed(LARGE, 400), guessed(SMALL, 400)],
    ],
    ['only one was tried', [guessed(LARGE, 400), guessed(SMALL, 201), guessed(LARGE, 400)]],
    ['one beyond 2^53 is taken', [guessed(LARGE, 400), guessed(SMALL, 201), guessed(BEYOND, 201)]],
    [
      'a list shows one',
      [
        aReading({ json: [{ id: 1n, name: 'Rex', categoryId: BEYOND }] }),
        guessed(LARGE, 400),
        guessed(SMALL, 201),
        guessed(BEYOND, 400),
      ],
    ],
    ['they are refused for the key', [guessed(LARGE, 403), guessed(SMALL, 201), guessed(BEYOND, 403)]],
    [
      'something else about them may be refused',
      [guessed(LARGE, 400, { age: 3n }), guessed(SMALL, 201), guessed(BEYOND, 400, { age: 3n })],
    ],
  ])('are none where %s', (_where, readings) => {
    expect(judge(...readings)).toEqual([]);
  });
});
