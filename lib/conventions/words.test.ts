import { expect, it } from 'vitest';
import { filesOfTheRepository, isTest, sourceFiles, textOf } from './sources.fixture.ts';
import { typed } from '../end-to-end/typed.fixture.ts';

/** In pieces, so that this file holds none of them. */
const FORBIDDEN = [
  { what: 'the host of a package registry', words: [['registry', 'npmjs', 'org'].join('.')] },
  { what: 'a path of a developer machine', words: ['work', 'root', 'home'].map((folder) => `/${folder}/`) },
];

it.each(FORBIDDEN)('no file of the repository names $what', ({ words }) => {
  const found = filesOfTheRepository().flatMap((file) => {
    const text = readable(file);
    return words.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});

it('no sentence names a command of petvet that is not there', async () => {
  const { out } = await typed(['--help'], '/');
  const commands = new Set(Array.from(out.matchAll(/^ {2}([a-z]+)\b/gm), ([, command]) => command));
  expect(commands).toContain('check');
  const pages = filesOfTheRepository().filter((file) => /^(docs\/)?[^/]*\.md$/.test(file) && file !== 'CHANGELOG.md');
  expect(pages).toContain('docs/checking.md');
  const named = [...sourceFiles().filter((file) => !isTest(file)), ...pages].flatMap((file) =>
    Array.from(
      readable(file).matchAll(/(?:`|npx )petvet (?!(?:itself|does|knows|detects)\b)([a-z]+)\b/g),
      ([, command]) => ({
        file,
        command,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ command }) => !commands.has(command ?? ''))).toEqual([]);
});

/** Words that have a better one here, as the words of docs/reports.md have it: response, pet, actual, admitted, limit. */
const OTHERWISE =
  /\b(?:animals?|answers?|answered|came back|left behind|blind to|let in|figures?|places of the window)\b/i;

it('what a user reads first says one word for one thing', async () => {
  const { out: all } = await typed(['--help'], '/');
  const commands = Array.from(all.matchAll(/^ {2}(?!petvet|help)([a-z]+)\b/gm), ([, command = '']) => command);
  const texts = [['serve', '--list'], ['rules'], ...commands.map((command) => [command, '--help'])];
  const printed = await Promise.all(texts.map(async (args) => (await typed(args, '/')).out));
  expect(printed.every((text) => text.length > 100)).toBe(true);
  const lines = printed.flatMap((text) => text.split('\n'));
  // The names of defects, variants and rules are ids.
  expect(lines.filter((line) => OTHERWISE.test(line.replace(/^ {2}\S+/, '')))).toEqual([]);
});

it('the repository is read at all', () => {
  expect(filesOfTheRepository()).toContain('package.json');
  expect(filesOfTheRepository().filter((file) => file.startsWith('node_modules/'))).toEqual([]);
});

/** A file that is tracked may be deleted, or being written, at this very moment. */
function readable(file: string): string {
  try {
    return textOf(file);
  } catch {
    return '';
  }
}

/** Defects that are recorded under these names, what a former flag was called, and the source of a rule, whose wording is that of its catalogue. */
const FORMER = /^(?:id-text-first-animal|unknown-id-first-animal|one-animal|--animals|animals)$/;

it('says pet in code, too', () => {
  const files = sourceFiles().filter((file) => !file.endsWith('words.test.ts'));
  const found = files.flatMap((file) =>
    Array.from(readable(file).matchAll(/[\w-]*animal[\w-]*/gi), ([word]) => ({ file, word })),
  );
  expect(found.map(({ word }) => word)).toContain('one-animal');
  expect(found.filter(({ word }) => !FORMER.test(word))).toEqual([]);
  expect(new Set(found.flatMap(({ file, word }) => (word === 'animals' ? [file] : [])))).toEqual(
    new Set(['lib/rules/list.ts']),
  );
});
