import { describe, expect, it } from 'vitest';
import { aRecordedRun } from './recorded-run.fixture.ts';
import { asOfAgain, resolveAgain } from './again-target.ts';

const recorded = (target: string, baseUrl = 'http://127.0.0.1:9/v1') =>
  aRecordedRun({ knowledge: { target, baseUrl } });
const KEY = { PETVET_API_KEY: 'key-of-the-caller' };

const resolved = async (
  run: ReturnType<typeof recorded>,
  flags: Parameters<typeof resolveAgain>[1],
  environment: Parameters<typeof resolveAgain>[2],
) => resolveAgain(run, flags, environment, '2026-11-21');

describe('the service to ask again', () => {
  it('is where the configuration says, and never where only the report does', async () => {
    const configured = { ...KEY, PETVET_BASE_URL: 'http://127.0.0.1:9/v1' };
    const same = await resolved(recorded('unnamed'), {}, configured);
    expect([same.target.baseUrl, same.note]).toEqual(['http://127.0.0.1:9/v1', undefined]);
    const moved = await resolved(recorded('unnamed'), {}, { ...KEY, PETVET_BASE_URL: 'http://127.0.0.1:10/v1' });
    expect(moved.target.baseUrl).toBe('http://127.0.0.1:10/v1');
    expect(moved.note).toBe(
      'That run tested http://127.0.0.1:9/v1; the configuration now names http://127.0.0.1:10/v1.',
    );
    await expect(resolved(recorded('unnamed'), {}, KEY)).rejects.toThrow('only the report names http://127.0.0.1:9/v1');
    await expect(resolved(recorded('unnamed'), {}, {})).rejects.toThrow('only the report names');
    await expect(resolved(recorded('unnamed'), {}, { ...KEY, PETVET_BASE_URL: ' ' })).rejects.toThrow(
      'PETVET_BASE_URL is empty',
    );
    await expect(resolved(recorded('unnamed', 'http://a/v1; rm x'), {}, KEY)).rejects.toMatchObject({
      hint: expect.stringContaining("add --base-url 'http://a/v1; rm x'"),
    });
  });

  it('is the recorded name, whatever else is configured', async () => {
    const environment = {
      ...KEY,
      PETVET_TARGET: 'production',
      PETVET_STAGING_BASE_URL: 'http://127.0.0.1:11/v1',
      PETVET_STAGING_API_KEY: 'key-of-staging',
    };
    expect((await resolved(recorded('staging'), {}, environment)).target).toMatchObject({
      name: 'staging',
      baseUrl: 'http://127.0.0.1:11/v1',
      plan: { name: 'free' },
    });
    await expect(resolved(recorded('staging'), {}, KEY)).rejects.toThrow('there is no target staging');
    const unnamed = { ...environment, PETVET_BASE_URL: 'http://127.0.0.1:9/v1' };
    expect((await resolved(recorded('unnamed'), {}, unnamed)).target.name).toBe('unnamed');
  });

  it('is what a flag says', async () => {
    const { target, note } = await resolved(
      recorded('staging'),
      { baseUrl: 'http://127.0.0.1:12/v1', plan: 'pro' },
      KEY,
    );
    expect([target.baseUrl, note]).toEqual(['http://127.0.0.1:12/v1', undefined]);
    const elsewhere = await resolved(recorded('reference'), { baseUrl: 'http://127.0.0.1:13/v1' }, KEY);
    expect(elsewhere.target.plan.name).toBe('auto');
  });

  it('has the windows that were declared for that run, unless others are declared now', async () => {
    const windows = { minute: 5, day: 86_400, testInstallation: true };
    const run = aRecordedRun({ knowledge: { target: 'unnamed', baseUrl: 'http://127.0.0.1:9/v1', windows } });
    const configured = { ...KEY, PETVET_BASE_URL: 'http://127.0.0.1:9/v1' };
    const same = await resolved(run, {}, configured);
    expect(same.target.windows).toEqual(windows);
    expect(same.note).toBe('That run had windows of 5 s; so has this one, unless PETVET_WINDOW_SECONDS is set.');
    const flagged = await resolved(run, { baseUrl: 'http://127.0.0.1:9/v1' }, KEY);
    expect(flagged.target.windows).toEqual(windows);
    const declared = await resolved(run, {}, { ...configured, PETVET_WINDOW_SECONDS: '6' });
    expect([declared.target.windows.minute, declared.note]).toEqual([6, undefined]);
    const elsewhere = await resolved(run, { baseUrl: 'http://127.0.0.1:10/v1' }, KEY);
    expect(elsewhere.target.windows).toEqual({ minute: 60, day: 86_400, testInstallation: false });
  });

  it.each([
    ['reference', {}],
    ['staging', { target: 'reference' }],
  ])('is a reference server of its own after a run of %s with %j', async (name, flags) => {
    const again = await resolved(recorded(name, 'http://thief.example/v1'), flags, KEY);
    try {
      expect(again.target).toMatchObject({ name: 'reference', loopback: true });
      expect(again.target.apiKey).not.toBe(KEY.PETVET_API_KEY);
      expect(again.note).toContain('started anew');
    } finally {
      await again.close();
    }
  });
});

it('the date is the one declared then, or today', () => {
  const run = aRecordedRun();
  expect(asOfAgain(run, undefined, '2027-01-02')).toBe('2027-01-02');
  expect(asOfAgain(run, '2031-01-01', '2027-01-02')).toBe('2031-01-01');
  expect(asOfAgain(aRecordedRun({ knowledge: { asOf: '2031-02-02' } }), undefined, '2027-01-02')).toBe('2031-02-02');
});
