import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsOf, resolved, sourceFiles, textOf } from './sources.fixture.ts';

/** What a test that is done in a second or two does not take: k6, a browser, a process of petvet, a whole run. */
const SLOW = [
  'lib/end-to-end/real-k6.fixture.ts',
  'lib/report/html/browser.fixture.ts',
  'lib/run/vetted-page.fixture.ts',
  'lib/end-to-end/alone.fixture.ts',
  'lib/end-to-end/petvet-here.fixture.ts',
  'lib/end-to-end/limit-reached.fixture.ts',
];

/** The word in the name of a test's file: how it is run. */
const KIND = /\.(?:(\w+)\.)?test\.ts$/;
const TESTS = sourceFiles().filter((file) => KIND.test(file));
const ALL_KINDS = ['quiet', 'waits', 'busy', 'property', undefined];

function kindOf(file: string): string | undefined {
  return KIND.exec(file)?.[1];
}

/** What a test takes of {@link SLOW}, also by way of fixtures, and functions that start a process. */
function slowOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = textOf(file);
  const starts = /^import \{[^}]*\b(?:petvet|run)\b[^}]*\} from '[^']*petvet-process\.fixture\.ts'/m.test(text);
  const from = importsOf(file, text).filter(({ specifier, typesOnly }) => !typesOnly && specifier.startsWith('.'));
  const fixtures = from.map(resolved).filter((path) => path.endsWith('.fixture.ts'));
  return [
    ...(starts ? [`${file} starts processes`] : []),
    ...fixtures.filter((path) => SLOW.includes(path)),
    ...fixtures.flatMap((path) => slowOf(path, seen)),
  ];
}

describe('the name of a test file says how it is run:', () => {
  it('its word is one of those that vitest.config.ts knows', () => {
    expect(TESTS.filter((file) => !ALL_KINDS.includes(kindOf(file)))).toEqual([]);
    expect(new Set(TESTS.map(kindOf))).toEqual(new Set(ALL_KINDS));
  });

  it('without a word it takes no k6, no browser, no process of petvet and no whole run', () => {
    const fast = TESTS.filter((file) => kindOf(file) === undefined || kindOf(file) === 'property');
    expect(fast.length).toBeGreaterThan(200);
    expect(fast.flatMap((file) => slowOf(file).map((what) => `${file}: ${what}`))).toEqual([]);
  });

  it('k6 is there for those that wait and those that need a quiet machine alone', () => {
    const taking = TESTS.filter((file) => slowOf(file).includes('lib/end-to-end/real-k6.fixture.ts'));
    expect(taking.length).toBeGreaterThan(10);
    expect(taking.filter((file) => !['waits', 'quiet'].includes(kindOf(file) ?? ''))).toEqual([]);
  });

  it('every fixture that is named here is there', () => {
    expect(SLOW.filter((file) => globSync(file).length === 0)).toEqual([]);
  });
});
