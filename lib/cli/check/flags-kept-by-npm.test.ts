import { describe, expect, it } from 'vitest';
import { typed } from '../../end-to-end/typed.fixture.ts';

/** What `petvet check` says where npm runs it as a script and was given flags. */
async function ofNpm(flags: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const environment = Object.entries(flags).map(([name, value]) => [`npm_config_${name}`, value] as const);
  // A target that is none ends the run before anything is sent.
  const { status, err } = await typed(['check', '--target', 'nowhere', ...args], '/', {
    npm_lifecycle_event: 'start',
    npm_command: 'start',
    ...Object.fromEntries(environment),
  });
  expect(status).toBe(2);
  return err;
}

describe('npm start', () => {
  it.each([
    [{ smoke: 'true' }, '--smoke'],
    [{ writes: '' }, '--no-writes'],
    [{ dry_run: 'true', burn: '' }, '--no-burn --dry-run'],
    [{ base_url: 'http://127.0.0.1/v1' }, '--base-url'],
  ])('with flags that npm keeps, %j, is no run', async (kept, flags) => {
    expect(await ofNpm(kept)).toBe(
      `petvet: npm took ${flags} for itself, so petvet did not receive ${flags.includes(' ') ? 'them' : 'it'}\n  put -- before the flags of petvet: npm start -- ${flags}\n`,
    );
  });

  it.each([{}, { yes: '', loglevel: 'verbose', cache: 'a folder' }, { target: '31.2.0' }])(
    'with settings of npm itself, %j, is one',
    async (settings) => {
      expect(await ofNpm(settings, ['--smoke'])).toContain('there is no target nowhere');
    },
  );

  it('of another name is told by that', async () => {
    const environment = { npm_lifecycle_event: 'petvet', npm_command: 'run', npm_config_smoke: 'true' };
    expect((await typed(['check'], '/', environment)).err).toContain('npm run petvet -- --smoke');
  });

  it('is not what npm publish does before it publishes', async () => {
    const environment = { npm_lifecycle_event: 'prepublishOnly', npm_command: 'publish', npm_config_dry_run: 'true' };
    const { err } = await typed(['check', '--target', 'nowhere'], '/', environment);
    expect(err).toContain('there is no target nowhere');
  });
});
