import { describe, expect, it } from 'vitest';
import { aFinding, ledgerOf } from '../ledger/ledger.fixture.ts';
import type { Finding } from '../judges/finding.ts';
import { RULE_IDS, rules } from '../rules/index.ts';
import type { BaselineUse } from './baseline.ts';
import { decide, type Gated, type GateWishes } from './decision.ts';

const PLAIN: GateWishes = { strict: false, requireComplete: false };
const NOTHING: BaselineUse = { file: 'b.yaml', known: [], fresh: [], stale: [], expired: [], unseen: [] };
const NAME = { rule: 'LIST-2', operation: 'listPets', fault: 'too many items' } as const;
const ENTRY = { ...NAME, reason: 'r', owner: 'o' };

const passes = RULE_IDS.filter((id) => rules[id].level !== 'observed').flatMap((id) =>
  (rules[id].operations ?? [undefined]).map((operation) =>
    aFinding(id, 'pass', operation === undefined ? {} : { operation }),
  ),
);
const violated = aFinding('LIST-2', 'fail', { operation: 'listPets', fault: 'too many items' });
const alsoViolated = aFinding('AUTH-1', 'fail', { fault: 'answered 200' });
const warned = aFinding('RATE-9', 'fail', { fault: 'another instant' });

function decided(
  findings: readonly Finding[],
  wishes: Partial<GateWishes> = {},
  { run = {}, baseline }: { readonly run?: Partial<Gated['run']>; readonly baseline?: BaselineUse } = {},
) {
  const facts = { interrupted: false, ...run };
  const ledger = ledgerOf([...passes, ...findings], {}, { aborted: facts.aborted !== undefined });
  const { status, because } = decide({ ledger, run: facts, baseline }, { ...PLAIN, ...wishes });
  return `${status}: ${because}`;
}

describe('decide', () => {
  it.each([
    ['nothing violated', [], {}, {}, /^conforms: no must rule is violated$/],
    ['a violation', [violated], {}, {}, /^violates: LIST-2 is violated$/],
    ['several', [violated, alsoViolated], {}, {}, /^violates: AUTH-1 and LIST-2 are violated$/],
    ['a warning', [warned], {}, {}, /^conforms: /],
    [
      'a warning beside a must rule under strict',
      [aFinding('CREATE-2', 'warn', { fault: 'trimmed' })],
      { strict: true },
      {},
      /^violates: CREATE-2 has warnings$/,
    ],
    ['a warning under strict', [warned], { strict: true }, {}, /^violates: RATE-9 is violated$/],
    [
      'another rule than asked for',
      [violated],
      { failOn: ['AUTH-1'] },
      {},
      /^conforms: no rule of --fail-on is violated; 1 other must rule is violated$/,
    ],
    ['a rule that was asked for', [warned], { failOn: ['RATE-9'] }, {}, /^violates: RATE-9 is violated$/],
    ['an interrupted run', [violated], {}, { run: { interrupted: true } }, /^interrupted: /],
    [
      'a run that was cut short',
      [],
      {},
      { run: { aborted: 'the service is gone' } },
      /^cannotJudge: the service is gone$/,
    ],
    ['violations before the cut', [violated], {}, { run: { aborted: 'it is gone' } }, /^violates: LIST-2/],
    [
      'known violations before the cut',
      [violated],
      {},
      { run: { aborted: 'it is gone' }, baseline: { ...NOTHING, known: [ENTRY] } },
      /^cannotJudge: it is gone$/,
    ],
    [
      'a rate that was not reached',
      [],
      {},
      { run: { shortfalls: ['only 3 a second'] } },
      /^violates: only 3 a second$/,
    ],
    [
      'a rate that the load generator did not reach',
      [],
      {},
      { run: { shortfalls: ['not sent in time'], isUnmeasured: true } },
      /^cannotJudge: not sent in time$/,
    ],
    [
      'a violation under a load that was not the intended one',
      [violated],
      {},
      { run: { shortfalls: ['not sent in time'], isUnmeasured: true } },
      /^violates: LIST-2/,
    ],
    [
      'known violations',
      [violated],
      {},
      { baseline: { ...NOTHING, known: [ENTRY] } },
      /^conforms: the one violation is in b\.yaml$/,
    ],
    [
      'a new violation',
      [violated],
      {},
      { baseline: { ...NOTHING, fresh: [NAME] } },
      /^violates: 1 violation is not in b\.yaml: LIST-2 on listPets: too many items$/,
    ],
    [
      'an expired entry',
      [violated],
      {},
      { baseline: { ...NOTHING, expired: [{ ...ENTRY, expires: '2026-01-01' }] } },
      /^violates: 1 entry of b\.yaml expired: .* on 2026-01-01$/,
    ],
    [
      'a stale entry',
      [],
      {},
      { baseline: { ...NOTHING, stale: [ENTRY] } },
      /^violates: 1 entry of b\.yaml is stale: .*prune/,
    ],
  ] as const)('%s', (_, findings, wishes, circumstances, expected) => {
    expect(decided(findings, wishes, circumstances)).toMatch(expected);
  });

  it('leaves a run undecided that did not verify every must rule, where that is required', () => {
    const open = ledgerOf(passes.filter(({ rule }) => rule !== 'LIST-6'));
    const gated = { ledger: open, run: { interrupted: false } };
    expect(decide(gated, PLAIN)).toEqual({
      status: 'conforms',
      because: 'no must rule is violated; 1 must rule could not be verified',
    });
    expect(decide(gated, { ...PLAIN, requireComplete: true })).toEqual({
      status: 'incomplete',
      because: 'LIST-6 could not be verified',
    });
  });

  it('counts what was no part of the run apart from what could not be verified', () => {
    const leftOut = { 'AUTH-1': 'not chosen with --rule', 'AUTH-2': 'not chosen with --rule' };
    const missing = ['LIST-6', 'AUTH-1', 'AUTH-2'];
    const ledger = ledgerOf(
      passes.filter(({ rule }) => !missing.includes(rule)),
      { leftOut },
    );
    const gated = { ledger, run: { interrupted: false }, leftOut };
    const others = '2 must rules were not part of this run';
    expect(decide(gated, PLAIN).because).toBe(`no must rule is violated; 1 must rule could not be verified; ${others}`);
    expect(decide(gated, { ...PLAIN, requireComplete: true })).toEqual({
      status: 'incomplete',
      because: `LIST-6 could not be verified; ${others}`,
    });
  });

  it('says of a kind of run what its report says', () => {
    const gated = { ledger: ledgerOf(passes.filter(({ rule }) => rule !== 'LIST-6')), run: { interrupted: false } };
    const toldBy = {
      name: 'smoke',
      total: 44,
      covered: 19,
      violated: 0,
      inPart: [],
      notCovered: [],
      open: [],
    } as const;
    expect(decide({ ...gated, toldBy: { ...toldBy, isComplete: true } }, PLAIN).because).toBe(
      'no must rule is violated; 19 of 44 must rules were verified',
    );
  });
});
