import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { courseOf } from './load-course.ts';

const START = 1_795_262_400_000;

describe('the course of a load run', () => {
  it('counts what was asked for when it was due, and the rest when it left', () => {
    const samples = [
      aSample({ scheduled: START, from: START }),
      aSample({ scheduled: START + 100, from: START + 1_500, status: 429 }),
      aSample({ scheduled: START + 1_200, from: START + 1_200, status: 503 }),
    ];
    expect(courseOf(samples)).toEqual({
      partSeconds: 1,
      asked: [2, 1],
      sent: [1, 2],
      admitted: [1, 0],
      refused: [0, 1],
    });
  });

  it('has no more than some 240 parts, however long it takes', () => {
    const { partSeconds, sent } = courseOf([aSample({ from: START }), aSample({ from: START + 7_200_000 })]);
    expect(partSeconds).toBe(30);
    expect(sent).toHaveLength(241);
    expect(sent[0]).toBeCloseTo(1 / 30);
  });

  it('of nothing is empty', () => {
    expect(courseOf([])).toEqual({ partSeconds: 1, asked: [], sent: [], admitted: [], refused: [] });
  });
});
