import { expect, it } from 'vitest';
import { filesOfTheRepository, textOf } from './sources.fixture.ts';

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
