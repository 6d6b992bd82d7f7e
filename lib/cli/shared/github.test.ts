import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aReport, aViolation } from '../../report/report.fixture.ts';
import { renderSummary } from '../../report/summary.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { placeInRepository, tellGithub } from './github.ts';
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
    pass: (text) => err.push(text),
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
    const { terminal, out, err } = aTerminal({ GITHUB_ACTIONS: 'true' });
    await tellGithub(REPORT, terminal);
    // Standard output may be for a script, as with --print.
    expect(out).toEqual([]);
    expect(err).toEqual([expect.stringMatching(/^::error title=LIST-2::six.*\n$/)]);
  });

  it('adds the summary to what other steps of the job have written', async () => {
    await using place = await folder();
    const file = join(place.path, 'summary.md');
    await writeFile(file, 'before\n');
    await tellGithub(REPORT, aTerminal({ GITHUB_STEP_SUMMARY: file }).terminal);
    expect(await readFile(file, 'utf8')).toBe(`before\n${renderSummary(REPORT)}\n`);
  });

  it('waits for no reader of a pipe', async () => {
    await using place = await folder();
    const file = join(place.path, 'summary.md');
    execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
    const { terminal, err } = aTerminal({ GITHUB_STEP_SUMMARY: file });
    await tellGithub(REPORT, terminal);
    expect(err).toEqual([expect.stringMatching(/^petvet: the summary of the job cannot be written: ENXIO/)]);
  });

  it('says in one line that the summary cannot be written', async () => {
    await using place = await folder();
    const { terminal, out, err } = aTerminal({ GITHUB_STEP_SUMMARY: join(place.path, 'nowhere', 'summary.md') });
    await tellGithub(REPORT, terminal);
    expect(out).toEqual([]);
    expect(err).toEqual([expect.stringMatching(/^petvet: the summary of the job cannot be written: ENOENT[^\n]*\n$/)]);
  });
});

const WORKFLOW = { GITHUB_WORKFLOW_REF: 'octo/pets/.github/workflows/petvet.yml@refs/heads/main' };

it.each([
  ['the workflow', WORKFLOW, undefined, '.github/workflows/petvet.yml'],
  ['the baseline', WORKFLOW, './ci/petvet-baseline.yaml', 'ci/petvet-baseline.yaml'],
  ['no baseline elsewhere', WORKFLOW, '../b.yaml', '.github/workflows/petvet.yml'],
  ['no absolute path', WORKFLOW, '/tmp/b.yaml', '.github/workflows/petvet.yml'],
  ['nothing on another machine', {}, 'b.yaml', undefined],
  ['nothing that is malformed', { GITHUB_WORKFLOW_REF: 'octo' }, undefined, undefined],
])('a violation is shown at %s', (_, environment, file, place) => {
  const baseline =
    file === undefined ? {} : { baseline: { file, known: [], fresh: [], stale: [], expired: [], unseen: [] } };
  expect(placeInRepository({ exitStatus: 0, because: 'x', ...baseline }, { environment })).toBe(place);
});
