import { describe, expect, it } from 'vitest';
import { vetted } from './vetted.fixture.ts';

const PATIENCE = 180_000;

const FEW = { pets: 5 } as const;

describe.concurrent('a service with few pets', { timeout: PATIENCE }, () => {
  it('is told what --populate would create, and nothing is created without it', async () => {
    await using there = await vetted(FEW);
    const { status, out } = await there.check(['--require-complete', '--rule', 'LIST']);
    expect(status, out).toBe(3);
    const { rules, created } = there.report();
    const of = (id: string) => rules.find((row) => row.id === id)?.says;
    expect([of('LIST-3'), of('LIST-4')]).toEqual([
      expect.stringMatching(/\(--populate would create 9\d pets\)$/),
      expect.stringMatching(/\(--populate would create 9\d pets\)$/),
    ]);
    expect(created.length).toBeLessThanOrEqual(15);
  });

  it('is verified completely with it: the pets are announced, created within the limit, and listed', async () => {
    await using there = await vetted(FEW);
    const { status, out, err } = await there.check(['--require-complete', '--populate']);
    expect(status, out).toBe(0);
    expect(err).toContain('--populate: creating 96 pets, with 96 more requests; they stay.');
    const { outcome, created, requests } = there.report();
    expect([outcome, created.length >= 96, created.length <= 96 + 15]).toEqual(['conforming', true, true]);
    expect(requests.refused).toBeLessThanOrEqual(3);
    expect(there.server.bans()).toBe(0);
  });
});

describe('--populate', { timeout: PATIENCE }, () => {
  it.each([
    [['--no-writes'], '--populate creates pets, and writes are off'],
    [['--smoke'], '--populate and --smoke cannot both be given'],
  ])('with %j is refused', async (flags, says) => {
    await using there = await vetted(FEW);
    const { status, err } = await there.check(['--populate', ...flags]);
    expect([status, err]).toEqual([2, expect.stringContaining(says)]);
  });
});
