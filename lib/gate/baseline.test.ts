import { describe, expect, it } from 'vitest';
import { aFinding, ledgerOf } from '../ledger/ledger.fixture.ts';
import type { Finding } from '../judges/finding.ts';
import type { BaselineEntry } from './baseline-file.ts';
import { emptyBaseline } from './baseline-file.ts';
import { holdAgainst, inCatalogueOrder, KINDS_KEPT, type RunReach } from './baseline.ts';
import { countingFor } from './decision.ts';
import { sayName } from './finding-name.ts';

const TOO_MANY = { operation: 'listPets', fault: 'too many items' } as const;
const ENTRY: BaselineEntry = { rule: 'LIST-2', ...TOO_MANY, reason: 'known', owner: 'team' };
const REACH: RunReach = { day: '2026-11-23', sentLike: () => true };

function hold(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  reach: Partial<RunReach> = {},
  strict = false,
) {
  const counting = countingFor({ strict, requireComplete: false });
  const use = holdAgainst({ ...emptyBaseline('b.yaml'), entries }, ledgerOf(findings), counting, {
    ...REACH,
    ...reach,
  });
  const { known, fresh, stale, expired, unseen } = use;
  return {
    known: known.map(sayName),
    fresh: fresh.map(sayName),
    stale: stale.map(sayName),
    expired: expired.map(sayName),
    unseen: unseen.map(({ why }) => why),
  };
}

const NOTHING = { known: [], fresh: [], stale: [], expired: [], unseen: [] };
const SEEN = aFinding('LIST-2', 'fail', TOO_MANY);
const NAME = 'LIST-2 on listPets: too many items';

describe('a finding', () => {
  it('is known by its name', () => {
    expect(hold([SEEN], [ENTRY])).toEqual({ ...NOTHING, known: [NAME] });
  });

  it('is new where it is another fault of the same rule', () => {
    const second = aFinding('LIST-2', 'fail', { ...TOO_MANY, fault: 'too few items' });
    expect(hold([SEEN, second], [ENTRY])).toEqual({
      ...NOTHING,
      known: [NAME],
      fresh: ['LIST-2 on listPets: too few items'],
    });
  });

  it('is known on unusual requests where plain ones are known to meet it, and not the other way round', () => {
    const odd = { ...TOO_MANY, input: 'limit as text' };
    expect(hold([aFinding('LIST-2', 'fail', odd)], [ENTRY]).fresh).toEqual([]);
    expect(hold([SEEN], [{ ...ENTRY, ...odd }])).toEqual({
      ...NOTHING,
      fresh: [NAME],
      stale: [`${NAME} (limit as text)`],
    });
  });

  it('of a should rule counts under strict alone', () => {
    const slow = aFinding('RATE-9', 'fail', { fault: 'another instant' });
    expect(hold([slow], []).fresh).toEqual([]);
    expect(hold([slow], [], {}, true).fresh).toEqual(['RATE-9: another instant']);
  });

  it('is known as a warning beside a must rule under strict', () => {
    const warned = [aFinding('CREATE-2', 'pass'), aFinding('CREATE-2', 'warn', { fault: 'trimmed' })];
    const entry: BaselineEntry = { rule: 'CREATE-2', fault: 'trimmed', reason: 'r', owner: 'o' };
    expect(hold(warned, [], {}, true).fresh).toEqual(['CREATE-2: trimmed']);
    expect(hold(warned, [entry], {}, true)).toEqual({ ...NOTHING, known: ['CREATE-2: trimmed'] });
    expect(hold(warned, [])).toEqual(NOTHING);
  });

  it('is new by its own input, where others of the same fault are known', () => {
    const fault = { operation: 'createPet', fault: 'missing in a 400', place: 'code' } as const;
    const met = ['a', 'b', 'c'].map((input) => aFinding('ERR-1', 'fail', { ...fault, input }));
    const entries = ['a', 'b'].map((input) => ({ rule: 'ERR-1', ...fault, input, reason: 'r', owner: 'o' }) as const);
    expect(hold(met, entries)).toEqual({
      ...NOTHING,
      known: ['ERR-1 on createPet: missing in a 400 in code (a)', 'ERR-1 on createPet: missing in a 400 in code (b)'],
      fresh: ['ERR-1 on createPet: missing in a 400 in code (c)'],
    });
  });

  it('is not cut by doubts of the same rule', () => {
    const doubts = Array.from({ length: KINDS_KEPT + 9 }, (_, index) =>
      aFinding('LIST-2', 'inconclusive', { fault: `${index}` }),
    );
    expect(hold([SEEN, ...doubts], [ENTRY]).fresh).toEqual([]);
  });

  it('is never lost among more kinds than a ledger keeps', () => {
    const kinds = Array.from({ length: KINDS_KEPT + 9 }, (_, index) => `fault ${String.fromCharCode(65 + index)}`);
    const findings = kinds.map((fault) => aFinding('LIST-2', 'fail', { ...TOO_MANY, fault }));
    const entries = kinds.map((fault) => ({ ...ENTRY, fault }));
    expect(hold(findings, entries).fresh).toEqual([expect.stringContaining('more than 49 kinds of faults')]);
  });
});

describe('an entry', () => {
  const kept = aFinding('LIST-2', 'pass');

  it('is stale where the rule was verified and its finding was not seen', () => {
    expect(hold([kept], [ENTRY])).toEqual({ ...NOTHING, stale: [NAME] });
  });

  it.each([
    ['the rule was not verified', [], {}, {}, /^the rule was not verified: /],
    ['its rule is open', [aFinding('LIST-2', 'inconclusive', { fault: 'x' })], {}, {}, /^the rule was not verified/],
    ['the run was cut short', [kept], { cutShort: 'the run ended early' }, {}, /^the run ended early$/],
    ['no such request was sent', [kept], { sentLike: () => false }, { input: 'x' }, /^the run sent no such request$/],
    ['it comes and goes', [kept], {}, { intermittent: true }, /^it comes and goes$/],
  ])('is not stale where %s', (_, findings, reach, parts, why) => {
    expect(hold(findings, [{ ...ENTRY, ...parts }], reach)).toEqual({
      ...NOTHING,
      unseen: [expect.stringMatching(why)],
    });
  });

  it.each([
    ['2026-11-23', { known: [NAME] }],
    ['2026-11-22', { expired: [NAME] }],
  ])('that expires on %s is, on the 23rd, %o', (expires, expected) => {
    expect(hold([SEEN], [{ ...ENTRY, expires }])).toEqual({ ...NOTHING, ...expected });
  });

  it('that expired does not let its finding pass as new as well', () => {
    expect(hold([kept], [{ ...ENTRY, expires: '2026-01-01' }])).toEqual({ ...NOTHING, expired: [NAME] });
  });
});

describe('inCatalogueOrder', () => {
  it('lists rules as the catalogue does', () => {
    expect(inCatalogueOrder([{ rule: 'RATE-1' }, { rule: 'JSON-1' }])).toEqual([
      { rule: 'JSON-1' },
      { rule: 'RATE-1' },
    ]);
  });
});
