import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aReport } from '../../report/report.fixture.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { allurePage } from './allure-page.ts';
import type { Terminal } from '../shared/terminal.ts';

const COUNTER = `
    <script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
    <script>
        window.dataLayer = window.dataLayer || [];
        function gtag(){dataLayer.push(arguments);}
        gtag('config', 'G-1', { "report": "awesome" });
    </script>`;

/** A program that is called as allure is, in the place where npm puts it. */
function anAllure(cwd: string, program: string): void {
  const bin = join(cwd, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'allure'), `#!${process.execPath}\nconst fs = require('node:fs');\n${program}\n`, {
    mode: 0o755,
  });
}

/** One that makes this page, with the number of the results that it found. */
function makes(page: string): string {
  return `fs.mkdirSync('page');
    const found = fs.readdirSync(process.argv[3]).filter((name) => name.endsWith('-result.json')).length;
    const { singleFile } = JSON.parse(fs.readFileSync('allurerc.json', 'utf8')).plugins.awesome.options;
    if (!singleFile || process.env.PETVET_API_KEY) process.exit(9);
    fs.writeFileSync('page/index.html', ${JSON.stringify(page)} + found);`;
}

async function pageOf(program: string | undefined): Promise<string> {
  await using place = await folder();
  if (program !== undefined) anAllure(place.path, program);
  const terminal: Terminal = {
    out: () => {},
    err: () => {},
    pass: () => {},
    colour: false,
    live: false,
    width: 100,
    cwd: place.path,
    environment: { PETVET_API_KEY: 'secret' },
    today: '2026-11-21',
    interrupt: new AbortController().signal,
  };
  const page = await allurePage(aReport(), terminal, place.path);
  return page;
}

describe('allurePage', () => {
  it('is what allure makes of the results, without the counter of visits', async () => {
    const results = aReport().ledger.rows.length;
    const page = await pageOf(makes(`<head>${COUNTER}\n<script>let a = 1;</script></head>`));
    expect(page).toBe(`<head>\n<script>let a = 1;</script></head>${results}`);
  });

  it.each([
    ['no allure', undefined, 'there is no allure here'],
    [
      'an allure that fails',
      `console.error('Error: no results\\u001b[2J\\n at x'); process.exit(3);`,
      String.raw`3: Error: no results\u{1b}[2J`,
    ],
    ['one that makes no page', '', 'makes no page'],
    [
      'another counter',
      makes('<script src="https://elsewhere.example/a.js"></script>'),
      'load something from elsewhere',
    ],
    ['the counter in another form', makes('<script>f("googletagmanager")</script>'), 'load something from elsewhere'],
  ])('refuses %s', async (_, program, says) => {
    await expect(pageOf(program)).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(says) });
  });
});
