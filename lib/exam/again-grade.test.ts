import { describe, expect, it } from 'vitest';
import { faultOf, renderAgain } from './again-grade.ts';
import type { AgainResult } from './again-result.ts';

const good: AgainResult = {
  name: 'html-404',
  seed: 1,
  rule: 'JSON-1',
  command: 'petvet replay x JSON-1',
  broken: { status: 1, says: 'JSON-1#1 is violated again' },
  mended: { status: 0, says: 'JSON-1#1 is fixed' },
};

describe('the command of a report', () => {
  it('is right where it shows the violation again, and none on a conforming service', () => {
    expect(faultOf(good)).toBeUndefined();
    expect(faultOf({ ...good, mended: { status: 2, says: 'cannot tell' } })).toBeUndefined();
    expect(faultOf({ name: 'not-caught', seed: 1 })).toBeUndefined();
  });

  it.each([
    ['calls fixed what is not', { broken: { status: 0, says: 'so' } }, 'JSON-1 is called fixed, and is not: so'],
    ['cannot tell', { broken: { status: 2, says: 'so' } }, 'JSON-1 is not shown again: so'],
    ['blames a conforming service', { mended: { status: 1, says: 'so' } }, 'on a conforming service: so'],
    ['is missing', { command: undefined }, 'no command is printed for JSON-1'],
    ['was not run', { aborted: 'why' }, 'it could not be examined: why'],
  ] as const)('is wrong where it %s', (_what, parts, says) => {
    expect(faultOf({ ...good, ...parts })).toContain(says);
  });
});

it('the counts come last, after what is wrong and what could not be told', () => {
  const results: AgainResult[] = [
    good,
    { name: 'missed', seed: 1 },
    { name: 'unreached', seed: 1, aborted: 'why' },
    { ...good, name: 'other', broken: { status: 0, says: 'so' }, mended: { status: 2, says: 'because' } },
  ];
  expect(renderAgain(results)).toEqual([
    '✘ unreached (seed 1): it could not be examined: why',
    '✘ other (seed 1): JSON-1 is called fixed, and is not: so',
    'Cannot tell on a conforming service:',
    '? other, JSON-1: because',
    'Not detected, so no command was printed: missed.',
    'Commands against the same defect: 1 of 2 show the violation again.',
    'Commands against a conforming service: 1 say fixed, 1 cannot tell, 0 neither.',
  ]);
});
