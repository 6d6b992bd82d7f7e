import { expect, it } from 'vitest';
import { falseAlarms, renderCompared, sideBySide } from './watched.ts';

const rows = (verdicts: Readonly<Record<string, string>>) =>
  Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict }));

const checked = rows({ 'RATE-1': 'fail', 'RATE-4': 'pass', 'RATE-5': 'inconclusive', 'JSON-1': 'pass' });
const watched = rows({ 'RATE-1': 'fail', 'RATE-4': 'fail', 'RATE-5': 'fail', 'JSON-1': 'not-exercised' });

it('compares what the log shows', () => {
  expect(sideBySide(checked, watched).map(({ rule }) => rule)).toEqual(['RATE-1', 'RATE-4', 'RATE-5']);
  expect(sideBySide([], rows({ 'RATE-1': 'pass' }))).toEqual([
    { rule: 'RATE-1', check: 'not-exercised', watch: 'pass' },
  ]);
});

it('names what the log alone calls violated', () => {
  const alarms = falseAlarms(sideBySide(checked, watched));
  expect(alarms.map((alarm) => alarm.split(' ')[0])).toEqual(['RATE-4', 'RATE-5']);
});

it('is none where the log leaves something open', () => {
  expect(falseAlarms(sideBySide(checked, rows({ 'RATE-1': 'inconclusive', 'RATE-4': 'pass' })))).toEqual([]);
});

it('prints a line for each rule', () => {
  expect(renderCompared('nginx mended free', sideBySide(checked, watched)).match(/^ {2}RATE-\d/gm)).toHaveLength(3);
});
