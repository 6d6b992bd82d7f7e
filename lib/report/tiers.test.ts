import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { aScenario, aTier, tiersDocument } from '../shapes/tiers.fixture.ts';
import { renderTiersPage } from './html/tiers-render.ts';
import { figuresOf } from './load-figures.ts';
import { ceilingOf, kindWords, scenarioWords, stateOfTier } from './tiers.ts';
import { renderTiersTerminal } from './terminal-load.ts';

const LOOK = { colour: false, width: 120 };

const violating = aTier({
  plan: 'pro',
  state: 'violating',
  kinds: [],
  scenarios: [
    aScenario(),
    aScenario({ scenario: 'overshoot', outcome: 'violating', violated: ['RATE-5'], folder: 'pro/overshoot' }),
  ],
});

const refused = aTier({
  plan: 'business',
  state: 'not-judged',
  scenarios: [
    aScenario({ state: 'failed', says: ['the service refuses the key (401)'] }),
    aScenario({ scenario: 'isolation', state: 'left-out', otherCaller: 'free', says: ['the key is of no use <b>'] }),
  ].map(({ outcome: _outcome, folder: _folder, ...rest }) => rest),
});
const unmeasured = aTier({
  plan: 'enterprise',
  state: 'not-judged',
  scenarios: [aScenario({ state: 'not-measured', says: ['9 of 90 requests could not be sent in time'] })],
});
const { ceiling: _ceiling, kinds: _kinds, ...neverMade } = refused;

describe('the plans at their ceilings', () => {
  it('are a row each, and each run has a line', () => {
    const text = renderTiersTerminal(tiersDocument([aTier(), violating, neverMade]), LOOK);
    expect(text).toMatch(/^Plans at their limits {2}staging, .*; 3 windows of 60 s each, by k6 1\.8\.1/);
    expect(text).toMatch(/ {2}free +180 +180 +0 +0\.004 % +1\.2 +2\.3 +3\.4 +fixed window/);
    expect(text).toMatch(/ {2}business +– +– +– +– +– +– +– +unknown/);
    expect(text).toContain('overshoot   violating: RATE-5; 181 sent, 0 refused (max 22); pro/overshoot');
    expect(text).toMatch(/isolation +not run; alongside the key of free/);
    expect(text).toContain('the service refuses the key (401)');
  });

  it('are a page, whose rows lead to the reports, and which escapes what is said', () => {
    const page = renderTiersPage(tiersDocument([aTier(), violating, neverMade]));
    expect(page).toContain('1 of 3 plans with problems, 1 of 3 plans not fully measured');
    expect(page).toContain('href="pro/overshoot/report.html"');
    expect(page).not.toContain('of no use <b>');
    expect(page).toContain('of no use &lt;b&gt;');
    expect(renderTiersPage(tiersDocument([aTier()]))).toContain('1 plan at the limit: conforming');
    expect(renderTiersPage({ ...tiersDocument([aTier()]), isFinished: false })).toContain('Not finished');
  });
});

describe('a plan whose load the generator could not send', () => {
  it('is not measured, and has no problems', () => {
    expect(stateOfTier(unmeasured.scenarios)).toBe('not-judged');
    expect(unmeasured.scenarios.map(scenarioWords)).toEqual(['not measured']);
    const page = renderTiersPage(tiersDocument([aTier(), unmeasured]));
    expect(page).toContain('<title>1 of 2 plans not fully measured: plans');
    expect(page).toContain('<header class="glance incomplete">');
  });
});

describe('a plan', () => {
  it('is measured over all windows of its ceiling', () => {
    const samples = [0, 1].flatMap((window) =>
      [0, 1, 2].map((nth) =>
        aSample({ window, duration: 10 * (nth + 1), status: window === 1 && nth === 2 ? 429 : 200 }),
      ),
    );
    const measured = ceilingOf({ figures: figuresOf(samples, []) }, samples, { windows: 2, perMinute: 4 });
    expect(measured).toMatchObject({ windows: 2, asked: 8, sent: 6, admitted: 5, refused: 1, p50: 20, p99: 30 });
  });

  it.each([
    ['conforming', [aScenario()]],
    ['falls-short', [aScenario(), aScenario({ says: ['the p95 is too high'] })]],
    ['incomplete', [aScenario({ outcome: 'incomplete' })]],
    ['not-judged', [aScenario({ outcome: 'aborted' }), aScenario({ says: ['too high'] })]],
    ['not-judged', [aScenario({ state: 'left-out' })]],
    ['violating', [aScenario({ state: 'failed' }), aScenario({ outcome: 'violating' })]],
  ] as const)('is %s by the worst of its scenarios', (state, scenarios) => {
    expect(stateOfTier([...scenarios])).toBe(state);
  });

  it('has words for its window and its scenarios', () => {
    expect(kindWords({ kinds: ['sliding log', 'token bucket'] })).toBe('sliding log or token bucket');
    expect(kindWords({ kinds: [] })).toBe('none of the known kinds');
    expect(scenarioWords(aScenario({ says: ['too high'] }))).toBe('conforming, but falls short');
    expect(scenarioWords(aScenario({ state: 'failed' }))).toBe('could not be judged');
  });
});
