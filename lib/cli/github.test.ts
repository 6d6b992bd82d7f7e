import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aReport, aViolation } from '../report/report.fixture.ts';
import { renderSummary } from '../report/summary.ts';
import { folder } from '../selftest/petvet-process.fixture.ts';
import { outShielded, tellGithub } from './github.ts';
import type { Terminal } from './terminal.ts';

const REPORT = aReport({
  outcome: 'violating',
  rows: [{ id: 'LIST-2', verdict: 'fail', says: 'six', findings: [aViolation({ rule: 'LIST-2' })] }],
});

function aTerminal(environment: Record<string, string>): { terminal: Terminal; out: string[]; err: string[] } {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal: Terminal = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    colour: false,
    live: false,
    width: 100,
    cwd: '/',
    environment,
    today: '2026-11-21',
    interrupt: new AbortController().signal,
  };
  return { terminal, out, err };
}

describe('tellGithub', () => {
  it('says nothing where there is no GitHub', async () => {
    const { terminal, out, err } = aTerminal({ GITHUB_ACTIONS: 'false' });
    await tellGithub(REPORT, terminal);
    expect([...out, ...err]).toEqual([]);
  });

  it('prints annotations in a job', async () => {
    const { terminal, out } = aTerminal({ GITHUB_ACTIONS: 'true' });
    await tellGithub(REPORT, terminal);
    expect(out).toEqual([expect.stringMatching(/^::error title=LIST-2::six/)]);
  });

  it('adds the summary to what other steps of the job have written', async () => {
    await using place = await folder();
    const file = join(place.path, 'summary.md');
    await writeFile(file, 'before\n');
    await tellGithub(REPORT, aTerminal({ GITHUB_STEP_SUMMARY: file }).terminal);
    expect(await readFile(file, 'utf8')).toBe(`before\n${renderSummary(REPORT)}\n`);
  });

  it('says in one line that the summary cannot be written', async () => {
    await using place = await folder();
    const { terminal, out, err } = aTerminal({ GITHUB_STEP_SUMMARY: join(place.path, 'nowhere', 'summary.md') });
    await tellGithub(REPORT, terminal);
    expect(out).toEqual([]);
    expect(err).toEqual([expect.stringMatching(/^petvet: the summary of the job cannot be written: ENOENT[^\n]*\n$/)]);
  });
});

describe('outShielded', () => {
  it('prints as it is where there is no GitHub', () => {
    const { terminal, out } = aTerminal({});
    outShielded('  ::error::x', terminal);
    expect(out).toEqual(['  ::error::x']);
  });

  it('turns commands off in a job, each time under another token', () => {
    const { terminal, out } = aTerminal({ GITHUB_ACTIONS: 'true' });
    outShielded('  ::error::x', terminal);
    outShielded('y', terminal);
    const tokens = [0, 3].map((at) => /^::stop-commands::([\w-]{30,})$/.exec(out[at] ?? '')?.[1]);
    expect(out.filter((_, index) => index % 3 !== 0)).toEqual([
      '  ::error::x',
      `::${tokens[0]}::`,
      'y',
      `::${tokens[1]}::`,
    ]);
    expect(tokens[0]).not.toBe(tokens[1]);
  });
});
