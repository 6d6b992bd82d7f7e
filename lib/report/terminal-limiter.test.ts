import { describe, expect, it } from 'vitest';
import { anXray } from './limiter.fixture.ts';
import { columnsOf } from '../text/columns.ts';
import { aReport } from './report.fixture.ts';
import { limiterLines } from './terminal-notes.ts';

describe('the limiter X-ray', () => {
  it('keeps within the width', () => {
    const xray = anXray();
    const kinds = xray.kinds.map((one) => ({
      ...one,
      contradictions: one.contradictions.map((other) => ({ ...other, says: 'many words '.repeat(30) })),
    }));
    const shown = limiterLines(aReport({ xrays: [{ ...xray, kinds }] }), { colour: false, width: 70 });
    expect(shown.length).toBeGreaterThan(8);
    expect(shown.filter((line) => columnsOf(line) > 70)).toEqual([]);
  });
});
