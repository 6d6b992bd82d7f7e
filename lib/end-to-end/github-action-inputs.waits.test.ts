import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { READ, stepIn, STEPS, steps, type Texts } from './action-steps.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** What petvet is called with, a word each: a program in its place writes them down. */
async function calledWith(name: 'check' | 'load', inputs: Texts): Promise<readonly string[]> {
  await using action = await folder();
  mkdirSync(join(action.path, 'lib', 'cli'), { recursive: true });
  const program = `require('node:fs').writeFileSync('called.json', JSON.stringify(process.argv.slice(2))); console.log('{}');`;
  writeFileSync(join(action.path, 'lib', 'cli', 'petvet.cjs'), program);
  await using cwd = await folder();
  const env = { GITHUB_ACTION_PATH: action.path };
  const whole = { check: `${name === 'check'}`, load: name === 'load' ? 'ceiling' : '', ...inputs };
  for (const step of [READ, name === 'check' ? 'check' : 'petvet load'])
    // oxlint-disable-next-line no-await-in-loop -- the second one reads what the first one wrote
    expect(await stepIn(cwd, step, whole, env)).toMatchObject({ status: 0 });
  return z.array(z.string()).parse(JSON.parse(readFileSync(join(cwd.path, 'called.json'), 'utf8')));
}

describe('the inputs of the action', () => {
  it.each([
    ['--seed 7 --no-writes', ['--seed', '7', '--no-writes']],
    ['--seed 7\n--no-writes\n', ['--seed', '7', '--no-writes']],
    [
      '\n  --report-title "two words"\n\t--say \'it is "so"\'\n',
      ['--report-title', 'two words', '--say', 'it is "so"'],
    ],
    [String.raw`a\ b "" --x="c d"`, ['a b', '', '--x=c d']],
    ['$(touch hit) `touch hit` $HOME *', ['$(touch', 'hit)', '`touch', 'hit`', '$HOME', '*']],
    [' \n \n', []],
  ])('arguments: %j', async (text, words) => {
    expect((await calledWith('check', { target: 'staging', arguments: text })).slice(-words.length - 2)).toEqual([
      '--target',
      'staging',
      ...words,
    ]);
    const [, ...loaded] = await calledWith('load', { target: 'staging', 'load-arguments': text });
    expect(loaded.slice(-words.length - 2)).toEqual(['--target', 'staging', ...words]);
  });

  it('are one argument each, blanks, quotes and line ends included', async () => {
    const odd = { target: "a 'b", plan: 'c "d', profile: 'e f', baseline: 'known ones\n.yaml', report: 'my $reports' };
    const called = await calledWith('check', odd);
    for (const word of ["a 'b", 'c "d', 'e f', 'known ones\n.yaml', 'my $reports/check'])
      expect(called).toContain(word);
    expect(await calledWith('load', { ...odd, load: 'g h' })).toEqual(
      expect.arrayContaining(['g h', "a 'b", 'c "d', 'my $reports/load']),
    );
  });

  it.each<[string, Texts, Texts]>([
    ['no input and no setting', {}, {}],
    ['empty ones, as a secret that is missing leaves them', { target: '' }, { PETVET_BASE_URL: '', PETVET_TARGET: '' }],
    ['a target of the check alone', { arguments: '--target staging', load: 'ceiling' }, {}],
    ['a word that only holds the name of the flag', { arguments: '--x=--target=' }, {}],
  ])('name no service by %s: an error before anything is installed', async (_, inputs, env) => {
    const { status, err } = await steps([READ], inputs, env);
    expect({ status, err }).toEqual({
      status: 2,
      err: 'petvet: there is no service to test: give the action a target, or set PETVET_BASE_URL in env\n',
    });
    expect(STEPS.findIndex(({ name }) => name === READ)).toBe(0);
  });

  it.each<[Texts, Texts]>([
    [{ target: 'staging' }, {}],
    [{}, { PETVET_BASE_URL: 'http://127.0.0.1:9/v1' }],
    [{}, { PETVET_TARGET: 'staging' }],
    [{ arguments: '--base-url=http://127.0.0.1:9/v1' }, {}],
    [{ check: 'false', load: 'ceiling', 'load-arguments': '--base-url http://127.0.0.1:9/v1' }, {}],
  ])('%j and %j name a service', async (inputs, env) => {
    expect(await steps([READ], inputs, env)).toMatchObject({ status: 0, err: '' });
  });

  it.each(['--say "a\nb"', "it's"])('an unfinished quote is named: %j', async (text) => {
    const { status, err } = await steps([READ], { target: 'staging', arguments: text }, {});
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(/^petvet: the input arguments .*\n$/) });
  });
});
