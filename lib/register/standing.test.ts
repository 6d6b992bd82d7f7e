import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Erratum } from './errata.ts';
import { DEFAULT_PROGRAMME, type Programme } from './programme.ts';
import { aDispute, AS_OF, forged, holding, holdingClient, stale } from './register.fixture.ts';
import { dayAfter, standingOf, STANDINGS, type Circumstances } from './standing.ts';
import type { Submission } from './submission.ts';

const CALM: Circumstances = { errata: [], disputes: [] };

/** Those of the fixture: its run ended on 21 November. */
const RULES: Programme = {
  ...DEFAULT_PROGRAMME,
  contact: 'register@example.org',
  catalogues: [{ version: '1.0.0', until: '2027-01-31' }, { version: '1.1.0' }],
  freshDays: 30,
  graceDays: 10,
};

const ERRATUM: Erratum = {
  id: 'E1',
  rule: 'LIST-2',
  catalogues: ['1.0.0'],
  from: AS_OF,
  does: 'excludes',
  says: 'x',
};

const standing = (
  submission: Submission,
  { rules = RULES, today = AS_OF, ...about }: Partial<Circumstances> & { rules?: Programme; today?: string } = {},
) => standingOf(rules, submission, { ...CALM, ...about }, today);

function withdrawn(on: string): Submission {
  const { product, ...rest } = holding('a');
  if (product === undefined) throw new TypeError('a submission that holds has a product');
  return { ...rest, product: { ...product, withdrawn: { on, why: 'it loses pets' } } };
}

describe('where a submission stands', () => {
  it.each<readonly [string, ReturnType<typeof standing>, object]>([
    [
      'conformant until it is no longer fresh',
      standing(holding('a'), { today: '2026-12-21' }),
      { state: 'conformant', date: '2026-11-21', until: '2026-12-21', next: 'the vendor: certify again by 2026-12-21' },
    ],
    [
      'in grace from the next day on',
      standing(holding('a'), { today: '2026-12-22' }),
      { state: 'grace', reason: 'it counted as fresh until 2026-12-21', date: '2026-12-22', until: '2026-12-31' },
    ],
    ['stale after grace', standing(holding('a'), { today: '2027-01-01' }), { state: 'stale', date: '2027-01-01' }],
    [
      'in grace after its catalogue was retired',
      standing(holding('a'), { rules: { ...RULES, freshDays: 90 }, today: '2027-02-01' }),
      { state: 'grace', reason: 'catalogue 1.0.0 was accepted until 2027-01-31', until: '2027-02-10' },
    ],
    [
      'in part where a rule of the register does not apply to it',
      standing(holding('a'), { rules: { ...RULES, profiles: { ...RULES.profiles, rules: ['LIST-2', 'RATE-10'] } } }),
      { state: 'partial', reason: 'without RATE-10', until: '2026-12-21' },
    ],
    [
      'in part by its profile',
      standing(holding('a'), { rules: { ...RULES, profiles: { full: ['all'], partial: ['complete'], rules: [] } } }),
      { state: 'partial', reason: 'by the profile complete' },
    ],
    [
      'refused by its profile',
      standing(holding('a'), { rules: { ...RULES, profiles: { full: ['all'], partial: [], rules: [] } } }),
      { state: 'refused', reason: 'the profile complete is not accepted here' },
    ],
    [
      'refused by its catalogue',
      standing(holding('a', '1.0.0', { claims: { catalogue: '0.9.0' } })),
      { state: 'refused', reason: 'catalogue 0.9.0 is not accepted here, only 1.0.0, 1.1.0' },
    ],
    [
      'refused by its signer',
      standing(holding('a'), { rules: { ...RULES, signers: ['https://issuer.example'] } }),
      { state: 'refused', reason: 'signatures by key are not accepted here' },
    ],
    [
      'conformant as a client, whatever catalogues and profiles the register has for services',
      standing(holdingClient('a'), {
        rules: {
          ...RULES,
          catalogues: [{ version: '9.9.9' }],
          profiles: { full: ['all'], partial: [], rules: ['RATE-1'] },
        },
      }),
      { state: 'conformant', date: '2026-11-21', until: '2026-12-21', next: 'the vendor: certify again by 2026-12-21' },
    ],
    [
      'in grace as a client',
      standing(holdingClient('a'), { today: '2026-12-22' }),
      { state: 'grace', until: '2026-12-31' },
    ],
    [
      'stale as a client',
      standing({ ...holdingClient('a'), state: 'fails', isStale: true }, { today: '2027-01-01' }),
      { state: 'stale', reason: 'it counted as fresh until 2026-12-21' },
    ],
    [
      'refused as a client by its signer',
      standing(holdingClient('a'), { rules: { ...RULES, signers: ['https://issuer.example'] } }),
      { state: 'refused', reason: 'signatures by key are not accepted here' },
    ],
    ['refused by its evidence', standing(forged('a')), { state: 'refused', reason: 'the evidence was changed' }],
    [
      'withdrawn by the vendor, from the day on',
      standing(withdrawn(AS_OF)),
      { state: 'withdrawn', reason: 'by the vendor: it loses pets', date: AS_OF },
    ],
    ['conformant before that day', standing(withdrawn('2026-11-23')), { state: 'conformant' }],
    [
      'not checked',
      standing({ name: 'a', version: '1', state: 'unchecked', says: 'no disk' }),
      { state: 'unchecked', reason: 'no disk' },
    ],
  ])('is %s', (_what, is, expected) => {
    expect(is).toMatchObject(expected);
    expect(is.next).toMatch(/^the (?:vendor|submitter|register): /);
  });

  it('is stale by the hour of its certificate, too', () => {
    const rules = { ...RULES, catalogues: undefined, freshDays: 90 };
    const { catalogues: _all, ...open } = rules;
    const today = dayAfter('2025-11-03', 90);
    expect(standing(stale('a'), { rules: { ...open, graceDays: 0 }, today })).toMatchObject({ state: 'stale' });
    expect(standing(stale('a'), { rules: { ...open, graceDays: 1 }, today })).toMatchObject({ state: 'grace' });
  });
});

const disputed = (special: Parameters<typeof aDispute>[0] = {}, today = AS_OF) =>
  standing(holding('a'), { disputes: [aDispute(special)], today });

describe('a dispute', () => {
  const response = { on: '2026-11-24', says: 'the cache did it' };

  it('leaves the vendor the notice period, then the decision to the register', () => {
    expect(disputed()).toEqual({
      state: 'disputed',
      reason: 'dispute 2026-11-22-LIST-2: LIST-2 violated',
      date: AS_OF,
      until: '2026-12-06',
      next: 'the vendor: respond to register@example.org by 2026-12-06',
    });
    for (const later of [disputed({}, '2026-12-07'), disputed({ response }, '2026-11-24')])
      expect(later).toMatchObject({ state: 'disputed', next: 'the register: decide dispute 2026-11-22-LIST-2' });
  });

  it('ends with the decision: withdrawn where it is upheld', () => {
    const decision = { on: '2026-11-25', says: 'it is so' };
    const upheld = { ...decision, is: 'upheld' as const };
    expect(disputed({ decision: upheld }, '2026-11-24')).toMatchObject({ state: 'disputed' });
    expect(disputed({ decision: upheld }, '2026-11-25')).toMatchObject({ state: 'withdrawn', date: '2026-11-25' });
    expect(disputed({ decision: { ...decision, is: 'dismissed' } }, '2026-11-25')).toMatchObject({
      state: 'conformant',
    });
  });

  it('is about one certificate, and about rules that count', () => {
    expect(disputed({ certificate: 'c'.repeat(64) })).toMatchObject({ state: 'conformant' });
    const about = { disputes: [aDispute()], errata: [ERRATUM] };
    expect(standing(holding('a'), about)).toMatchObject({ state: 'conformant' });
    expect(standing(holding('a'), { ...about, errata: [{ ...ERRATUM, does: 'rewords' }] })).toMatchObject({
      state: 'disputed',
    });
  });
});

describe('what somebody without a key can edit', () => {
  /** All that a submitter or a disputer may write; what the signature covers is not among it. */
  const edits = fc.record({
    says: fc.string(),
    withdrawn: fc.option(fc.constantFrom('2026-11-01', AS_OF, '2027-05-05'), { nil: undefined }),
    disputes: fc.array(
      fc.record({
        certificate: fc.constantFrom('a'.repeat(64), 'c'.repeat(64)),
        opened: fc.constantFrom('2026-11-01', AS_OF, '2027-05-05'),
        rule: fc.constantFrom('LIST-2', 'AUTH-5', 'NONE-1'),
        until: fc.constantFrom('2026-11-01', '2999-01-01'),
      }),
      { maxLength: 3 },
    ),
    result: fc.constantFrom('same', 'fails', 'unchecked', 'gone'),
  });
  const before = [holding('a'), stale('a'), forged('a'), holdingClient('a')];

  it('never makes its state better', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...before),
        edits,
        fc.integer({ min: 0, max: 200 }),
        fc.boolean(),
        (submission, edit, days, hasErratum) => {
          const today = dayAfter('2026-11-21', days);
          const errata = hasErratum ? [ERRATUM] : [];
          const { product } = submission;
          const edited: Submission = {
            ...submission,
            ...(product !== undefined &&
              edit.withdrawn !== undefined && { product: { ...product, withdrawn: { on: edit.withdrawn, why: 'x' } } }),
          };
          const { certificate: _certificate, client: _client, rules: _rules, isStale: _isStale, ...bare } = edited;
          const checked: Submission =
            edit.result === 'same'
              ? edited
              : { ...bare, state: edit.result === 'unchecked' ? 'unchecked' : 'fails', says: edit.says };
          const disputes = edit.disputes.map(({ rule, ...rest }) =>
            aDispute({ ...rest, violates: [{ rule, says: 'x' }] }),
          );
          const was = standing(submission, { errata, today });
          const is = standing(checked, { errata, disputes, today });
          expect(rankOf(is)).toBeGreaterThanOrEqual(rankOf(was));
        },
      ),
    );
  });
});

function rankOf({ state }: { readonly state: (typeof STANDINGS)[number] }): number {
  return STANDINGS.indexOf(state);
}
