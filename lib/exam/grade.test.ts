import { describe, expect, it } from 'vitest';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { gradeOf } from './grade.ts';
import { aCatch, aResult } from './result.fixture.ts';
import { NOT_YET } from './sampled-subjects.ts';

describe('a defect', () => {
  it('is caught by a rule that it breaks, the earliest first', () => {
    const catches = [
      { rule: 'LIST-9', probes: [], requests: 40 },
      { rule: 'LIST-2', probes: [], requests: 5 },
    ];
    expect(gradeOf(aResult('limit-1-gives-2', { failed: ['LIST-9', 'LIST-2'], catches }))).toEqual({
      kind: 'defect',
      state: 'caught',
      caughtBy: [
        { rule: 'LIST-2', isRight: true, requests: 5 },
        { rule: 'LIST-9', isRight: true, requests: 40 },
      ],
      faults: [],
    });
  });

  it('is missed where no rule fails, and where only a warning is given for a must', () => {
    const missed = { state: 'missed', caughtBy: [], faults: ['it was not detected as LIST-2, LIST-9'] };
    expect(gradeOf(aResult('limit-1-gives-2'))).toMatchObject(missed);
    expect(gradeOf(aResult('limit-1-gives-2', { warned: ['LIST-2'] }))).toMatchObject(missed);
  });

  it('of a should is caught by a warning', () => {
    expect(gradeOf(aResult('key-echoed', { warned: ['AUTH-8', 'GET-6'] }))).toMatchObject({
      state: 'caught',
      caughtBy: [{ rule: 'AUTH-8', isRight: true }],
      faults: [],
    });
  });

  it('is named wrongly where another rule is blamed, with the right one or without it', () => {
    const wrong = aCatch('limit-1-gives-2', 'GET-1', 3);
    expect(gradeOf(wrong)).toMatchObject({
      state: 'misnamed',
      caughtBy: [{ rule: 'GET-1', isRight: false, requests: 3 }],
      faults: ['it was not detected as LIST-2, LIST-9', 'GET-1 was blamed: GET-1 is broken'],
    });
    expect(gradeOf({ ...wrong, failed: ['LIST-2', 'GET-1'] })).toMatchObject({
      state: 'misnamed',
      faults: ['GET-1 was blamed: GET-1 is broken'],
    });
  });

  it('that is known to be missed is no fault, unless something else is blamed', () => {
    expect(gradeOf(aResult('reset-never-comes'))).toMatchObject({ state: 'gap', faults: [] });
    expect(gradeOf(aCatch('reset-never-comes', 'RATE-4', 80))).toMatchObject({ state: 'caught', faults: [] });
    expect(gradeOf(aCatch('reset-never-comes', 'GET-1', 80))).toMatchObject({
      state: 'misnamed',
      faults: ['GET-1 was blamed: GET-1 is broken'],
    });
  });

  it('is known to be missed only while it is there', () => {
    expect(Object.keys(NOT_YET).filter((name) => defects[name] === undefined)).toEqual([]);
  });

  it('has a name that no variant has', () => {
    expect(Object.keys(variants).filter((name) => Object.hasOwn(defects, name))).toEqual([]);
  });
});

describe('what conforms', () => {
  it.each(['chunked', 'conforming'])('is left in peace: %s', (name) => {
    expect(gradeOf(aResult(name, { warned: ['AUTH-5'] }))).toMatchObject({ state: 'in peace', faults: [] });
  });

  it.each(['chunked', 'conforming'])('is called wrong where a rule fails: %s', (name) => {
    expect(gradeOf(aCatch(name, 'LIST-2', 5))).toMatchObject({
      state: 'called wrong',
      faults: ['LIST-2 was called violated: LIST-2 is broken'],
    });
  });
});

describe('a run', () => {
  it('is gentle, deeper only where that was asked for, and goes to its end', () => {
    expect(gradeOf(aResult('chunked', { requests: 121, created: 16, aborted: 'no answer' })).faults).toEqual([
      'the run was aborted: no answer',
      '121 requests were sent',
      '16 pets were left',
    ]);
    expect(
      gradeOf(aCatch('status-trimmed', defects['status-trimmed']?.breaks[0] ?? '', 400, { requests: 480 })).faults,
    ).toEqual([]);
  });

  it('ends early where the key is banned', () => {
    expect(gradeOf(aResult('eager-ban-401', { aborted: 'the key is refused' })).faults).toEqual([]);
  });
});
