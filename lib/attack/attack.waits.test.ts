import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { times } from '../files/test-sample.fixture.ts';
import { folder } from '../end-to-end/petvet-process.fixture.ts';
import { realK6 } from '../end-to-end/real-k6.fixture.ts';
import { printAttempt } from './attempt.ts';
import { prepare } from './prepare.ts';
import { search, startAttacker } from './search.ts';

/** Of the first attempts that it draws, each kind has one, but a k6 without an end, which takes minutes. */
const SEED = 11;

/** No attempt begins later, in milliseconds; on a very busy machine fewer are made. */
const LONGEST = times(600_000, 60_000);

it('petvet keeps its promises in odd surroundings', { timeout: 1_800_000 }, async () => {
  await using place = await folder();
  const prepared = join(place.path, 'prepared');
  mkdirSync(prepared);
  await prepare(prepared, realK6());
  await using stack = new AsyncDisposableStack();
  const attackers = [1, 2].map((nth) =>
    stack.use(startAttacker({ prepared, runs: join(place.path, `runs-${nth}`), k6: realK6() })),
  );
  const { tried, found } = await search(attackers, { tries: times(600, 30), seed: SEED, longest: LONGEST });
  expect(found.map(({ attempt, broken }) => ({ attempt: printAttempt(attempt), broken }))).toEqual([]);
  expect(tried).toBeGreaterThan(0);
});
