import { describe, expect, it } from 'vitest';
import { aRun } from '../evidence/knowledge.fixture.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { promisesOf, type RulePromise } from './profile-promise.ts';
import { PROFILES, type ProfileName } from './profiles.ts';

/** The rules of which a profile promises that much. */
function promised(name: ProfileName, covers: RulePromise['covers'], asOf = '2026-11-21'): RuleId[] {
  return [...promisesOf(PROFILES[name], aRun({ asOf }))].flatMap(([id, one]) => (one.covers === covers ? [id] : []));
}

describe('promisesOf', () => {
  it('promises every must rule that applies in a complete run, and nothing of clients and loads', () => {
    expect(promised('complete', 'part').concat(promised('complete', 'none'))).toEqual([]);
    const all = promised('complete', 'all');
    expect(all.every((id) => rules[id].level === 'must')).toBe(true);
    expect(all).toEqual(expect.arrayContaining(['VER-1', 'RATE-5', 'RATE-10', 'LIST-4', 'CREATE-10']));
    expect(all).not.toEqual(expect.arrayContaining(['RATE-11']));
    expect(all).not.toEqual(expect.arrayContaining(['CLIENT-1']));
  });

  it('leaves out what takes the limit where it is not used up, the second key included', () => {
    expect(promised('no-burst', 'none')).toEqual(['RATE-5', 'RATE-7', 'RATE-8', 'RATE-10', 'RATE-13']);
    expect(promised('no-burst', 'part')).toEqual([]);
  });

  it('leaves out what needs writes in a read-only run, and creations of what every operation must show', () => {
    const none = promised('read-only', 'none');
    expect(none.filter((id) => rules[id].needs?.includes('writes'))).toHaveLength(11);
    expect(none).toHaveLength(11 + 5);
    expect(promised('read-only', 'part')).toEqual(
      promised('complete', 'all').filter((id) => rules[id].operations?.includes('createPet')),
    );
  });

  it('promises few rules of a smoke run, and those on one operation at least', () => {
    expect(promised('smoke', 'all')).toEqual(['LIST-1', 'RATE-1', 'RATE-2', 'RATE-3', 'VER-1']);
    expect(promised('smoke', 'part')).toEqual(['JSON-1', 'JSON-2', 'AUTH-1', 'AUTH-7', 'ERR-1', 'ERR-2', 'ERR-3']);
  });

  it('knows that getPet goes away', () => {
    expect(promised('complete', 'all')).not.toContain('GET-4');
    expect(promised('complete', 'all', '2031-01-01')).toContain('GET-4');
    expect(promised('complete', 'all', '2031-01-01')).not.toContain('GET-1');
    expect(promised('complete', 'all', '2030-12-05')).not.toEqual(expect.arrayContaining(['GET-1', 'GET-4']));
  });
});
