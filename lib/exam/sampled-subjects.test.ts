import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { addedSubjects, missingFrom } from './added-subjects.ts';
import { chosen, drawn, sampleOfDefects, sampleOfVariants } from './sampled-subjects.ts';

const NAMES = Object.keys(defects);

function rulesOf(names: readonly string[]) {
  return new Set(names.map((name) => defects[name]?.breaks[0]));
}

/** A table of what has these names, as code. */
function lines(names: readonly string[]): string {
  return names.map((name) => `  '${name}': {},\n`).join('');
}

describe('what the tests examine', () => {
  it('is of every rule, and a fifth of the variants or more', () => {
    expect(rulesOf(sampleOfDefects())).toEqual(rulesOf(NAMES));
    expect(sampleOfVariants().length).toBeGreaterThan(Object.keys(variants).length / 5);
  });

  it('stays the same when one is added, but for one whose place it takes', () => {
    const before = chosen(NAMES, 20);
    const after = chosen(['one-that-is-new', ...NAMES.toReversed()], 20);
    expect(after.filter((name) => !before.includes(name)).length).toBeLessThan(2);
    expect(chosen(before, 20)).toEqual(before);
  });

  it('is drawn by the name alone', () => {
    const share = NAMES.filter((name) => drawn(name, 3)).length / NAMES.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.42);
    expect(['html-404', 'chunked', 'default-10'].map((name) => drawn(name, 1))).toEqual([true, true, true]);
  });
});

describe('what the working tree adds', () => {
  it('is every name that the last commit does not declare', () => {
    const code = "export const some = {\n  'html-404': {\n    says: 'x',\n  },\n  chunked: { says: 'y' },\n";
    expect(missingFrom(code, ['html-404', 'says', 'chunked', 'new-one'])).toEqual(['says', 'new-one']);
  });

  it('is not known where there is no git, and no fault then', () => {
    expect(addedSubjects(tmpdir())).toEqual([]);
    expect(addedSubjects('/nowhere')).toEqual([]);
  });

  it('is what the last commit of a repository lacks', () => {
    const root = mkdtempSync(join(tmpdir(), 'petvet-added-'));
    try {
      const git = (...words: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root });
      git('init', '--quiet');
      mkdirSync(join(root, 'lib/reference/defects'), { recursive: true });
      mkdirSync(join(root, 'lib/reference/variants'));
      writeFileSync(join(root, 'lib/reference/defects/all.ts'), lines(NAMES.filter((name) => name !== 'html-404')));
      writeFileSync(join(root, 'lib/reference/variants/all.ts'), lines(Object.keys(variants)));
      git('add', '.');
      git('commit', '--quiet', '--message', 'all but one');
      writeFileSync(join(root, 'lib/reference/defects/all.ts'), lines(NAMES));
      expect(addedSubjects(root)).toEqual(['html-404']);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
