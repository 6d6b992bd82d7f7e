import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { compareChecks, whyChecksIncomparable } from './checks.ts';
import { aCheck, open, violated } from './diff.fixture.ts';

const A = aCheck('a');

describe('a must rule', () => {
  it('that is violated now is worse, with what shows it', () => {
    const after = aCheck('b', [
      violated('LIST-2', { expected: 'at most 1 item', actual: '2 items', fault: 'too many' }),
    ]);
    const { outcome, differences, undecided } = compareChecks(A, after);
    expect({ outcome, undecided }).toEqual({ outcome: 'worse', undecided: [] });
    expect(differences).toEqual([
      expect.objectContaining({
        weight: 'worse',
        of: 'verdict',
        rule: 'LIST-2',
        before: 'pass',
        after: 'fail: an item too many',
        expected: 'at most 1 item',
        actual: '2 items',
        shownBy: [7],
        shownIn: 'after',
      }),
    ]);
  });

  it('that is satisfied now is better', () => {
    const { outcome, differences } = compareChecks(aCheck('a', [violated('LIST-2', {})]), aCheck('b'));
    expect(outcome).toBe('changed');
    expect(differences).toEqual([expect.objectContaining({ weight: 'better', rule: 'LIST-2', shownIn: 'before' })]);
  });

  it('that was satisfied and is not verified now leaves it undecided', () => {
    const { outcome, differences, undecided } = compareChecks(A, aCheck('b', [open('LIST-2', 'no pet was seen')]));
    expect({ outcome, differences }).toEqual({ outcome: 'undecided', differences: [] });
    expect(undecided).toEqual([
      { about: ['LIST-2'], why: 'verified before, not-exercised after: no pet was seen', kind: 'lost' },
    ]);
  });

  it('that was violated cannot get worse: where it is not verified now, that is told and decides nothing', () => {
    const before = aCheck('a', [violated('LIST-2', {})]);
    const { outcome, differences, undecided } = compareChecks(before, aCheck('b', [open('LIST-2', 'no pet was seen')]));
    expect({ outcome, differences }).toEqual({ outcome: 'same', differences: [] });
    expect(undecided).toEqual([
      { about: ['LIST-2'], why: 'violated before, not-exercised after: no pet was seen', kind: 'other' },
    ]);
  });

  it('without a row is not verified', () => {
    const after = aCheck('b');
    const less = { ...after, rules: after.rules.filter(({ id }) => id !== 'LIST-2') };
    expect(compareChecks(A, less)).toMatchObject({ outcome: 'undecided', undecided: [{ about: ['LIST-2'] }] });
  });

  it('that was not verified before decides nothing, and is told where it is violated', () => {
    const before = aCheck('a', [open('LIST-2'), open('LIST-3')]);
    const { outcome, undecided } = compareChecks(before, aCheck('b', [violated('LIST-2', {})]));
    expect(outcome).toBe('same');
    expect(undecided.map(({ about, kind }) => [about, kind])).toEqual([
      [['LIST-2'], 'violated'],
      [['LIST-3'], 'other'],
    ]);
  });

  it('is worse although others are undecided', () => {
    const after = aCheck('b', [violated('LIST-2', {}), open('LIST-3')]);
    expect(compareChecks(A, after).outcome).toBe('worse');
  });
});

describe('a should rule', () => {
  const warned = { id: 'GET-5' as const, verdict: 'warn' as const, says: 'no Sunset', evidence: [3] };

  it('is changed in either direction', () => {
    const [pass, warn] = [A, aCheck('b', [warned])];
    expect(compareChecks(pass, warn)).toMatchObject({ outcome: 'changed', differences: [{ weight: 'changed' }] });
    expect(compareChecks(warn, pass)).toMatchObject({ outcome: 'changed', differences: [{ weight: 'changed' }] });
  });

  it('that is violated in a new way is changed, too: its findings say fail', () => {
    const [one, two] = [{ fault: 'no Sunset' }, { fault: 'no Deprecation' }].map((fault) => ({
      ...violated('GET-5', fault),
      ...warned,
    }));
    const { outcome, differences } = compareChecks(aCheck('a', [one ?? warned]), aCheck('b', [two ?? warned]));
    expect(outcome).toBe('changed');
    expect(differences.map(({ weight }) => weight)).toEqual(['changed', 'changed']);
  });

  it('that is not verified any more decides nothing', () => {
    expect(compareChecks(A, aCheck('b', [open('GET-5')])).outcome).toBe('same');
  });
});

describe('a rule that only a limit that is used up shows', () => {
  const LEFT = { knowledge: { limitLeft: 'not used up' } };

  it('and that neither run set out to verify, decides nothing', () => {
    const [met, not] = [aCheck('a', [], LEFT), aCheck('b', [open('RATE-7'), open('RATE-8')], LEFT)];
    expect(compareChecks(met, not)).toMatchObject({
      outcome: 'same',
      undecided: [{ about: ['RATE-7', 'RATE-8'], kind: 'chance' }],
    });
  });

  it('decides where one of the runs did, and so does another rule', () => {
    const lost = { outcome: 'undecided', undecided: [{ kind: 'lost' }] };
    expect(compareChecks(A, aCheck('b', [open('RATE-8')], LEFT))).toMatchObject(lost);
    expect(compareChecks(aCheck('a', [], LEFT), aCheck('b', [open('LIST-7')], LEFT))).toMatchObject(lost);
  });
});

describe('a second run of a service', () => {
  const lacks = aCheck('b', [open('LIST-2'), open('LIST-7')]);

  it('verifies what the first one did not', () => {
    const afterAgain = aCheck('b2', [open('LIST-7')]);
    expect(compareChecks(A, lacks, { afterAgain })).toMatchObject({
      outcome: 'undecided',
      undecided: [{ about: ['LIST-7'], kind: 'lost' }],
    });
    expect(compareChecks(A, lacks, { afterAgain: aCheck('b2') })).toMatchObject({ outcome: 'same', undecided: [] });
  });

  it('shows violations as its own', () => {
    const afterAgain = aCheck('b2', [violated('LIST-2', {})]);
    expect(compareChecks(A, lacks, { afterAgain })).toMatchObject({
      outcome: 'worse',
      differences: [{ rule: 'LIST-2', weight: 'worse', shownIn: 'afterAgain' }],
    });
    const again = aCheck('b2', [violated('LIST-2', {}), open('LIST-7')]);
    expect(compareChecks(lacks, A, { again })).toMatchObject({
      outcome: 'changed',
      differences: [{ rule: 'LIST-2', weight: 'better', shownIn: 'again' }],
    });
  });

  it('of the one before tells whether a violation of the one after is new', () => {
    const after = aCheck('b', [violated('LIST-2', { fault: 'too many' })]);
    const before = aCheck('a', [open('LIST-2')]);
    expect(compareChecks(before, after)).toMatchObject({ outcome: 'same', undecided: [{ kind: 'violated' }] });
    expect(compareChecks(before, after, { again: aCheck('a2') })).toMatchObject({
      outcome: 'worse',
      differences: [{ rule: 'LIST-2' }],
    });
    const again = aCheck('a2', [violated('LIST-2', { fault: 'too few' })]);
    expect(compareChecks(before, after, { again })).toMatchObject({ outcome: 'same', differences: [] });
  });

  it('takes nothing from what the first one verified', () => {
    expect(compareChecks(A, aCheck('b'), { afterAgain: aCheck('b2', [violated('LIST-2', {})]) }).outcome).toBe('same');
  });

  it('makes up for one that ended early', () => {
    const after = aCheck('b', [open('LIST-2')], { run: { aborted: 'the quota of the day' } });
    expect(compareChecks(A, after).outcome).toBe('undecided');
    expect(compareChecks(A, after, { afterAgain: aCheck('b2') }).outcome).toBe('same');
    const ended = aCheck('b2', [], { run: { aborted: 'the quota of the day' } });
    expect(compareChecks(A, after, { afterAgain: ended }).outcome).toBe('undecided');
  });
});

describe('two checks', () => {
  it('that say the same have no difference, whatever their seeds and pets', () => {
    const { outcome, compared, notes } = compareChecks(A, aCheck('b', [], { run: { seed: 7, created: ['5'] } }));
    expect({ outcome, notes }).toEqual({ outcome: 'same', notes: [] });
    expect(compared.rules).toBe(A.rules.filter(({ level }) => level !== 'observed').length);
  });

  it('of other scopes are compared as far as both go, and it is said', () => {
    const { outcome, notes } = compareChecks(A, aCheck('b', [], { knowledge: { writes: false, asOf: '2026-12-01' } }));
    expect(outcome).toBe('same');
    expect(notes).toEqual([
      'scope: all rules before; all rules, no writes after; only what both runs verified is compared',
      'evaluated as of 2026-11-21 before; 2026-12-01 after; only what both runs verified is compared',
    ]);
  });

  it('tell where one ended early', () => {
    const { notes } = compareChecks(A, aCheck('b', [], { run: { aborted: 'the key was refused' } }));
    expect(notes).toEqual(['the second run ended early: the key was refused']);
  });

  it.each([
    ['of one run', aCheck('a'), 'both reports are of the same run'],
    ['of two catalogues', { ...aCheck('b'), catalogue: '9.0.0' }, 'one was judged by version 1.0.0 of the catalogue'],
    [
      'without a rule in common',
      aCheck(
        'b',
        RULE_IDS.map((id) => open(id)),
      ),
      'no rule was verified',
    ],
  ])('%s cannot be compared', (_what, after, why) => {
    expect(whyChecksIncomparable(A, after)).toContain(why);
  });

  it('can be compared otherwise', () => {
    expect(whyChecksIncomparable(A, aCheck('b'))).toBeUndefined();
  });
});
