import { describe, expect, it } from 'vitest';
import { aRecordedRun } from '../run/recorded-run.fixture.ts';
import { asOfAgain, resolveAgain } from './replay-target.ts';

const recorded = (target: string, baseUrl = 'http://127.0.0.1:9/v1') =>
  aRecordedRun({ knowledge: { target, baseUrl } });
const KEY = { PETVET_API_KEY: 'key-of-the-caller' };

describe('the target to ask again', () => {
  it('is the recorded address, or the one that the environment has by now', () => {
    expect(resolveAgain(recorded('unnamed'), {}, KEY).baseUrl).toBe('http://127.0.0.1:9/v1');
    const moved = { ...KEY, PETVET_BASE_URL: 'http://127.0.0.1:10/v1' };
    expect(resolveAgain(recorded('unnamed'), {}, moved).baseUrl).toBe('http://127.0.0.1:10/v1');
  });

  it('is the recorded name, whatever else is configured', () => {
    const environment = {
      ...KEY,
      PETVET_TARGET: 'production',
      PETVET_STAGING_BASE_URL: 'http://127.0.0.1:11/v1',
      PETVET_STAGING_API_KEY: 'key-of-staging',
    };
    expect(resolveAgain(recorded('staging'), {}, environment)).toMatchObject({
      name: 'staging',
      baseUrl: 'http://127.0.0.1:11/v1',
      plan: { name: 'free' },
    });
    expect(() => resolveAgain(recorded('staging'), {}, KEY)).toThrow('PETVET_STAGING_BASE_URL is missing');
  });

  it('is what a flag says', () => {
    const { baseUrl } = resolveAgain(recorded('staging'), { baseUrl: 'http://127.0.0.1:12/v1', plan: 'pro' }, KEY);
    expect(baseUrl).toBe('http://127.0.0.1:12/v1');
  });

  it('must be given where the reference server of that run is gone', () => {
    expect(() => resolveAgain(recorded('reference'), {}, {})).toThrow('and it is gone');
    expect(resolveAgain(recorded('reference'), { baseUrl: 'http://127.0.0.1:13/v1' }, KEY).plan.name).toBe('auto');
  });
});

it('the date is the one declared then, or today', () => {
  const run = aRecordedRun();
  expect(asOfAgain(run, undefined, '2027-01-02')).toBe('2027-01-02');
  expect(asOfAgain(run, '2031-01-01', '2027-01-02')).toBe('2031-01-01');
  expect(asOfAgain(aRecordedRun({ knowledge: { asOf: '2031-02-02' } }), undefined, '2027-01-02')).toBe('2031-02-02');
});
