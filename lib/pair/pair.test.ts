import { describe, expect, it } from 'vitest';
import { drawFreedoms, FREEDOMS } from '../client/freedoms.ts';
import type { Grease } from '../client/grease.ts';

import type { Choice } from './choices.ts';
import { pairLines, tellPair } from './pair-lines.ts';
import { pairOf, type Pair } from './pair.ts';

const FINE = { violated: [], unverified: [] };
const BOTH_FINE = { client: FINE, service: FINE };

const named = (...names: readonly string[]) => FREEDOMS.filter(({ name }) => names.includes(name));

/** A run of a client that stood these, and relied on those. */
function aGrease(stood: readonly string[], reliesOn: readonly string[] = []): Grease {
  const [all, relied] = [named(...stood), named(...reliesOn)];
  const verdict = relied.length > 0 ? 'breaks' : 'stands';
  return {
    seed: 1,
    freedoms: [...all, ...relied],
    stood: all,
    reliesOn: relied,
    isMinimal: true,
    isRefused: true,
    verdict,
    runs: 2,
  };
}

/** A service that uses these, and does not show those. */
function choices(used: readonly string[], unseen: readonly string[] = []): Choice[] {
  return FREEDOMS.map((freedom): Choice => {
    if (used.includes(freedom.name)) return { freedom, is: 'used', exchange: 3, of: 5 };
    return unseen.includes(freedom.name) ? { freedom, is: 'unseen', of: 0 } : { freedom, is: 'unused', of: 5 };
  });
}

const deciding = ({ meetings, verdict }: Pair) =>
  meetings.flatMap((one) => (one.verdict === verdict ? one.freedom.name : []));

describe('whether a client may meet a service', () => {
  it('is yes where the client stands all that the service uses, whatever else it relies on', () => {
    const pair = pairOf([aGrease(['gzip'], ['large-ids'])], choices(['gzip']), BOTH_FINE);
    expect(pair).toMatchObject({ verdict: 'yes' });
    expect(pair.next).toBeUndefined();
  });

  it('is no where the service uses what the client relies on', () => {
    const pair = pairOf([aGrease(['gzip'], ['large-ids'])], choices(['gzip', 'large-ids', 'html-429']), BOTH_FINE);
    expect(pair.verdict).toBe('no');
    expect(deciding(pair)).toEqual(['large-ids']);
  });

  it('is not shown where the client was not run against what the service uses; a seed shows it', () => {
    const pair = pairOf([aGrease(['gzip'])], choices(['gzip', 'large-ids', 'absent-status']), BOTH_FINE);
    expect(pair.verdict).toBe('not shown');
    expect(deciding(pair)).toEqual(['large-ids', 'absent-status']);
    const { seed, shows } = pair.next ?? { seed: 0, shows: [] };
    expect(shows).toEqual(['large-ids', 'absent-status']);
    expect(drawFreedoms(seed).map(({ name }) => name)).toEqual(expect.arrayContaining([...shows]));
  });

  it('is not shown where no response could show what the client relies on', () => {
    const pair = pairOf([aGrease([], ['html-429'])], choices([], ['html-429', 'gzip']), BOTH_FINE);
    expect(pair.verdict).toBe('not shown');
    expect(deciding(pair)).toEqual(['html-429', 'gzip']);
    expect(pair.next?.shows).toEqual(['gzip']);
  });

  it('takes several runs of a client together; one in which it broke counts', () => {
    const runs = [aGrease(['gzip', 'large-ids']), aGrease(['absent-status'])];
    expect(pairOf(runs, choices(['gzip', 'absent-status']), BOTH_FINE).verdict).toBe('yes');
    expect(pairOf([...runs, aGrease([], ['gzip'])], choices(['gzip']), BOTH_FINE).verdict).toBe('no');
  });

  it('of freedoms that the client relies on together, takes all to break it', () => {
    const together = aGrease(['large-ids', 'absent-status'], ['large-ids', 'absent-status']);
    expect(pairOf([together], choices(['large-ids']), BOTH_FINE).verdict).toBe('yes');
    expect(pairOf([together], choices(['large-ids', 'absent-status']), BOTH_FINE).verdict).toBe('no');
    expect(pairOf([together], choices(['large-ids'], ['absent-status']), BOTH_FINE).verdict).toBe('not shown');
  });

  it.each([
    ['no', { violated: ['CLIENT-3'], unverified: [] }, FINE],
    ['no', FINE, { violated: ['LIST-2'], unverified: ['RATE-5'] }],
    ['not shown', FINE, { violated: [], unverified: ['RATE-5'] }],
    ['yes', FINE, FINE],
  ] as const)('is %s by the verdicts on both', (verdict, client, service) => {
    const pair = pairOf([], choices([]), { client, service });
    expect(pair.verdict).toBe(verdict);
    for (const rule of [...client.violated, ...service.violated]) expect(tellPair(pair)).toContain(rule);
  });

  it('is told with the exchange, the clause, and what decides first', () => {
    const pair = pairOf([aGrease([], ['large-ids'])], choices(['large-ids', 'gzip']), BOTH_FINE);
    const [first = '', second = ''] = pairLines(pair, { colour: false, width: Infinity });
    expect(first).toMatch(/^✖ large-ids .*exchange 3 .*section 2, Pet/);
    expect(second).toMatch(/^\? gzip .*not shown to stand it/);
  });
});
