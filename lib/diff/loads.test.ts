import { describe, expect, it } from 'vitest';
import { aLoadDocument } from '../shapes/load.fixture.ts';
import type { LoadDocument } from '../shapes/load.ts';
import { aCheck, open, violated } from './diff.fixture.ts';
import { renderLoadsDiff } from './loads-terminal.ts';
import { compareLoads, isWorse } from './loads.ts';

const LOOK = { colour: false, width: 100 };

/** A load run with these verdicts. */
function aLoad(rows: Parameters<typeof aCheck>[1] = [], parts: Partial<LoadDocument> = {}): LoadDocument {
  return aLoadDocument([10, 11], { rules: aCheck('a', rows).rules, ...parts });
}

/** A staircase that found this knee. */
function knee(found: number): LoadDocument {
  return aLoad([], { scenario: 'breakpoint', knee: found, steps: [] });
}

describe('two load runs', () => {
  it('that are alike differ in nothing', () => {
    const diff = compareLoads(aLoad(), aLoad());
    expect(diff).toMatchObject({ differences: [], undecided: [] });
    expect(renderLoadsDiff(diff, LOOK)).toBe('admitted: 100.0 % before, 100.0 % after (+0.0 %)\n');
  });

  it('of which the later one violates a rule are worse, with its name', () => {
    const diff = compareLoads(aLoad(), aLoad([violated('RATE-5', { says: '62 of 60 were admitted' })]));
    expect(isWorse(diff)).toBe(true);
    expect(renderLoadsDiff(diff, LOOK)).toMatch(
      /Worse \(1\)\n {2}✖ RATE-5 [^]*62 of 60[^]*\nWorse for callers: RATE-5\n$/,
    );
    expect(isWorse(compareLoads(aLoad([violated('RATE-5', {})]), aLoad()))).toBe(false);
  });

  it('of which the later one does not verify a rule are undecided in it', () => {
    const { differences, undecided } = compareLoads(aLoad(), aLoad([open('RATE-5')]));
    expect({ differences, undecided }).toMatchObject({
      differences: [],
      undecided: [{ about: ['RATE-5'], kind: 'lost' }],
    });
  });

  it('have a knee, which decides nothing', () => {
    const diff = compareLoads(knee(440), knee(400));
    expect(isWorse(diff)).toBe(false);
    expect(renderLoadsDiff(diff, LOOK)).toBe('knee: 440.0 req/s before, 400.0 req/s after (−9.1 %)\n');
  });

  it('of two catalogues have verdicts that cannot be compared', () => {
    const diff = compareLoads(aLoad(), aLoad([violated('RATE-5', {})], { catalogue: '2' }));
    expect(diff).toMatchObject({ differences: [], note: 'verdicts are not compared: catalogue 1 before, 2 after' });
  });
});
