import { describe, expect, it } from 'vitest';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

const PATIENCE = 120_000;

/** Nobody listens there, and nobody is asked. */
const TARGET = { PETVET_BASE_URL: 'http://127.0.0.1:9/v1', PETVET_API_KEY: 'dry-run-4f9a1c77e0d25b' };

async function rehearse(flags: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<string> {
  await using place = await folder();
  const { status, out, err } = await typed(['check', '--dry-run', ...flags], place.path, settings);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return out;
}

describe.concurrent('a dry run follows the configuration', { timeout: PATIENCE }, () => {
  it('counts the second key only where there is one', async () => {
    const flags = ['--rule', 'RATE-10'];
    const withSecond = { ...TARGET, PETVET_SECOND_API_KEY: 'dry-run-second-77e0d25b' };
    expect(await rehearse(flags, withSecond)).toMatch(/limits\/second-caller[^]*with the second key\)/);
    expect(await rehearse(['--rule', 'RATE-5'], TARGET)).not.toMatch(/second/);
  });

  it('sends no POST without writes, with a target and without one', async () => {
    for (const settings of [TARGET, {}]) {
      const out = await rehearse(['--rule', 'JSON-2', '--no-writes'], settings);
      expect(out).toContain('Writes are off: no POST at all.');
      expect(out).not.toMatch(/\d POST/);
    }
    expect(await rehearse(['--rule', 'CREATE-1'], TARGET)).toMatch(/\d POST[^]*Pets that would stay: about [1-9]/);
  });

  it('knows the limit of the plan, or says which one it assumes', async () => {
    const flags = ['--rule', 'LIST-8'];
    expect(await rehearse(flags, { ...TARGET, PETVET_PLAN: 'pro' })).toContain('\nWith 300 requests a minute it would');
    expect(await rehearse(flags, TARGET)).toContain('\nAssuming the Free plan: with 60 requests a minute it would');
  });

  it('leaves the limit alone where it is told to', async () => {
    expect(await rehearse(['--rule', 'RATE', '--no-burn'], TARGET)).not.toContain('limits/burst');
    expect(await rehearse(['--rule', 'RATE-5'], TARGET)).toContain('limits/burst');
  });

  it('sends what the chosen rules take, and nothing for the configuration', async () => {
    expect(await rehearse(['--rule', 'VER-1'], TARGET)).toContain('    0  requests in all\n');
  });
});
