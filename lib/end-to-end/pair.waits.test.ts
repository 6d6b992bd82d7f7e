import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { aService, settingsOf } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** Lists pets, and dies where an id does not survive JSON.parse. */
const ROUNDS_IDS = `
const { PETVET_BASE_URL: base, PETVET_API_KEY: key } = process.env;
const response = await fetch(base + '/pets?limit=100', { headers: { authorization: 'Bearer ' + key } });
if (response.ok) for (const { id } of await response.json()) if (!Number.isSafeInteger(id)) process.exit(1);
`;

const Told = z.object({
  verdict: z.string(),
  freedoms: z.array(z.object({ name: z.string(), verdict: z.string(), exchange: z.int().exactOptional() })),
});

it(
  'a client that rounds ids may not meet a service with large ones, which its run shows',
  { timeout: 120_000 },
  async () => {
    await using place = await folder();
    await using service = await aService();
    const [checked, run] = await Promise.all([
      petvetHere(['check', '--no-burn', '--report', 'service'], { cwd: place.path, env: settingsOf(service.baseUrl) }),
      petvetHere(
        ['client', '--situation', 'plain', '--grease', '7', '--report', 'client', '--'].concat(
          process.execPath,
          '--input-type=module',
          '--eval',
          ROUNDS_IDS,
        ),
        { cwd: place.path },
      ),
    ]);
    expect([checked.status, run.status]).toEqual([0, 1]);
    const { status, out } = await petvetHere(
      ['pair', join(place.path, 'client'), join(place.path, 'service'), '--format', 'json'],
      { cwd: place.path },
    );
    expect(status).toBe(1);
    const { verdict, freedoms } = Told.parse(JSON.parse(out));
    expect(verdict).toBe('no');
    expect(freedoms.filter((one) => one.verdict === 'no')).toEqual([
      { name: 'large-ids', verdict: 'no', exchange: expect.any(Number) },
    ]);
  },
);
