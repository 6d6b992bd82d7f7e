import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../contract/operations.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Finding } from '../judges/finding.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { aFinding, ledgerOf, rowOf } from './ledger.fixture.ts';

/** Every rule seen to be kept, on every operation. */
const KEPT: readonly Finding[] = RULE_IDS.flatMap((id) =>
  OPERATION_NAMES.map((operation) => aFinding(id, rules[id].level === 'observed' ? 'observed' : 'pass', { operation })),
);

describe('the outcome', () => {
  it('is conforming when every must rule that applies was shown', () => {
    expect(ledgerOf(KEPT).outcome).toBe('conforming');
  });

  it('stays conforming with warnings, and with should rules that nobody tried', () => {
    const findings = KEPT.filter(({ rule }) => rule !== 'AUTH-6');
    expect(ledgerOf([...findings, aFinding('AUTH-5', 'fail'), aFinding('JSON-1', 'warn')]).outcome).toBe('conforming');
  });

  it('is incomplete when a must rule was not shown, or not for sure', () => {
    expect(ledgerOf(KEPT.filter(({ rule }) => rule !== 'LIST-6')).outcome).toBe('incomplete');
    expect(ledgerOf([...KEPT, aFinding('LIST-6', 'inconclusive')]).outcome).toBe('incomplete');
    expect(ledgerOf([...KEPT, aFinding('LIST-9', 'fail', { see: 'LIST-6' })]).outcome).toBe('incomplete');
    expect(ledgerOf(KEPT, { leftOut: { 'LIST-6': 'left out with --skip' } }).outcome).toBe('incomplete');
    expect(ledgerOf([]).outcome).toBe('incomplete');
  });

  it('is aborted when the run was, and violating above all', () => {
    const end = { aborted: true, endedEarly: 'the run was interrupted' };
    expect(ledgerOf(KEPT, {}, end).outcome).toBe('aborted');
    expect(ledgerOf([aFinding('LIST-1', 'fail')], {}, end).outcome).toBe('violating');
  });
});

describe('rules that were left out', () => {
  const leftOut = { 'LIST-1': 'left out with --skip', 'VER-1': 'not chosen with --rule' };

  it('are told where they are violated and explain what was asked for, unless they were skipped by name', () => {
    const asked = { leftOut: { 'JSON-3': 'not chosen with --rule', 'LIST-1': 'not chosen with --rule' } };
    const findings = [
      aFinding('GET-1', 'fail', { see: 'JSON-3' }),
      aFinding('JSON-3', 'fail', { says: 'id 9007199254740993 was read back as 9007199254740992' }),
      aFinding('LIST-1', 'fail'),
    ];
    const ledger = ledgerOf(findings, asked);
    expect(ledger.outcome).toBe('violating');
    expect(rowOf('JSON-3', ledger)).toMatchObject({ verdict: 'fail', says: expect.stringContaining('read back') });
    expect(rowOf('LIST-1', ledger)).toMatchObject({ verdict: 'not-exercised', says: 'not chosen with --rule' });
    const skipped = { ...asked, skipped: ['JSON-3'] };
    expect(rowOf('JSON-3', ledgerOf(findings, skipped))).toMatchObject({ verdict: 'not-exercised' });
    const kept = findings.filter(({ rule }) => rule !== 'JSON-3');
    expect(rowOf('JSON-3', ledgerOf(kept, asked))).toMatchObject({
      verdict: 'not-exercised',
      says: 'not chosen with --rule',
    });
  });

  it('stay so, whatever was found', () => {
    const ledger = ledgerOf([aFinding('LIST-1', 'fail')], { leftOut });
    expect(rowOf('LIST-1', ledger)).toMatchObject({
      verdict: 'not-exercised',
      says: 'left out with --skip',
      evidence: [],
      findings: [],
    });
    expect(rowOf('VER-1', ledger)).toMatchObject({ verdict: 'not-exercised', says: 'not chosen with --rule' });
    expect(ledger.outcome).toBe('incomplete');
  });
});

describe('hostile inputs that were left out', () => {
  const leftOutInputs = ['query-nul', 'chunked'];
  const left = 'left out with --skip-input: query-nul, chunked';

  it.each(['pass', 'fail', 'inconclusive'] as const)('are told beside a %s, which they do not change', (verdict) => {
    const ledger = ledgerOf([aFinding('ERR-7', verdict)], { leftOutInputs });
    expect(rowOf('ERR-7', ledger)).toMatchObject({ verdict, says: `ERR-7 ${verdict} (${left})`, evidence: [1] });
  });

  it('are told where nothing else was tried', () => {
    const row = rowOf('ERR-7', ledgerOf([], { leftOutInputs }));
    expect(row).toMatchObject({ verdict: 'not-exercised', says: `no response of this run verifies it (${left})` });
  });

  it('are no other rule’s matter, and none where the rule itself was left out', () => {
    const ledger = ledgerOf(KEPT, { leftOutInputs });
    expect(ledger.rows.filter(({ says }) => says.includes('--skip-input')).map(({ id }) => id)).toEqual(['ERR-7']);
    expect(ledger.outcome).toBe('conforming');
    const leftOut = { 'ERR-7': 'left out with --skip' };
    expect(rowOf('ERR-7', ledgerOf([], { leftOutInputs, leftOut })).says).toBe('left out with --skip');
  });
});

describe('VER-1', () => {
  it.each([
    ['https://pets.example/v1', 'pass'],
    ['https://pets.example/api/v1', 'pass'],
    ['https://pets.example', 'fail'],
    ['https://pets.example/v2', 'fail'],
  ])('of %s is %s', (baseUrl, verdict) => {
    const ledger = ledgerOf(KEPT, { baseUrl });
    expect(rowOf('VER-1', ledger)).toMatchObject({ verdict, evidence: [], evidenceCount: 0 });
    expect(ledger.outcome).toBe(verdict === 'pass' ? 'conforming' : 'violating');
  });
});

const whyNotGet = (asOf: string) => (['GET-1', 'GET-4'] as const).map((id) => rowOf(id, ledgerOf([], { asOf })).says);

describe('rules that do not apply', () => {
  it('are those of other commands', () => {
    const { rows } = ledgerOf(KEPT);
    const others = rows.filter(({ verdict }) => verdict === 'not-applicable').map(({ id }) => id);
    expect(others).toEqual([
      'GET-4',
      'RATE-11',
      'CLIENT-1',
      'CLIENT-2',
      'CLIENT-3',
      'CLIENT-4',
      'CLIENT-5',
      'CLIENT-6',
    ]);
  });

  it.each([
    ['2026-11-21', ['GET-4']],
    ['2030-12-03', ['GET-4']],
    ['2030-12-04', ['GET-1', 'GET-2', 'GET-4', 'GET-5']],
    ['2030-12-05', ['GET-1', 'GET-2', 'GET-4', 'GET-5']],
    ['2030-12-06', ['GET-1', 'GET-2', 'GET-4', 'GET-5']],
    ['2030-12-07', ['GET-1', 'GET-2', 'GET-5']],
  ])('at %s are %j of getPet, also where they seem violated', (asOf, ids) => {
    const violated = RULE_IDS.filter((id) => id.startsWith('GET-')).map((id) => aFinding(id, 'fail'));
    const { rows } = ledgerOf(violated, { asOf });
    expect(
      rows.filter(({ id, verdict }) => id.startsWith('GET-') && verdict === 'not-applicable').map(({ id }) => id),
    ).toEqual(ids);
  });

  it('say why', () => {
    expect(whyNotGet('2026-11-21')[1]).toBe('getPet is removed on 5 December 2030');
    expect(whyNotGet('2030-12-05')).toEqual(
      Array(2).fill('within a day of the removal of getPet either response is fine'),
    );
    expect(whyNotGet('2031-01-01')[0]).toBe('getPet was removed on 5 December 2030');
    expect(rowOf('RATE-11', ledgerOf([])).says).toBe('judged by `petvet load daily`');
    expect(rowOf('CLIENT-1', ledgerOf([])).says).toBe('judged by `petvet client`');
  });
});

describe('without writes', () => {
  const reads = KEPT.filter(({ operation, rule }) => operation !== 'createPet' && !rule.startsWith('CREATE'));

  it.each(['AUTH-1', 'AUTH-2', 'AUTH-3', 'AUTH-7', 'ERR-1', 'JSON-1'] as const)('%s is no pass', (id) => {
    expect(rowOf(id, ledgerOf(reads, { writes: false }))).toMatchObject({
      verdict: 'inconclusive',
      says: 'verified on listPets and getPet, not verified on createPet (writes are off; --writes turns them on)',
    });
  });

  it('the rules of creations are not exercised', () => {
    const { rows, outcome } = ledgerOf(reads, { writes: false });
    const creations = rows.filter(({ id }) => id.startsWith('CREATE-'));
    expect(new Set(creations.map(({ verdict, says }) => `${verdict}: ${says}`))).toEqual(
      new Set(['not-exercised: writes are off; --writes turns them on']),
    );
    expect(outcome).toBe('incomplete');
  });
});

it('a removed getPet is not an operation on which a rule must be shown', () => {
  const others = KEPT.filter(({ operation }) => operation !== 'getPet');
  expect(rowOf('AUTH-1', ledgerOf(others, { asOf: '2031-01-01' })).verdict).toBe('pass');
  expect(rowOf('AUTH-1', ledgerOf(others, { asOf: '2030-12-05' })).verdict).toBe('pass');
  expect(rowOf('AUTH-1', ledgerOf(others)).verdict).toBe('inconclusive');
});

const reason = (id: Finding['rule'], run: Partial<Knowledge> = {}, end = {}) => rowOf(id, ledgerOf([], run, end)).says;

/** The rules that were not verified although nothing explains it. */
function unexplained(...given: Parameters<typeof ledgerOf>): readonly RuleId[] {
  return ledgerOf(...given).rows.flatMap((row) => (row.isUnexplained === true ? [row.id] : []));
}

describe('the reason of what was not exercised', () => {
  it('is there for every row', () => {
    const silent = ledgerOf([]).rows.filter(({ says }) => !/^\S.{8,}/.test(says));
    expect(silent).toEqual([]);
  });

  it('names the end of the run where it ended early, beside what is known to be missing', () => {
    const endedEarly = 'all 10 requests that --max-requests allows were used';
    expect(reason('LIST-1', {}, { endedEarly })).toBe(`not reached; ${endedEarly}`);
    expect(reason('LIST-4', {}, { endedEarly, seen: { pets: 7 } })).toBe(
      `needs 101 pets, 7 seen; ${endedEarly} (--populate would create 94 pets)`,
    );
    expect(reason('LIST-4', { leftOut: { 'LIST-4': 'left out with --skip' } }, { endedEarly })).toBe(
      'left out with --skip',
    );
  });

  it('is the end of the run only for rules that its configuration does not leave out', () => {
    const { rows } = ledgerOf(
      [aFinding('LIST-1', 'pass')],
      { leftOut: { 'LIST-2': 'left out with --skip' } },
      { endedEarly: 'the run was interrupted' },
    );
    const cutShort = rows.filter(({ isCutShort }) => isCutShort === true).map(({ id }) => id);
    expect(cutShort).toEqual(expect.arrayContaining(['LIST-3', 'CREATE-1']));
    for (const id of ['LIST-1', 'LIST-2', 'RATE-10']) expect(cutShort).not.toContain(id);
    expect(ledgerOf([]).rows.filter(({ isCutShort }) => isCutShort === true)).toEqual([]);
  });

  it('is unexplained where nothing was missing: neither a need, nor the rest of the run, nor what would help', () => {
    expect(unexplained([])).toEqual(expect.arrayContaining(['LIST-7', 'LIST-10', 'ERR-2']));
    expect(unexplained([aFinding('LIST-10', 'pass')])).not.toContain('LIST-10');
    expect(unexplained([], { writes: false })).not.toContain('CREATE-1');
    expect(unexplained([], {}, { seen: { pets: 7 } })).not.toContain('LIST-3');
    expect(unexplained([], {}, { endedEarly: 'the run was interrupted' })).toEqual([]);
    expect(unexplained([], {}, { ownTraffic: false })).toEqual([]);
  });

  it.each([{}, { writes: false }])('speaks of the traffic where petvet did not make it', (run) => {
    for (const id of ['LIST-1', 'CREATE-1'] as const)
      expect(reason(id, run, { ownTraffic: false })).toBe('no response of this traffic verifies it');
  });
});
