import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distributedReadme } from '../load/distributed-readme.ts';
import { LOG_BYTES_PER_REQUEST, REQUESTS_IN_A_LOG } from '../load/log-size.ts';
import { startReferenceServer } from '../reference/server.ts';
import { LoadDocument } from '../shapes/load.ts';
import { folder, ROOT, run } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const PATIENCE = 240_000;

/** The scripts in a page of Markdown, in their order. */
const scriptsIn = (page: string) => [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, script = '']) => script);

const PAGE = readFileSync(join(ROOT, 'docs', 'kubernetes.md'), 'utf8');
const [, , GIVEN = '', RUN = ''] = scriptsIn(PAGE);

/** What petvet writes beside the manifest, for two parts and one key. */
const README = distributedReadme({
  scenario: 'ceiling',
  parts: 2,
  startAt: 0,
  secrets: ['API_KEY'],
  tooLong: undefined,
});

/** Programs that the scripts find first: this petvet, and a kubectl that stands in for a cluster. */
function programs(place: string): string {
  const bin = join(place, 'bin');
  mkdirSync(bin);
  for (const [name, line] of [
    ['npx', `shift; exec '${process.execPath}' '${join(ROOT, 'lib', 'cli', 'petvet.cjs')}' "$@"`],
    ['kubectl', `exec '${process.execPath}' '${join(import.meta.dirname, 'kubectl-process.ts')}' "$@"`],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

describe('the page on Kubernetes', () => {
  it('has scripts that bash can read, as the page beside the manifest has', () => {
    const scripts = [...scriptsIn(PAGE), ...scriptsIn(README)];
    expect(scripts.length).toBeGreaterThan(5);
    for (const script of scripts) expect(execFileSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toBe('');
  });

  it('has the lines that petvet writes beside the manifest', () => {
    const [written = ''] = scriptsIn(README);
    expect(RUN).toBe(written.replace('petvet load merge', 'npx petvet load merge'));
  });

  it('says how many requests a log holds', () => {
    const [, count = ''] = /10 MiB hold ([\d,]+) requests/.exec(PAGE) ?? [];
    expect(Math.floor(REQUESTS_IN_A_LOG / 100) * 100).toBe(Number(count.replaceAll(',', '')));
    expect(PAGE).toContain(`petvet counts on ${LOG_BYTES_PER_REQUEST}`);
  });

  it('leads to a report, step by step, and no key is in what is written', { timeout: PATIENCE }, async () => {
    await using place = await folder();
    const server = await startReferenceServer({ plan: 'free', windowSeconds: 8, keys: [{ key: KEY }] });
    try {
      const script = `set -eu\n${GIVEN}${RUN.replace('merge .', 'merge . --report ../merged')}`;
      const bin = programs(place.path);
      const state = join(place.path, 'cluster');
      mkdirSync(state);
      const { status, out, err } = await run('bash', ['-c', script], {
        cwd: place.path,
        env: {
          PATH: `${bin}:${process.env['PATH']}`,
          STAND_IN: state,
          PETVET_K6: realK6(),
          API_KEY: KEY,
          PETVET_BASE_URL: server.baseUrl,
          PETVET_WINDOW_SECONDS: '8',
          PLAN: 'free',
          AHEAD: '30',
        },
      });
      expect(status, `${out}${err}`).toBe(0);
      expect(readFileSync(join(state, 'kubectl.log'), 'utf8').split('\n')).toHaveLength(8);
      const text = readFileSync(join(place.path, 'merged', 'load.json'), 'utf8');
      const { windows, dropped } = LoadDocument.parse(JSON.parse(text));
      const whole = { sent: 60, admitted: 60, refused: 0 };
      expect(windows).toMatchObject([whole, whole, whole]);
      expect(dropped).toBe(0);
      const written = ['load', 'merged'].flatMap((at) =>
        readdirSync(join(place.path, at)).map((name) => readFileSync(join(place.path, at, name), 'latin1')),
      );
      expect(written.length).toBeGreaterThan(7);
      expect(written.filter((content) => content.includes(KEY))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
