import { describe, expect, it } from 'vitest';
import { aReport, aViolation } from '../report/report.fixture.ts';
import { placesOf } from '../model/places.ts';
import { plainGet } from '../model/coverage.ts';
import type { BaselineEntry } from './baseline-file.ts';
import { holdAgainst } from './baseline.ts';
import type { FindingName } from './finding-name.ts';
import { EVERYTHING } from './violations.ts';
import { isWhereSeen, whereOf, widenedWhere, type Tried } from './tried.ts';

const NAME = { rule: 'LIST-2', operation: 'listPets', fault: 'too many items' } as const;
const JUDGE = 'list page';

/** A run of requests with these limits; the fault shows at some. */
function run<Limit extends number | string>(
  limits: readonly Limit[],
  faulty: readonly Limit[],
  named: FindingName = NAME,
) {
  const numbered = limits.map((limit, index) => ({ limit, id: index + 1 }));
  const idsOf = (is: boolean) => numbered.flatMap(({ limit, id }) => (faulty.includes(limit) === is ? [id] : []));
  const tried: Tried = {
    places: new Map(
      numbered.flatMap(({ limit, id }) => {
        const places = placesOf(plainGet(`/pets?limit=${limit}`));
        return places === undefined ? [] : [[id, places] as const];
      }),
    ),
    passes: idsOf(false).map((id) => ({ rule: named.rule, verdict: 'pass', says: '', shownBy: [id], judge: JUDGE })),
  };
  const finding = aViolation({ ...named, shownBy: idsOf(true), judge: JUDGE });
  const { ledger } = aReport({
    outcome: 'violating',
    rows: [{ id: named.rule, verdict: 'fail', findings: [finding] }],
  });
  return { tried, finding, ledger };
}

const WRITTEN = run([1, 2, 19, 20, 50, 99, 100], [1]);
const where = whereOf(NAME, WRITTEN.ledger.rows, WRITTEN.tried);
const entry = { ...NAME, reason: 'x', owner: 'y', where };

function heldAgainst({ ledger, tried }: ReturnType<typeof run>, entries: readonly BaselineEntry[]) {
  const reach = { day: '2026-11-28', sentLike: () => true, tried };
  return holdAgainst({ file: 'b.yaml', entries }, ledger, EVERYTHING, reach);
}

/** What is new to the baseline in a run. */
function freshIn(found: ReturnType<typeof run>, entries: readonly BaselineEntry[] = [entry]) {
  return heldAgainst(found, entries).fresh;
}

describe('where a fault was seen', () => {
  it('is the dimension that tells it from what passed', () => {
    expect(where).toMatchObject([{ of: 'listPets limit', seen: ['1, the smallest'] }]);
    expect(where[0]?.passed).toEqual(expect.arrayContaining(['22 to 98', '100, the largest']));
  });

  it('is nothing where no dimension tells, as with a fault that comes and goes', () => {
    const { ledger, tried } = run([1, 2, 2, 19, 19, 20, 50, 50], [2, 19, 20, 50]);
    const often = {
      ...tried,
      passes: [...tried.passes, ...tried.passes.map((pass) => ({ ...pass, shownBy: [2, 4, 7] }))],
    };
    const rows = ledger.rows.map((row) =>
      row.id === NAME.rule ? { ...row, findings: [aViolation({ ...NAME, shownBy: [3, 5, 6, 8], judge: JUDGE })] } : row,
    );
    expect(whereOf(NAME, rows, often)).toEqual([]);
  });
});

describe('an entry that says where its fault was seen', () => {
  it('covers it there, with whatever else was drawn', () => {
    expect(freshIn(run([1, 3, 77, 100], [1]))).toEqual([]);
  });

  it('does not cover it where it had passed, not even beside a known one', () => {
    expect(freshIn(run([1, 20, 65, 99, 100], [65, 99, 100]))).toEqual([NAME]);
    expect(freshIn(run([1, 20, 65, 99, 100], [1, 65]))).toEqual([NAME]);
  });

  it('covers it where nobody had looked: no release is to blame for that', () => {
    const { finding, tried } = run([10, 20], [10]);
    expect(isWhereSeen(where, finding, tried)).toBe(true);
  });

  it('covers it anywhere, as before, where the file is an older one', () => {
    const { where: _where, ...older } = entry;
    expect(freshIn(run([1, 65], [65]), [older])).toEqual([]);
  });
});

describe('an entry that is widened', () => {
  const limits = [1, 20, 65, 99, 100];

  it('covers where the fault has spread to, and no more', () => {
    const spread = run(limits, [1, 65]);
    const widened = widenedWhere(entry, spread.ledger.rows, spread.tried);
    expect(widened?.more).toMatchObject([{ of: 'listPets limit', seen: ['22 to 98'] }]);
    const wider = [{ ...entry, where: widened?.where ?? [] }];
    expect(freshIn(spread, wider)).toEqual([]);
    expect(freshIn(run(limits, [1, 65, 100]), wider)).toEqual([NAME]);
  });

  it('is none where the fault is where it was, or where nobody had tried', () => {
    for (const same of [run(limits, [1]), run([10, 20], [10])])
      expect(widenedWhere(entry, same.ledger.rows, same.tried)).toBeUndefined();
  });
});

const named = (limit: string) => ({ ...NAME, rule: 'LIST-4', input: `limit is "${limit}"` }) as const;
const written = (limits: readonly string[], faulty: readonly string[]) => {
  const { ledger, tried } = run(limits, faulty, named('ten'));
  return [{ ...named('ten'), reason: 'x', owner: 'y', where: whereOf(named('ten'), ledger.rows, tried) }];
};

describe('another input', () => {
  it('is known where every request of its partition shows the fault', () => {
    const entries = written(['ten', '0', '-1'], ['ten']);
    expect(entries[0]?.where).toMatchObject([{ of: 'listPets limit', seen: ['a word'] }]);
    const other = run(['null', '0'], ['null'], named('null'));
    const { fresh, known, stale } = heldAgainst(other, entries);
    expect({ fresh, known, stale }).toEqual({ fresh: [], known: entries, stale: [] });
  });

  it('is new in another partition, and where others of its partition had passed', () => {
    const zero = { ...named('ten'), input: 'limit is 0' };
    expect(freshIn(run(['0', 'ten'], ['0'], zero), written(['ten', '0', '-1'], ['ten']))).toEqual([zero]);
    const entries = written(['ten', 'null', '0', '-1', '-2', '-3'], ['ten']);
    expect(entries[0]?.where[0]?.passed).toContain('a word');
    expect(freshIn(run(['null'], ['null'], named('null')), entries)).toEqual([named('null')]);
  });

  it('is new where only what is usual about it is the same', () => {
    const entries = [
      { ...named('ten'), reason: 'x', owner: 'y', where: [{ of: 'listPets status', seen: ['absent'], passed: [] }] },
    ];
    expect(freshIn(run(['null'], ['null'], named('null')), entries)).toEqual([named('null')]);
  });
});
