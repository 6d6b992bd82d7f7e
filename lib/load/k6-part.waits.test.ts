import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import { aFolder, aProgram } from './fake-programs.fixture.ts';
import { runPart, type K6PartEnd } from './k6-part.ts';
import { beforeItBegins } from './run-load.ts';

const SETTINGS = {
  perMinute: 60,
  windowSeconds: 60,
  windows: 3,
  share: 1,
  stepSeconds: 10,
  connections: 20,
  createShare: 0,
  objectives: [],
  userAgent: 'petvet/test',
  run: 'run-of-a-test',
};

/** A program in place of k6 that writes samples to its console and never ends. */
async function stopped(samples: readonly LoadSample[]): Promise<string | undefined> {
  const lines = samples.map((sample) => JSON.stringify({ msg: JSON.stringify({ sample }) }));
  const { aborted } = await runOf(
    (console) => `cat > '${console}' <<'END'\n${lines.join('\n')}\nEND\nwhile :; do sleep 1; done`,
    2,
  );
  return aborted;
}

/** Runs a script in place of k6. */
async function runOf(
  script: (console: string) => string,
  timeoutSeconds: number,
): Promise<K6PartEnd & { said: string }> {
  const directory = aFolder();
  let said = '';
  const end = await runPart({
    scenario: 'ceiling',
    target: {
      name: 'staging',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: 'key-of-a-test-71c9',
      plan: { name: 'free' },
      writes: false,
      headers: [],
      loopback: true,
      windows: { minute: 60, day: 86_400, testInstallation: false },
    },
    settings: SETTINGS,
    program: { path: aProgram(join(directory, 'k6'), script(join(directory, 'k6-console.jsonl'))), version: '1.8.1' },
    passedOn: [],
    directory,
    suffix: '',
    environment: {},
    seconds: 1,
    timeoutSeconds,
    interrupt: new AbortController().signal,
    onOutput: (text) => {
      said += text;
    },
  });
  return { ...end, said };
}

it.each<[string, readonly LoadSample[], string]>([
  ['another client of the key', [aSample({ window: -1 })], 'it waited for an unused window'],
  ['a silent service', [aSample(), aSample({ status: 0 })], '1 of 2 requests had no response'],
  ['a slow end', [aSample(), aSample({ status: 429 })], 'the last of 2 requests got 429'],
  ['nothing at all', [], 'no request was sent'],
])('a run that does not end says what it waited for: %s', async (_what, samples, says) => {
  const aborted = await stopped(samples);
  expect(aborted).toContain(says);
  expect(aborted).toMatch(/: k6 did not end in time and was stopped after \d+ s/);
});

it('a run whose samples cannot be written ends at once, and says so once', async () => {
  const { aborted, interrupted, said } = await runOf(
    (console) =>
      `: > '${console}'; trap 'exit 105' INT; echo other >&2; while :; do echo 'Failed to write to log, write k6-console.jsonl: no space left on device' >&2; sleep 0.02; done`,
    20,
  );
  expect(aborted).toMatch(
    /^k6 could not write its samples to .*k6-console\.jsonl, so the run ends here: is there space left\?$/,
  );
  expect({ interrupted, said }).toEqual({ interrupted: false, said: 'other\n' });
});

it('a run whose folder is removed says so', async () => {
  await expect(runOf((console) => `rm -r "$(dirname '${console}')"`, 20)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('was removed while k6 ran'),
  });
});

it('a run has the time to wait for three windows, and for the instant at which it begins', () => {
  const now = Date.UTC(2026, 10, 22);
  expect(beforeItBegins(SETTINGS, now)).toBeGreaterThan(3 * 60);
  expect(beforeItBegins({ ...SETTINGS, startAt: now + 600_000 }, now)).toBeGreaterThan(600 + 3 * 60);
});
