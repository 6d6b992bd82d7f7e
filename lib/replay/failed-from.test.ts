import { describe, expect, it } from 'vitest';
import { aViolation } from '../report/report.fixture.ts';
import { failedRules, findingsToRepeat, settleRules } from './failed-from.ts';
import { aGet, aRecordedRun } from './recorded-run.fixture.ts';
import type { Settled } from './settled.ts';

const numbers = [1, 2, 3, 4, 5, 6];
const failing = (rule: 'LIST-2' | 'JSON-1' | 'ERR-5', shown: readonly number[]) => ({
  id: rule,
  verdict: rule === 'ERR-5' ? ('warn' as const) : ('fail' as const),
  findings: shown.map((id) => aViolation({ rule, says: `${rule} by ${id}`, shownBy: [id] })),
});
const RUN = aRecordedRun(
  { rows: [failing('LIST-2', [4, 1, 2, 3, 5]), failing('JSON-1', [6]), failing('ERR-5', [6])] },
  numbers.map((id) => aGet(id, `/pets?limit=${id}`, 200, [])),
);

it('chooses the must rules that failed, and leaves the others out with the reason', () => {
  const { chosen, leftOut } = failedRules(RUN);
  expect(chosen).toEqual(['JSON-1', 'LIST-2']);
  expect(leftOut['ERR-5']).toBe('did not fail in the earlier run');
  expect(() => failedRules(aRecordedRun())).toThrow('no must rule failed');
});

it('takes one finding of each rule before a second one, in the order of the report', () => {
  const says = findingsToRepeat(RUN, ['JSON-1', 'LIST-2']).map(({ finding }) => finding.says);
  expect(says).toEqual(['JSON-1 by 6', 'LIST-2 by 4', 'LIST-2 by 1', 'LIST-2 by 2', 'LIST-2 by 3', 'LIST-2 by 5']);
});

describe('settleRules', () => {
  const findings = findingsToRepeat(RUN, ['LIST-2']);
  const settled = (...states: Settled['state'][]) =>
    settleRules(
      RUN,
      ['LIST-2'],
      states.flatMap((state, index): Settled[] => {
        const found = findings[index];
        return found === undefined ? [] : [{ found, state, says: `it is ${state}` }];
      }),
    )[0];

  it.each([
    ['violated again', ['fixed', 'violated again', 'cannot tell']],
    ['cannot tell', ['fixed', 'cannot tell', 'fixed']],
    ['fixed', ['fixed', 'fixed', 'fixed', 'fixed', 'fixed']],
    ['cannot tell', ['fixed', 'fixed', 'fixed', 'fixed']],
    ['cannot tell', []],
  ] as const)('%s: %j', (state, states) => {
    expect(settled(...states)?.state).toBe(state);
  });

  it('says how many findings of how many were sent again', () => {
    expect(settled('fixed', 'fixed', 'fixed')?.says).toBe(
      '3 of its 5 findings are fixed, and no others were sent again',
    );
  });
});
