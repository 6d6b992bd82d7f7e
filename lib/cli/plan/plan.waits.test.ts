import { describe, expect, it } from 'vitest';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

const PATIENCE = 120_000;

/** Nobody listens there, and nobody is asked. */
const TARGET = { PETVET_BASE_URL: 'https://pets.example.com/v1', PETVET_API_KEY: 'plan-4f9a1c77e0d25b' };

async function planned(flags: readonly string[], settings: Readonly<Record<string, string>> = TARGET): Promise<string> {
  await using place = await folder();
  const { status, out, err } = await typed(['plan', '--seed', '1', '--no-burn', ...flags], place.path, settings);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return out;
}

/** The share of pairs, in percent. */
function pairs(out: string): number {
  return Number(/^Coverage {3}\d+\/\d+ partitions of the input model, (\d+) % of pairs$/m.exec(out)?.[1]);
}

describe.concurrent('petvet plan', { timeout: PATIENCE }, () => {
  it('says what a run would cover for how many requests, and what not and why, and sends nothing', async () => {
    const out = await planned(['--no-writes']);
    expect(out).toMatch(
      /^Nothing was sent to https:\/\/pets\.example\.com\/v1\. Counted on the reference server, with seed 1:\n\d+ requests, 0 pets/,
    );
    expect(pairs(out)).toBeGreaterThan(0);
    expect(out).toMatch(/createPet, name \(0\/\d+\)\n[^]*? – writes are off\n/);
    expect(out).toContain('petvet puts a real key only into its header, except on this machine');
  });

  it('takes profiles, and refuses what contradicts them', async () => {
    expect(await planned(['--profile', 'read-only'])).toMatch(/\n\d+ requests, 0 pets/);
    const args = ['plan', '--profile', 'read-only', '--writes'];
    await using place = await folder();
    expect(await typed(args, place.path, TARGET)).toMatchObject({
      status: 2,
      err: expect.stringContaining('--profile read-only and --writes cannot both be given'),
    });
  });

  it('counts with the plan that is asked for where the reference server is the target, which has no custom limits', async () => {
    await using place = await folder();
    const { out } = await typed(['plan', '--plan', 'pro', '--seed', '1'], place.path, {});
    expect(out).toContain('Nothing was sent to any target.');
    expect(out).toContain('At most 720 requests, usually 360;');
    for (const command of [['plan'], ['check'], ['load', 'burst']])
      expect(await typed([...command, '--plan', 'enterprise'], place.path, {})).toMatchObject({
        status: 2,
        err: expect.stringContaining('--plan enterprise needs a target, because its limits are custom\n'),
      });
  });

  it('is the same for the same seed, and covers more with more requests', async () => {
    const [one, same, more] = await Promise.all([
      planned(['--writes']),
      planned(['--writes']),
      planned(['--writes', '--max-requests', '300']),
    ]);
    expect(same).toBe(one);
    expect(pairs(more)).toBeGreaterThan(pairs(one));
  });
});
