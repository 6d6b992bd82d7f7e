import { expect, it } from 'vitest';
import { startMock } from './mock.fixture.ts';
import { rulesWith, said, vetted } from './vetted.fixture.ts';

/**
 * What the mock breaks, and where the specification says so. Its answers are made of the document alone: each is the same
 * whatever was asked, integers are the least that the shape allows, and a request that it finds invalid gets an answer that
 * is none of the document's.
 */
const BROKEN = {
  // Section 5, 3: an invalid key gets 401. Any token will do for the mock.
  'AUTH-2': 'with an invalid key returned 200',
  // Section 5, 1: the same, seen on creations whose category, below zero, leaves open whether they are valid.
  'AUTH-7': 'with an invalid key returned 201',
  // Section 4.1: `status` filters. The one pet of the mock is available, and on every page.
  'LIST-6': 'returned a pet with status "available"',
  // Section 4.2: 201 brings the created pet. The mock has another name and status for all of them.
  'CREATE-2': 'instead of',
  // Section 2: `id` is unique. The mock has one id for all that it creates.
  'CREATE-4': 'the same id',
  // Section 4.3: what is not there gets 404. The mock has a pet for 0, and 422 for an int64 beyond 2^53.
  'GET-2': 'GET /pets/0 returned 200 with another pet',
  // Read as a double the fraction of so small an id is gone.
  'GET-3': 'returned 200, which is not allowed',
  // Section 2: `status` of an Error is the HTTP status. The mock has 0.
  'ERR-2': 'with status 0 in its Error',
  // Section 7 knows no 500. The mock's validator falls over a body that is nested deeply.
  'ERR-7': 'the body is deeply nested',
  // Section 8: every response carries the three headers. The 422 of the mock's own does not.
  'RATE-1': 'returned 422 without X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  // Section 8: X-RateLimit-Reset is a Unix time at which the limit resets. The mock has 0, which is over.
  'RATE-2': 'X-RateLimit-Reset is a number of seconds (0)',
};

/** What looks wrong and may have another cause, or was seen on a part of the operations only. */
const OPEN = {
  // The category that the mock shows is below zero, which leaves open what its creations owe without a key.
  'AUTH-1': 'not verified on createPet',
  // The mock has one pet: no page could hold too many, and none tells a page size.
  'LIST-2': 'no list could have exceeded its `limit`',
  'LIST-3': 'no page showed more than 20 pets',
  // It ignores the filter, with a limit, too.
  'LIST-9': 'depends on LIST-6',
  // The mock's one id is that of the pet it lists, and so the one that was sent; but it has no other for those that sent none.
  'CREATE-3': 'no request asked for',
  // A limit of 1 is no plan's but may be an Enterprise customer's.
  'RATE-3': 'X-RateLimit-Limit: 1 is not a limit of the Free, Pro or Business plan',
};

it('petvet check names what a mock made of the OpenAPI document breaks, and nothing else', async ({ signal }) => {
  await using mock = await startMock(signal);
  const { status, report } = await vetted({ baseUrl: mock.baseUrl, key: 'hedgehog-7f31c0a94e' }, 7);

  expect(rulesWith(report, 'must', 'fail'), said(report, 'fail')).toEqual(Object.keys(BROKEN));
  // Whether the mock gets through every hostile body within ten seconds depends on the machine.
  const open = rulesWith(report, 'must', 'inconclusive').filter((id) => id !== 'ERR-3');
  expect(open, said(report, 'inconclusive')).toEqual(Object.keys(OPEN));
  for (const [id, says] of Object.entries({ ...BROKEN, ...OPEN })) {
    expect(report.rules.find((row) => row.id === id)?.says).toContain(says);
  }
  expect(status).toBe(1);
  expect(report.requests).toMatchObject({ refused: 0, waitedSeconds: 0 });
}, 180_000);
