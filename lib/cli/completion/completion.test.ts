import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPath } from '../../load/k6-program.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

let place: string;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'petvet-completion-'));
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(place, `petvet.${shell}`), (await typed(['completion', shell], place)).out);
  writeFileSync(join(place, '.env'), 'PETVET_STAGING_EU_BASE_URL=https://x/v1\nPETVET_STAGING_EU_API_KEY=k\n');
  mkdirSync(join(place, 'a report'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Where a shell is, if it is on this machine: bash is everywhere that these tests run. */
const found = (shell: string) => inPath(shell, process.env);

function lines(shell: string, args: readonly string[]): string[] {
  const out = execFileSync(shell, args, {
    cwd: place,
    encoding: 'utf8',
    timeout: 20_000,
    env: { PATH: process.env['PATH'], HOME: place, PETVET_PRODUCTION_BASE_URL: 'https://y/v1' },
  });
  return out.split('\n').filter((line) => line !== '');
}

const WORDS: readonly [string, readonly string[], readonly string[]][] = [
  ['commands', [''], ['check', 'doctor', 'init', 'completion', 'help']],
  ['a command that has begun', ['sel'], ['selftest']],
  ['a command of a command', ['baseline', ''], ['write', 'prune', 'explain']],
  ['an option', ['check', '--max-r'], ['--max-requests']],
  ['an option of a command of a command', ['load', 'tiers', '--k'], ['--keys']],
  ['the values of an option', ['check', '--plan', ''], ['free', 'pro', 'business', 'enterprise', 'auto']],
  ['targets, of the environment and of .env', ['check', '--target', ''], ['production', 'staging-eu']],
  ['targets to be compared', ['diff', 'production', 'st'], ['staging-eu']],
  ['reports to be compared', ['diff', 'a'], ['a report']],
  ['rules', ['rules', 'LIST-9'], ['LIST-9']],
  ['scenarios', ['load', 'ce'], ['ceiling']],
  ['a folder', ['check', '--report', 'a'], ['a report']],
  ['shells', ['completion', 'f'], ['fish']],
];

describe.each(found('bash'))('in bash: %s', (bash) => {
  const complete = (...words: readonly string[]) =>
    lines(bash, [
      '-c',
      `source ./petvet.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _petvet; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      'petvet',
      ...words,
    ]);

  it.each(WORDS)('completes %s', (_, words, offered) => {
    expect(complete(...words)).toEqual(expect.arrayContaining([...offered]));
  });

  it('completes the values of an option that bash took apart at the =', () => {
    expect(complete('check', '--plan', '=', 'f')).toEqual(['free']);
    expect(complete('check', '--plan', '=')).toContain('business');
  });

  it('offers nothing where nobody knows the values, and no option of another command', () => {
    expect(complete('check', '--seed', '')).toEqual([]);
    expect(complete('serve', '--max-r')).toEqual([]);
  });

  it('waits for no .env that is a pipe', () => {
    const script = `mkdir -p piped; test -p piped/.env || mkfifo piped/.env; source ./petvet.bash; cd piped
      COMP_WORDS=(petvet check --target ''); COMP_CWORD=3; _petvet; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(lines(bash, ['-c', script])).toEqual(['production']);
  });

  it('is set up as its own comment says', () => {
    expect(lines(bash, ['-c', 'eval "$(cat petvet.bash)"; complete -p petvet'])).toEqual([
      'complete -F _petvet petvet',
    ]);
  });
});

it('there is a bash to try it with', () => {
  expect(found('bash').length).toBeGreaterThan(0);
});

describe.each(found('zsh'))('in zsh: %s', (zsh) => {
  // What the completion system of zsh offers is asked of these: it runs at a terminal alone.
  const STUBS = `compdef() {}; compset() {}; _files() { print -l -- *(N) }; _message() {};
    compadd() { shift; print -l -- "$@" }; _describe() { print -l -- "\${(@)\${(P)2}%%:*}" }`;
  it.each(WORDS)('completes %s', (_, words, offered) => {
    const script = `${STUBS}; source ./petvet.zsh; words=("$@"); CURRENT=$#; _petvet`;
    expect(lines(zsh, ['-f', '-c', script, 'zsh', 'petvet', ...words])).toEqual(expect.arrayContaining([...offered]));
  });
});

describe.each(found('fish'))('in fish: %s', (fish) => {
  // Folders are fish's own affair, by a function that it brings along.
  it.each(WORDS.filter(([what]) => what !== 'a folder'))('completes %s', (_, words, offered) => {
    const script = 'source petvet.fish; complete -C "$argv[1]"';
    const out = lines(fish, ['--no-config', '-c', script, ['petvet', ...words].join(' ')]);
    expect(out.map((line) => line.replace(/\t.*/, ''))).toEqual(expect.arrayContaining([...offered]));
  });
});

it('refuses another shell', async () => {
  const { status, err } = await typed(['completion', 'tcsh'], place);
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('Allowed choices are bash, zsh, fish') });
});
