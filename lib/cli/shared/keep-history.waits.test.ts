import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, petvet } from '../../end-to-end/petvet-process.fixture.ts';
import { keepHistory } from './keep-history.ts';
import type { Terminal } from './terminal.ts';

/** Two processes with a worker each, on a machine that may be busy. */
const PATIENCE = 150_000;

function aTerminal(): { terminal: Terminal; printed: string[] } {
  const printed: string[] = [];
  const terminal: Terminal = {
    out: (text) => printed.push(text),
    err: (text) => printed.push(text),
    pass: (text) => printed.push(text),
    colour: false,
    live: false,
    width: 100,
    cwd: '/',
    environment: {},
    today: '2026-11-21',
    interrupt: new AbortController().signal,
  };
  return { terminal, printed };
}

describe('keepHistory', () => {
  it('leaves a folder alone that the user named', async () => {
    await using place = await folder();
    const { terminal, printed } = aTerminal();
    await keepHistory(join(place.path, 'mine'), { report: 'mine' }, terminal);
    expect([printed, readdirSync(place.path)]).toEqual([[], []]);
  });

  it('says in one line that it cannot write', async () => {
    const { terminal, printed } = aTerminal();
    await keepHistory('/nowhere/reports/staging/2026-11-21T10-00-00', {}, terminal);
    expect(printed).toEqual([expect.stringMatching(/^petvet: the list of runs is not up to date: [^\n]*\n$/)]);
  });
});

it(
  'runs at the same time have folders of their own, and the next one keeps as many as it is told',
  async () => {
    await using place = await folder();
    const start = { cwd: place.path };
    const reports = join(place.path, 'reports');
    const first = await Promise.all([petvet(['check', '--smoke'], start), petvet(['check', '--smoke'], start)]);
    const runs = () => readdirSync(join(reports, 'reference')).filter((name) => name.startsWith('20'));
    expect([first.map(({ status }) => status), runs()]).toEqual([
      [0, 0],
      [expect.any(String), expect.any(String)],
    ]);
    const last = await petvet(['check', '--smoke', '--keep', '1'], start);
    const [kept = '', ...others] = runs();
    expect([last.status, others]).toEqual([0, []]);
    expect(last.out).toContain(`Report: ${join('reports', 'reference', kept)}`);
    expect(readFileSync(join(reports, 'index.html'), 'utf8')).toContain(`href="reference/${kept}/report.html"`);
  },
  PATIENCE,
);
