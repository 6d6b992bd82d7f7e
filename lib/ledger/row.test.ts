import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../contract/operations.ts';
import type { Finding } from '../judges/finding.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { MOST_EVIDENCE, VERDICTS } from './ledger.ts';
import { aFinding, ledgerOf, rowOf } from './ledger.fixture.ts';

const row = (id: RuleId, ...findings: Finding[]) => rowOf(id, ledgerOf(findings));
const onEach = (id: RuleId, verdict: Finding['verdict'] = 'pass') =>
  OPERATION_NAMES.map((operation, index) => aFinding(id, verdict, { operation, shownBy: [index + 1] }));

describe('the verdict of a must rule', () => {
  it.each([
    [['pass', 'fail', 'inconclusive'], 'fail'],
    [['pass', 'inconclusive', 'warn'], 'inconclusive'],
    [['warn', 'pass', 'observed'], 'pass'],
    [['observed', 'warn'], 'warn'],
    [['observed'], 'observed'],
    [[], 'not-exercised'],
  ] satisfies [Finding['verdict'][], string][])('of %j is %s', (verdicts, verdict) => {
    expect(row('LIST-1', ...verdicts.map((one) => aFinding('LIST-1', one))).verdict).toBe(verdict);
  });

  it('is told by the first finding of its own, and how many more there are', () => {
    const see = aFinding('LIST-1', 'inconclusive', { see: 'JSON-2', says: 'see JSON-2' });
    const own = aFinding('LIST-1', 'inconclusive', { says: 'a status is null' });
    expect(row('LIST-1', see).says).toBe('see JSON-2');
    expect(row('LIST-1', see, own)).toMatchObject({
      verdict: 'inconclusive',
      says: 'a status is null, and 1 more finding',
    });
  });

  it('is no violation where another rule is blamed', () => {
    expect(row('LIST-9', aFinding('LIST-9', 'fail', { see: 'LIST-6' }))).toMatchObject({ verdict: 'inconclusive' });
  });
});

describe('the verdict of a should rule', () => {
  it('is a warning where it was broken once, whatever else was seen', () => {
    const findings = [aFinding('AUTH-5', 'pass'), aFinding('AUTH-5', 'fail', { says: 'no challenge', shownBy: [2] })];
    expect(row('AUTH-5', ...findings)).toMatchObject({ verdict: 'warn', says: 'no challenge', evidence: [2] });
    expect(row('AUTH-5', ...findings).findings).toMatchObject([{ verdict: 'fail', times: 1 }]);
  });

  it.each(['pass', 'inconclusive'] as const)('is %s where nothing else was seen', (verdict) => {
    expect(row('AUTH-5', aFinding('AUTH-5', verdict)).verdict).toBe(verdict);
  });
});

const codes = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aFinding('ERR-6', 'observed', { says: `code ${index}`, actual: `${index}`, shownBy: [index + 1] }),
  );

describe('the row of an observed rule', () => {
  it('is observed whatever the finding says', () => {
    expect(row('ERR-6', aFinding('ERR-6', 'fail')).verdict).toBe('observed');
  });

  it('says little, the most frequent first', () => {
    expect(row('ERR-6', ...codes(2)).says).toBe('code 0; code 1');
    const often = [...codes(9), ...codes(9).slice(7), aFinding('ERR-6', 'observed', { says: 'code 8', actual: '8' })];
    expect(row('ERR-6', ...often).says).toBe('code 8; code 7; code 0; 6 more');
    expect(row('ERR-6', ...codes(900)).says).toBe('code 0; code 1; code 2; more than 47 more');
    expect(row('ERR-6', aFinding('ERR-6', 'observed', { says: 'x'.repeat(5_000) })).says.length).toBeLessThan(150);
  });

  it('keeps every answer among its findings', () => {
    expect(row('ERR-6', ...codes(9)).findings).toHaveLength(9);
  });
});

describe('a rule that must be shown on several operations', () => {
  it('passes when it was shown on each', () => {
    expect(row('AUTH-1', ...onEach('AUTH-1'))).toMatchObject({
      verdict: 'pass',
      evidence: [1, 2, 3],
      evidenceCount: 3,
    });
  });

  it('is shown by a warning, too', () => {
    expect(row('JSON-1', ...onEach('JSON-1').slice(1), ...onEach('JSON-1', 'warn').slice(0, 1)).verdict).toBe('pass');
  });

  it('is inconclusive when one is missing', () => {
    expect(row('AUTH-1', ...onEach('AUTH-1').slice(1))).toMatchObject({
      verdict: 'inconclusive',
      says: 'verified on createPet and getPet, not verified on listPets (no response of this run verifies it)',
    });
    expect(row('ERR-1', aFinding('ERR-1', 'pass')).says).toMatch(/^verified on other responses, not verified on /);
  });

  it('is violated on any', () => {
    expect(row('AUTH-1', ...onEach('AUTH-1'), aFinding('AUTH-1', 'fail', { operation: 'getPet' })).verdict).toBe(
      'fail',
    );
  });
});

describe('evidence', () => {
  it('is in order, each exchange once, and bounded', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => aFinding('LIST-1', 'pass', { shownBy: [1_000 - index] }));
    const { evidence, evidenceCount } = row('LIST-1', ...many, aFinding('LIST-1', 'pass', { shownBy: [1_000, 999] }));
    expect(evidence).toEqual(Array.from({ length: MOST_EVIDENCE }, (_, index) => 901 + index));
    expect(evidenceCount).toBe(1_000);
  });

  it('counts the exchanges of one finding', () => {
    expect(row('GET-1', aFinding('GET-1', 'pass', { shownBy: [3, 1, 3] }))).toMatchObject({
      evidence: [1, 3],
      evidenceCount: 2,
    });
  });

  it('is that of the verdict alone', () => {
    const findings = [aFinding('LIST-1', 'pass', { shownBy: [1] }), aFinding('LIST-1', 'fail', { shownBy: [2] })];
    expect(row('LIST-1', ...findings)).toMatchObject({ evidence: [2], evidenceCount: 1 });
  });

  it('is asked of every pass', () => {
    expect(row('LIST-1', aFinding('LIST-1', 'pass', { shownBy: [] })).verdict).toBe('not-exercised');
  });
});

describe('thousands of findings', () => {
  it('that are equal are counted', () => {
    const equal = Array.from({ length: 20_000 }, (_, index) =>
      aFinding('LIST-1', 'fail', { shownBy: [index + 1], says: 'no Pet' }),
    );
    const { findings, says, evidence } = row('LIST-1', ...equal);
    expect(findings).toMatchObject([{ says: 'no Pet', times: 20_000, shownBy: [1] }]);
    expect([says, evidence.length]).toEqual(['no Pet', MOST_EVIDENCE]);
  });

  it('that differ are cut off, and never hide a violation', () => {
    const doubts = Array.from({ length: 200 }, (_, index) =>
      aFinding('LIST-1', 'inconclusive', { says: `doubt ${index}`, fault: `doubt ${index}` }),
    );
    const { findings, verdict, says } = row('LIST-1', ...doubts, aFinding('LIST-1', 'fail', { says: 'no Pet' }));
    expect([verdict, says]).toEqual(['fail', 'no Pet']);
    expect(findings).toHaveLength(51);
    expect(findings[0]).toMatchObject({ verdict: 'fail' });
    expect(row('LIST-1', ...doubts).says).toBe('doubt 0, and more than 49 more findings');
  });
});

it('whatever the findings, a row says something, and a pass has evidence', () => {
  const finding = fc.record(
    {
      rule: fc.constantFrom(...RULE_IDS),
      verdict: fc.constantFrom('fail', 'inconclusive', 'pass', 'warn', 'observed'),
      shownBy: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 4 }),
      says: fc.constantFrom('a', 'b', 'c'),
      operation: fc.constantFrom(...OPERATION_NAMES),
      see: fc.constantFrom('JSON-1', 'LIST-6'),
    },
    { requiredKeys: ['rule', 'verdict', 'shownBy', 'says'], noNullPrototype: true },
  ) satisfies fc.Arbitrary<Finding>;
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 60 }), fc.boolean(), (findings, writes) => {
      const { rows, outcome } = ledgerOf(findings, { writes });
      expect(rows.map(({ id }) => id)).toEqual(RULE_IDS);
      for (const { id, verdict, says, evidence, evidenceCount } of rows) {
        expect(VERDICTS).toContain(verdict);
        expect(says).not.toBe('');
        expect(evidenceCount).toBeGreaterThanOrEqual(evidence.length);
        expect(evidence.length > 0 || verdict !== 'pass' || id === 'VER-1').toBe(true);
        const own = findings.filter(({ rule, see }) => rule === id && see === undefined);
        expect(verdict !== 'fail' || own.some((one) => one.verdict === 'fail')).toBe(true);
        expect(`${rules[id].level} ${verdict}`).not.toBe('should fail');
      }
      const failed = rows.some(({ level, verdict }) => level === 'must' && verdict === 'fail');
      expect(outcome === 'violating').toBe(failed);
    }),
    { numRuns: 60 },
  );
});
