import { describe, expect, it } from 'vitest';
import { environmentOf, parseChecker, type GradedService } from './checker.ts';

const SERVICE: GradedService = {
  url: 'http://127.0.0.1:4000/v1',
  key: 'pet_1',
  second: 'pet_2',
  today: '2026-11-21',
  plan: 'free',
  windowSeconds: 9,
  usesLimitUp: true,
};

function wordsOf(command: string): string[] {
  const { file, args } = parseChecker(command)(SERVICE);
  return [file, ...args];
}

describe('a checker is read', () => {
  it.each([
    ['node script.mjs {url} {key}', ['node', 'script.mjs', SERVICE.url, 'pet_1']],
    ['  ./script \t {second}  {today} ', ['./script', 'pet_2', '2026-11-21']],
    ['tool --base={url}/ --key={key},{second}', ['tool', `--base=${SERVICE.url}/`, '--key=pet_1,pet_2']],
    [`sh -c 'curl "$0" | grep x' {url}`, ['sh', '-c', 'curl "$0" | grep x', SERVICE.url]],
    [`"a tool" --head="X: it's" ''`, ['a tool', "--head=X: it's", '']],
    [`tool '{"a": {}}' {}`, ['tool', '{"a": {}}', '{}']],
    ['tool', ['tool']],
  ])('%s', (command, words) => {
    expect(wordsOf(command)).toEqual(words);
  });

  it('and keeps what it is given within its word', () => {
    const odd = { ...SERVICE, key: "a b'{url}$&" };
    expect(parseChecker('tool {key} {url}')(odd)).toEqual({ file: 'tool', args: ["a b'{url}$&", SERVICE.url] });
  });

  it.each([
    ['', '--checker is empty'],
    ['   ', '--checker is empty'],
    [`tool 'x`, '--checker has an open quote'],
    ['tool x"', '--checker has an open quote'],
    ['tool {uri}', '--checker has {uri}'],
    ['tool {KEY}', '--checker has {KEY}'],
  ])('and refused: %j', (command, says) => {
    expect(() => parseChecker(command)).toThrow(says);
  });
});

it('a checker finds in its environment what petvet check reads there', () => {
  expect(environmentOf(SERVICE)).toMatchObject({
    PETVET_BASE_URL: SERVICE.url,
    PETVET_API_KEY: 'pet_1',
    PETVET_SECOND_API_KEY: 'pet_2',
    PETVET_PLAN: 'free',
    PETVET_WINDOW_SECONDS: '9',
  });
});
