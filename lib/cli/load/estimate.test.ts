import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PLANS, type PlanName } from '../../contract/plans.ts';
import { ROOT } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { estimate, type ScenarioName } from '../../load/scenarios.ts';
import type { Target } from '../../targets/target.ts';
import { describeLoad, duration } from './estimate.ts';

/** As `petvet load` has them where no flag says otherwise. */
function figuresOf(plan: Exclude<PlanName, 'enterprise'>) {
  const usual = { windowSeconds: 60, windows: 3, share: 0.5, stepSeconds: 10, connections: 20 };
  return { ...PLANS[plan], ...usual };
}

const told = (scenario: ScenarioName) => {
  const target: Pick<Target, 'name' | 'baseUrl'> = { name: 'staging', baseUrl: 'http://127.0.0.1:9/v1' };
  return describeLoad(scenario, target, figuresOf('free'), false);
};

const page = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('says the most that a run sends and takes, as one time rounded up', () => {
  expect(told('ceiling')).toMatch(/at most 183 requests, .*; 0 refusals expected, .*; takes at most 5 minutes\n$/);
  expect(told('daily')).toMatch(/; 1 refusal expected, .*; takes at most 42 minutes\n$/);
});

it('pages and help say the same times and requests as a dry run', async () => {
  const help = (await typed(['load', '--help'], '/')).out;
  const { seconds, requests } = estimate('ceiling', figuresOf('free'));
  const says = `three windows against the reference server: at most ${duration(seconds)}`;
  for (const text of [page('README.md'), page('docs/load.md'), help]) expect(text).toContain(says);
  expect(page('docs/checking.md')).toContain(`three windows: ${requests} on the Free plan`);
  const daily = duration(estimate('daily', figuresOf('free')).seconds).replace(' minutes', '');
  expect(page('docs/load.md')).toContain(`18 minutes on Free, at most ${daily} |`);
  const { out } = await typed(['load', 'tiers', '--dry-run'], '/');
  const [, ofTiers = ''] = /takes (at most \d+ minutes)/.exec(out) ?? [];
  expect(page('load/README.md')).toContain(`${ofTiers} for three windows of a minute and four plans`);
});
