import { describe, expect, it } from 'vitest';
import { drawFreedoms, variantsOf } from '../client/freedoms.ts';
import { few } from '../files/test-sample.fixture.ts';
import { embeddedRun } from './embedded-run.fixture.ts';
import { PATIENCE } from './limit-reached.fixture.ts';

const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

/** Slow responses reach the limit within it, too. In seconds. */
const WINDOW = 30;

describe.concurrent('a service that uses the freedoms of a seed violates no rule,', { timeout: PATIENCE }, () => {
  it.each(few(seeds, 3, (seed) => `freedoms ${seed}`))('seed %i', async (seed) => {
    const variants = variantsOf(drawFreedoms(seed));
    await using run = await embeddedRun({ plan: 'free', windowSeconds: WINDOW, variants }, { useUp: 'documented' });
    const { rows } = run.ledger;
    const against = rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(against.map(({ id, says }) => `${id}: ${says}`)).toEqual([]);
    const satisfied = rows.flatMap(({ id, verdict }) => (verdict === 'pass' ? id : []));
    expect(satisfied).toEqual(expect.arrayContaining(['LIST-1', 'CREATE-1', 'GET-1', 'ERR-1', 'RATE-1', 'RATE-7']));
  });
});
