import { describe, expect, it } from 'vitest';
import { requiredOperations, whyNotApplicable } from '../ledger/reasons.ts';
import { aRun } from '../evidence/knowledge.fixture.ts';
import { aFinding, ledgerOf } from '../ledger/ledger.fixture.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Finding } from '../judges/finding.ts';
import type { Sightings } from '../judges/sightings.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { judgeProfile, type JudgedProfile } from './profile-judge.ts';
import type { ProfileName } from './profiles.ts';

const READ_ONLY = { writes: false, limitLeft: 'the rate limit is not used up (--no-burn)' } as const;
const NO_BURST = { limitLeft: READ_ONLY.limitLeft } as const;
const SMOKE = { writes: false, smoke: true, limitLeft: 'a smoke run does not use up the rate limit' } as const;

/** What a service shows that satisfies every rule, as far as a run with this knowledge can see it. */
function passes(knowledge: Partial<Knowledge>, without: readonly RuleId[] = []): Finding[] {
  const run = aRun(knowledge);
  return RULE_IDS.filter((id) => {
    const { needs = [], by } = rules[id];
    const isPossible =
      (run.writes || !needs.includes('writes')) &&
      (run.limitLeft === undefined || !(needs.includes('limit exhaustion') || needs.includes('second key')));
    return by === undefined && isPossible && whyNotApplicable(id, run) === undefined && !without.includes(id);
  }).flatMap((id) => {
    const operations = requiredOperations(id, run).filter((operation) => run.writes || operation !== 'createPet');
    return operations.length === 0
      ? [aFinding(id, 'pass')]
      : operations.map((operation) => aFinding(id, 'pass', { operation }));
  });
}

/** How the row of one rule would be open. */
interface Other {
  readonly without?: readonly RuleId[];
  readonly findings?: readonly Finding[];
  readonly endedEarly?: string;
  readonly aborted?: boolean;
  readonly seen?: Partial<Sightings>;
  readonly name?: ProfileName;
}

function judged(knowledge: Partial<Knowledge>, other: Other = {}): JudgedProfile {
  const { without = [], findings = [], endedEarly, aborted = false, seen = {}, name } = other;
  const early = endedEarly === undefined ? {} : { endedEarly };
  const ledger = ledgerOf([...passes(knowledge, without), ...findings], knowledge, { aborted, seen, ...early });
  return judgeProfile({ ledger, knowledge: aRun(knowledge), run: early }, name);
}

const idsOf = (list: JudgedProfile['open']) => list.map(({ rule }) => rule);
const UNVERIFIED = { unverified: true } as const;

describe('judgeProfile', () => {
  it('finds a complete run complete, with every rule covered', () => {
    expect(judged({})).toMatchObject({ name: 'complete', covered: 45, total: 45, isComplete: true, notCovered: [] });
  });

  it.each([
    ['no-burst', NO_BURST, 40, 0, 5],
    ['read-only', READ_ONLY, 20, 9, 16],
  ])('finds a whole %s run complete, and says what it left out', (name, knowledge, covered, part, none) => {
    const profile = judged(knowledge);
    expect(profile).toMatchObject({ name, covered, total: 45, violated: 0, open: [], isComplete: true });
    expect([profile.inPart.length, profile.notCovered.length]).toEqual([part, none]);
    expect([...profile.inPart, ...profile.notCovered].filter(({ why }) => why === '')).toEqual([]);
  });

  it('says of a rule in part what the ledger says', () => {
    expect(judged(READ_ONLY).inPart).toContainEqual({
      rule: 'AUTH-3',
      why: 'verified on listPets and getPet, not verified on createPet (writes are off; --writes turns them on)',
    });
  });

  it('counts each rule that applies once', () => {
    const { total, covered, violated, inPart, notCovered, open } = judged(READ_ONLY, {
      without: ['LIST-2'],
      findings: [aFinding('LIST-2', 'fail'), aFinding('LIST-7', 'inconclusive')],
    });
    expect(covered + violated + inPart.length + notCovered.length + open.length).toBe(total);
    expect([violated, idsOf(open)]).toEqual([1, ['LIST-7']]);
  });

  it.each([
    ['a violation', { findings: [aFinding('RATE-1', 'fail')] }, []],
    ['a rule of a run that ended early', { without: ['GET-1'], endedEarly: 'all 20 requests are sent' }, ['GET-1']],
    ['an operation that nobody answered', { without: ['GET-1'], seen: { largestPage: 0 } }, ['GET-1']],
    ['a doubt', { findings: [aFinding('LIST-3', 'inconclusive')] }, ['LIST-3']],
    ['a doubt about what it does not promise', { findings: [aFinding('RATE-7', 'inconclusive')] }, ['RATE-7']],
    [
      'an operation that it promises',
      { without: ['AUTH-1'], findings: [aFinding('AUTH-1', 'pass', { operation: 'listPets' })] },
      ['AUTH-1'],
    ],
    ['a run that was lost', { aborted: true, endedEarly: 'the service is gone' }, []],
  ] as const)('is not complete with %s', (_what, other, open) => {
    const profile = judged(READ_ONLY, other);
    expect([profile.isComplete, idsOf(profile.open)]).toEqual([false, open]);
  });

  it('does not excuse a rule that was skipped', () => {
    const knowledge = {
      ...READ_ONLY,
      leftOut: { 'LIST-2': 'left out with --skip', 'CREATE-1': 'left out with --skip' },
    };
    expect(idsOf(judged(knowledge).open)).toEqual(['LIST-2', 'CREATE-1']);
  });

  describe('where the service has too few pets, or too many,', () => {
    const FEW = { without: ['LIST-3', 'LIST-4'], findings: [aFinding('LIST-3', 'inconclusive', UNVERIFIED)] } as const;

    it('excuses a read-only run, and lists the rules', () => {
      const profile = judged(READ_ONLY, FEW);
      expect(profile).toMatchObject({ isComplete: true, covered: 18 });
      expect(idsOf(profile.notCovered)).toEqual(expect.arrayContaining(['LIST-3', 'LIST-4']));
    });

    it('does not excuse a run that ended early: another request may have shown it', () => {
      const profile = judged(READ_ONLY, { ...FEW, endedEarly: 'all 20 requests are sent' });
      expect([profile.isComplete, idsOf(profile.open)]).toEqual([false, ['LIST-3', 'LIST-4']]);
    });

    it('excuses what no response could show though all were answered', () => {
      const { isComplete, notCovered } = judged(READ_ONLY, { without: ['RATE-6'] });
      expect([isComplete, notCovered.find(({ rule }) => rule === 'RATE-6')?.why]).toEqual([
        true,
        'no response of this run verifies it',
      ]);
    });

    it('does not excuse a run that may create pets', () => {
      expect(idsOf(judged(NO_BURST, FEW).open)).toEqual(['LIST-3', 'LIST-4']);
    });

    it('excuses a run with writes what no more pets would help', () => {
      const profile = judged(NO_BURST, {
        without: ['AUTH-4'],
        findings: [aFinding('AUTH-4', 'inconclusive', UNVERIFIED)],
      });
      expect([profile.isComplete, idsOf(profile.notCovered)]).toEqual([true, expect.arrayContaining(['AUTH-4'])]);
    });

    it('excuses what depends on such a rule, and not what depends on a doubt', () => {
      const full = aFinding('LIST-7', 'inconclusive', { fault: 'none found' });
      const see = aFinding('GET-6', 'fail', { see: 'LIST-7' });
      expect(judged(READ_ONLY, { findings: [full, see] }).isComplete).toBe(true);
      const missing = aFinding('LIST-7', 'inconclusive', { fault: 'missing under its filter' });
      expect(idsOf(judged(READ_ONLY, { findings: [full, missing, see] }).open)).toEqual(['LIST-7', 'GET-6']);
    });

    it('excuses a Remaining that hardly fell where the limit is not used up', () => {
      const findings = [aFinding('RATE-4', 'inconclusive', { fault: 'hardly fell' })];
      expect(judged(READ_ONLY, { findings }).isComplete).toBe(true);
      expect(judged({}, { findings }).isComplete).toBe(false);
    });

    it('excuses neither of two rules that are blamed on each other', () => {
      const findings = [aFinding('LIST-7', 'fail', { see: 'GET-6' }), aFinding('GET-6', 'fail', { see: 'LIST-7' })];
      expect(idsOf(judged(READ_ONLY, { findings }).open)).toEqual(['LIST-7', 'GET-6']);
    });

    it.each(['AUTH-1', 'AUTH-3', 'ERR-7', 'GET-1', 'GET-3', 'LIST-1', 'RATE-1'] as const)(
      'does not excuse %s, for which requests of its own were answered',
      (id) => {
        expect(idsOf(judged(READ_ONLY, { without: [id] }).open)).toEqual([id]);
      },
    );

    it.each(['LIST-7', 'LIST-10', 'GET-6', 'RATE-6'] as const)('excuses %s, which the service decides', (id) => {
      expect(judged(READ_ONLY, { without: [id] }).isComplete).toBe(true);
    });

    it('excuses nothing in a complete run', () => {
      expect(judged({}, FEW).isComplete).toBe(false);
    });
  });

  describe('of ten requests', () => {
    const early = { endedEarly: 'a smoke run: 8 of at most 10 requests' } as const;

    it('does not owe what takes several responses, even in doubt', () => {
      const { isComplete, notCovered } = judged(SMOKE, {
        ...early,
        without: ['GET-3', 'RATE-4', 'LIST-7'],
        findings: [aFinding('LIST-7', 'inconclusive', { fault: 'none found' })],
      });
      expect([isComplete, idsOf(notCovered)]).toEqual([
        true,
        expect.arrayContaining(['GET-3', 'RATE-4', 'LIST-7', 'RATE-5', 'CREATE-1']),
      ]);
    });

    it('owes one operation of those that every operation shows', () => {
      const one = { without: ['AUTH-1'], findings: [aFinding('AUTH-1', 'pass', { operation: 'listPets' })] } as const;
      expect(idsOf(judged(SMOKE, { ...early, ...one }).inPart)).toContain('AUTH-1');
      expect(idsOf(judged(SMOKE, { ...early, without: ['AUTH-1'] }).open)).toEqual(['AUTH-1']);
    });

    it('owes what any single response shows', () => {
      expect(idsOf(judged(SMOKE, { ...early, without: ['LIST-1'] }).open)).toEqual(['LIST-1']);
      expect(idsOf(judged(SMOKE, { ...early, findings: [aFinding('GET-2', 'inconclusive')] }).open)).toEqual(['GET-2']);
    });
  });

  it('holds a run against the profile that was asked for, where that promises more', () => {
    const { isComplete, open } = judged(READ_ONLY, { name: 'no-burst' });
    expect([isComplete, idsOf(open)]).toEqual([false, expect.arrayContaining(['CREATE-1', 'AUTH-1'])]);
  });

  it('agrees with the ledger on a complete run', () => {
    for (const without of RULE_IDS.filter((id) => rules[id].level === 'must')) {
      const ledger = ledgerOf(passes({}, [without]));
      const { isComplete } = judgeProfile({ ledger, knowledge: aRun(), run: {} });
      expect([without, isComplete]).toEqual([without, ledger.outcome === 'conforming']);
    }
  });
});
