import { describe, expect, it } from 'vitest';
import { promisesOf } from '../gate/profile-promise.ts';
import { PROFILES, type ProfileName } from '../gate/profiles.ts';
import { aRun } from '../evidence/knowledge.fixture.ts';
import type { Probe } from '../probe/suite.ts';
import { loadProbes } from '../run/flow.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { rulesShownOn } from '../rules/shown-on.ts';

/** The probes that a run of a profile sends. */
async function probesOf(name: ProfileName): Promise<readonly Probe[]> {
  const { writes, burst, few } = PROFILES[name];
  return (await loadProbes())
    .map(({ probe }) => probe)
    .filter(
      ({ needs = [], smoke = false }) =>
        (writes || !needs.includes('writes')) && (burst || !needs.includes('burst')) && (!few || smoke),
    );
}

async function shownIn(name: ProfileName): Promise<ReadonlySet<RuleId>> {
  return new Set((await probesOf(name)).flatMap(({ shows, brings }) => [...shows, ...rulesShownOn(brings)]));
}

describe.each(['complete', 'no-burst', 'read-only', 'smoke'] as const)('what %s promises', (name) => {
  it.each(['2026-11-21', '2031-01-15'])('some probe that it sends verifies, on %s', async (asOf) => {
    const shown = await shownIn(name);
    const promised = [...promisesOf(PROFILES[name], aRun({ asOf }))].flatMap(([id, { covers }]) =>
      covers === 'none' || rules[id].by === 'configuration' ? [] : [id],
    );
    expect(promised.length).toBeGreaterThan(10);
    expect(promised.filter((id) => !shown.has(id))).toEqual([]);
  });
});

describe('what a profile leaves out for want of the limit', () => {
  it('no probe that it sends is there to verify', async () => {
    const shown = new Set((await probesOf('read-only')).flatMap(({ shows }) => shows));
    const ofTheLimit = [...promisesOf(PROFILES['no-burst'], aRun())].flatMap(([id, { covers }]) =>
      covers === 'none' ? [id] : [],
    );
    expect(ofTheLimit).toContain('RATE-10');
    expect(ofTheLimit.filter((id) => shown.has(id))).toEqual([]);
  });
});
