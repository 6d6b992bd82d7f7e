import { expect, it } from 'vitest';
import { startMock } from './mock.fixture.ts';
import { rulesWith, vetted } from './vetted.fixture.ts';

it('petvet check names what a mock made of the OpenAPI document breaks, and nothing else', async ({ signal }) => {
  await using mock = await startMock(signal);
  const { status, report, printed } = await vetted({ baseUrl: mock.baseUrl, key: 'hedgehog-7f31c0a94e' }, 7);

  expect(rulesWith(report, 'must', 'fail'), printed).toEqual(Object.keys(BROKEN));
  expect(rulesWith(report, 'must', 'inconclusive'), printed).toEqual(Object.keys(OPEN));
  expect(status).toBe(1);
  expect(report.requests).toMatchObject({ refused: 0, waitedSeconds: 0 });
}, 60_000);

const BROKEN = {};
const OPEN = {};
