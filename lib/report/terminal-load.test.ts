import { expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { figuresOf } from './load-figures.ts';
import { aReport } from './report.fixture.ts';
import { renderLoadTerminal } from './terminal-load.ts';

it('names every rule that was verified under load, should rules as well', () => {
  const { ledger, ...rest } = aReport();
  const rows = ledger.rows.filter(({ id }) => ['RATE-1', 'RATE-9', 'RATE-12'].includes(id));
  const text = renderLoadTerminal(
    {
      ...rest,
      ledger: { ...ledger, rows },
      scenario: 'overshoot',
      asks: 'is what exceeds the limit refused',
      figures: figuresOf([aSample()], []),
      dropped: 0,
      steps: [],
      k6: 'k6 v1.8.1',
    },
    { colour: false, width: 100 },
  );
  expect(text).toContain('verified under load: RATE-1, RATE-9; the other rules are for `petvet check`');
});
