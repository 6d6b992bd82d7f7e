import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { InterruptedError } from '../../errors.ts';
import { answering, BASE_URL, inFolders, KEY } from './init.fixture.ts';
import type { InitFlags } from './init.ts';

const { at, file, written, init } = inFolders();

describe('init', () => {
  it('asks for what no flag says, the key without showing it, and again where an answer is wrong', async () => {
    const prompts = answering(['pets.example', BASE_URL, 'a second', 'staging', 'a b', KEY, 'gold', 'pro', '']);
    const { out, err } = await init({}, prompts);
    expect(written()).toEqual({
      PETVET_STAGING_BASE_URL: BASE_URL,
      PETVET_STAGING_API_KEY: KEY,
      PETVET_STAGING_PLAN: 'pro',
    });
    expect(statSync(at('.env')).mode & 0o777).toBe(0o600);
    expect(prompts.asked).toHaveLength(9);
    expect(prompts.asked[4]).toBe('API key (not shown; Enter: later): (hidden)');
    expect(err).toMatch(
      /it must be an address such as https.*\n {2}it must be a name of letters.*\n {2}it must be printable ASCII.*\n {2}it must be one of free/,
    );
    expect(out).toMatch(/^Wrote PETVET_STAGING_BASE_URL, PETVET_STAGING_API_KEY, PETVET_STAGING_PLAN to \.env\./);
    expect(out).toMatch(
      /\n {2}petvet doctor --target staging +is everything ready\?\n {2}petvet check --target staging --smoke {2}a first/,
    );
  });

  it('writes nothing when the questions are broken off', async () => {
    await expect(init({}, answering([BASE_URL, '']))).rejects.toThrow(InterruptedError);
    expect(existsSync(at('.env'))).toBe(false);
  });

  it.each<[string, InitFlags, string | undefined]>([
    ['standard input', { keyStdin: true }, `${KEY}\n`],
    ['a variable', { keyEnv: 'PET_KEY' }, ''],
  ])('takes the key from %s, and asks nothing', async (_, flags, input) => {
    const prompts = answering([], input);
    await init({ baseUrl: BASE_URL, ...flags }, prompts, { PET_KEY: KEY });
    expect(written()).toEqual({ PETVET_BASE_URL: BASE_URL, PETVET_API_KEY: KEY });
    expect(prompts.asked).toEqual([]);
  });

  it("writes no settings of a target that has the name of petvet's own server", async () => {
    await expect(init({ baseUrl: BASE_URL, target: 'reference' }, answering([], ''))).rejects.toThrow(
      "petvet's own reference server",
    );
    expect(existsSync(at('.env'))).toBe(false);
  });

  it('leaves the key in its file', async () => {
    writeFileSync(at('key'), `${KEY}\n`);
    await init({ baseUrl: BASE_URL, keyFile: at('key') }, answering([], ''));
    expect(written()).toEqual({ PETVET_BASE_URL: BASE_URL, PETVET_API_KEY_FILE: 'key' });
  });

  it('says that the key, and the limit of Enterprise, are for later', async () => {
    const { out } = await init({ baseUrl: BASE_URL, plan: 'enterprise' }, answering([], ''));
    expect(written()).toEqual({ PETVET_BASE_URL: BASE_URL, PETVET_PLAN: 'enterprise' });
    expect(out).toMatch(/Next:\n {2}set PETVET_API_KEY in \.env.*\n {2}set PETVET_LIMIT_PER_MINUTE in \.env/);
  });

  it.each(['a#b', 'a"b', "a'b", '$HOME', 'a\\nb', '`a`', `"'`])(
    'writes the key %s so that it is read again',
    async (key) => {
      await init({ baseUrl: BASE_URL, keyStdin: true }, answering([], key));
      expect(written()['PETVET_API_KEY']).toBe(key);
    },
  );

  it('adds a target below what is there, and replaces only what it is told to', async () => {
    const before = '# mine\nOTHER="two\nlines"\nPETVET_BASE_URL=http://127.0.0.1/v1\n';
    writeFileSync(at('.env'), before);
    await init({ baseUrl: BASE_URL, target: 'staging' }, answering([], ''));
    expect(file('.env')).toBe(`${before}\n# petvet: the target staging\nPETVET_STAGING_BASE_URL=${BASE_URL}\n`);
    await expect(init({ baseUrl: BASE_URL }, answering([], ''))).rejects.toThrow('.env sets PETVET_BASE_URL already');
    const { out } = await init({ baseUrl: BASE_URL, force: true }, answering([], ''));
    expect(out).toContain('to .env (replaced: PETVET_BASE_URL).');
    expect(written()).toEqual({ OTHER: 'two\nlines', PETVET_BASE_URL: BASE_URL, PETVET_STAGING_BASE_URL: BASE_URL });
  });

  it('has its comment once, however often settings are replaced', async () => {
    const staging = { baseUrl: BASE_URL, target: 'staging' };
    await init({ ...staging, plan: 'pro' }, answering([], ''));
    writeFileSync(at('.env'), `${file('.env')}\n# mine\nOTHER=1\n`);
    await init({ ...staging, plan: 'free', force: true }, answering([], ''));
    await init({ ...staging, plan: 'business', force: true }, answering([], ''));
    expect(file('.env')).toBe(
      `# petvet: the target staging\nPETVET_STAGING_BASE_URL=${BASE_URL}\nPETVET_STAGING_PLAN=business\n\n# mine\nOTHER=1\n`,
    );
  });

  it('does not touch a setting that goes over several lines', async () => {
    writeFileSync(at('.env'), 'PETVET_API_KEY="two\nlines"\n');
    const replacing = init({ baseUrl: BASE_URL, keyEnv: 'K', force: true }, answering([], ''), { K: KEY });
    await expect(replacing).rejects.toThrow('.env sets PETVET_API_KEY over several lines');
    expect(file('.env')).toBe('PETVET_API_KEY="two\nlines"\n');
  });

  it('has git ignore .env, once, and warns where git tracks it', async () => {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: at(), stdio: 'ignore' });
    git('init');
    writeFileSync(at('.gitignore'), 'dist');
    const { out } = await init({ baseUrl: BASE_URL }, answering([], ''));
    expect(out).toContain('Added .env to .gitignore.');
    await init({ baseUrl: BASE_URL, target: 'staging' }, answering([], ''));
    expect(file('.gitignore')).toBe('dist\n.env\n');
    git('add', '--force', '.env');
    const tracked = await init({ baseUrl: BASE_URL, target: 'other' }, answering([], ''));
    expect(tracked.out).toContain('Warning: git tracks .env');
  });

  it('does so where there is no git to ask', async () => {
    mkdirSync(at('.git'));
    const { out } = await init({ baseUrl: BASE_URL }, answering([], ''), { PATH: '/nowhere' });
    expect(out).toContain('Added .env to .gitignore.');
    const again = await init({ baseUrl: BASE_URL, target: 'b' }, answering([], ''), { PATH: '/nowhere' });
    expect([again.out.includes('.gitignore'), file('.gitignore')]).toEqual([false, '.env\n']);
  });

  it.each([{ PATH: process.env['PATH'] ?? '' }, { PATH: '/nowhere' }])(
    'waits for no pipe, and git does not, either: %j',
    { timeout: 20_000 },
    async (path) => {
      execFileSync('git', ['init'], { cwd: at(), stdio: 'ignore' });
      execFileSync('sh', ['-c', 'mkfifo "$0"', at('.gitignore')]);
      await expect(init({ baseUrl: BASE_URL }, answering([], ''), path)).rejects.toThrow('.gitignore cannot be read');
      expect(existsSync(at('.env'))).toBe(false);
    },
  );

  it('leaves git alone where there is no repository', async () => {
    await init({ baseUrl: BASE_URL }, answering([], ''));
    expect(existsSync(at('.gitignore'))).toBe(false);
  });

  it.each<[string, InitFlags, RegExp]>([
    ['no base address and nobody to ask', {}, /^--base-url is missing, and there is no terminal to ask at$/],
    ['an address without /v1', { baseUrl: 'https://pets.example' }, /^--base-url must end with \/v1/],
    ['an empty standard input', { baseUrl: BASE_URL, keyStdin: true }, /^standard input holds no key$/],
    ['a variable that is not set', { baseUrl: BASE_URL, keyEnv: 'NO_KEY' }, /^the variable NO_KEY is not set/],
    ['a key with a blank', { baseUrl: BASE_URL, keyEnv: 'ODD_KEY' }, /^the key in ODD_KEY must be printable ASCII/],
    [
      'a pipeline for a target without a name',
      { baseUrl: BASE_URL, ci: 'github' },
      /^--ci needs --target: the pipeline names the target that it tests$/,
    ],
    ['a name that is none', { baseUrl: BASE_URL, target: 'a b' }, /^--target must be a name/],
    [
      'a key file that is not there',
      { baseUrl: BASE_URL, keyFile: 'none' },
      /^--key-file names a file that cannot be read/,
    ],
  ])('refuses %s, and writes nothing', async (_, flags, says) => {
    await expect(init(flags, answering([], ''), { ODD_KEY: 'a b' })).rejects.toThrow(says);
    expect(existsSync(at('.env'))).toBe(false);
  });

  it('writes through no link', async () => {
    symlinkSync('/nowhere/else', at('.env'));
    await expect(init({ baseUrl: BASE_URL }, answering([], ''))).rejects.toThrow('.env is a symbolic link');
  });

  it('has no flag that takes a key', async () => {
    const { status, err } = await typed(['init', '--key', KEY], at());
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("unknown option '--key'") });
  });
});
