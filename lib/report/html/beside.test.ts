import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { filesBeside } from './beside.ts';
import { documentOf } from './document.ts';
import { html } from '../../text/markup.ts';

const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true });
});

/** A folder within a new place, with these files. */
function folder(path: string, ...names: readonly string[]): string {
  const place = mkdtempSync(join(tmpdir(), 'petvet-beside-'));
  places.push(place);
  const dir = join(place, path);
  mkdirSync(dir, { recursive: true });
  for (const name of names) writeFileSync(join(dir, name), '');
  return dir;
}

const hrefs = (dir: string) => filesBeside(dir).map(([href]) => href);

describe('a page leads to', () => {
  it('the files beside it that are there, and no others', () => {
    expect(hrefs(folder('mine', 'evidence.jsonl', 'k6-report.html'))).toEqual(['k6-report.html', 'evidence.jsonl']);
    expect(hrefs(folder('mine'))).toEqual([]);
  });

  it.each([
    ['reports/staging/2026-11-21T12-00-00', '../../index.html'],
    ['reports/mine', '../index.html'],
    ['reports/staging/2026-11-21T12-00-00/free/ceiling', '../../../../index.html'],
  ])('the list of runs above %s', (path, href) => {
    expect(hrefs(folder(path))).toEqual([href]);
  });

  it('the page of all plans above that of one of its runs', () => {
    const dir = folder('mine', 'tiers.html');
    mkdirSync(join(dir, 'free', 'ceiling'), { recursive: true });
    expect(hrefs(join(dir, 'free', 'ceiling'))).toEqual(['../../tiers.html']);
  });

  it('them in a list of its own', () => {
    const parts = { title: 'a', header: html``, sections: [], archive: '' };
    expect(documentOf({ ...parts, beside: [['evidence.jsonl', 'Evidence']] })).toContain(
      '<li><a href="evidence.jsonl">Evidence</a></li>',
    );
    expect(documentOf(parts)).not.toContain('aria-label="Files"');
  });
});
