import { describe, expect, it } from 'vitest';
import { complaint, LOCAL, STAGING } from './resolve.fixture.ts';
import { SETTING_NAMES } from './settings.ts';

describe('nothing configured', () => {
  it.each(['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'JENKINS_URL', 'TEAMCITY_VERSION', 'BUILDKITE'])(
    'is an error where %s says that this is a pipeline',
    (variable) => {
      expect(complaint({}, { [variable]: 'true' })).toMatch(
        new RegExp(`^no target is configured: .*${variable} is set`),
      );
      expect(complaint({ target: 'reference' }, { [variable]: 'true' })).toBe('no complaint');
      expect(complaint({}, { [variable]: '' })).toBe('no complaint');
    },
  );

  it('is an error with a flag of a gate, which is named', () => {
    expect(complaint({ gateFlags: ['--fail-on', '--format'] }, {})).toMatch(/^no target is configured: with --fail-on/);
    expect(complaint({ gateFlags: ['--fail-on'] }, LOCAL)).toBe('no complaint');
  });

  it.each(SETTING_NAMES)('is not the case where a target has a %s', (setting) => {
    expect(complaint({}, { [`PETVET_${setting}`]: '1' })).toContain('PETVET_');
    expect(complaint({}, { [`PETVET_STAGING_EU_${setting}`]: '1' })).toBe(
      'no target is chosen, but staging-eu is configured',
    );
  });
});

describe('an empty variable', () => {
  it.each(SETTING_NAMES)('is an error as the %s of the target', (setting) => {
    for (const empty of ['', ' ']) {
      expect(complaint({}, { ...LOCAL, [`PETVET_${setting}`]: empty })).toBe(`PETVET_${setting} is empty`);
      expect(complaint({ target: 'staging' }, { ...STAGING, [`PETVET_STAGING_${setting}`]: empty })).toBe(
        `PETVET_STAGING_${setting} is empty`,
      );
      expect(complaint({}, { [`PETVET_${setting}`]: empty })).toBe(`PETVET_${setting} is empty`);
    }
  });

  it('is an error as the name of the target, and where all are', () => {
    expect(complaint({}, { ...LOCAL, PETVET_TARGET: '' })).toBe('PETVET_TARGET is empty');
    expect(complaint({}, { PETVET_BASE_URL: '', PETVET_API_KEY: '' })).toBe(
      'PETVET_BASE_URL, PETVET_API_KEY are empty',
    );
    expect(complaint({ baseUrl: LOCAL.PETVET_BASE_URL }, { PETVET_API_KEY: '' })).toBe('PETVET_API_KEY is empty');
    expect(complaint({ baseUrl: '' }, LOCAL)).toMatch(/--base-url must be an address .* is empty/);
  });

  it('is none where it is not read: of another target, or where a flag stands in its place', () => {
    expect(complaint({ target: 'staging' }, { ...STAGING, PETVET_BASE_URL: '', PETVET_QA_API_KEY: '' })).toBe(
      'no complaint',
    );
    expect(complaint({ baseUrl: LOCAL.PETVET_BASE_URL }, { ...LOCAL, PETVET_BASE_URL: '' })).toBe('no complaint');
  });
});
