import { expect, it } from 'vitest';
import { makeFinding, type Finding } from '../judges/finding.ts';
import { PlanDoubt } from './plan-doubt.ts';

const SHOWN = { rule: 'RATE-3', shownBy: [1] } as const;
const FIGURES = { expected: '1000 or 100000', actual: 'X-RateLimit-Limit: 60', fault: 'another figure' };

function told(...exchanges: readonly (readonly Finding[])[]): readonly string[] {
  const sentences: string[] = [];
  const doubt = new PlanDoubt((says) => sentences.push(says));
  for (const findings of exchanges) doubt.see(findings);
  return sentences;
}

it('is told once, where the service announces a figure that the declared plan does not have', () => {
  const says = 'X-RateLimit-Limit: 60 is not a limit of the business plan';
  const passed = makeFinding({ rule: 'RATE-1', shownBy: [1] }, 'pass', 'the rate limit headers are there');
  const wrong = makeFinding(SHOWN, 'fail', says, FIGURES);
  expect(told([passed], [passed, wrong], [wrong])).toEqual([
    `${says}. If that is not the plan of the key, interrupt this run and give the right --plan.`,
  ]);
});

it.each([
  ['of a figure that the plan has', [makeFinding(SHOWN, 'pass', 'X-RateLimit-Limit matches the plan')]],
  ['where no plan was declared', [makeFinding(SHOWN, 'inconclusive', 'X-RateLimit-Limit: 7 is no limit', FIGURES)]],
  ['where nothing was found', []],
])('is not told because %s', (_, findings) => {
  expect(told(findings)).toEqual([]);
});
