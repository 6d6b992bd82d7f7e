import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { aFolder, aProgram, isBeating, leavesBeating } from './fake-programs.fixture.ts';
import { explainK6Exit, runK6, type K6Call } from './k6-process.ts';

describe('a run of k6', () => {
  it('tells its status, and all that it prints as it comes', async () => {
    let printed = '';
    const end = await runK6(
      aCall('echo "got $2"; echo wrong >&2; exit 99', { args: ['run', 'a.ts'], onOutput: (text) => (printed += text) }),
    );
    expect(end).toMatchObject({ status: 99, tookTooLong: false });
    expect(printed).toContain('got a.ts\n');
    expect(printed).toContain('wrong\n');
  });

  it('keeps only the last lines of much output', async () => {
    let length = 0;
    const end = await runK6(
      aCall('i=0; while [ $i -lt 20000 ]; do echo "line $i"; i=$((i+1)); done', {
        onOutput: (text) => (length += text.length),
      }),
    );
    expect(length).toBeGreaterThan(200_000);
    expect(end.said).toMatch(/line 19999$/);
    expect(end.said.split('\n')).toHaveLength(12);
  });

  it('has its keys in the environment, and none of the settings of petvet', async () => {
    vi.stubEnv('PETVET_FREE_KEY', 'sk_own');
    const { said } = await runK6(
      aCall('echo "$KEY_FREE/$PETVET_FREE_KEY/$*"', { args: ['run'], environment: { KEY_FREE: 'sk_given' } }),
    );
    vi.unstubAllEnvs();
    expect(said).toBe('sk_given//run');
  });

  it('is killed at the end of its time, with what it started', async () => {
    const beat = join(aFolder(), 'beat');
    const end = await runK6(
      aCall(`${leavesBeating(beat)}\ntrap '' INT TERM; while :; do sleep 1; done`, { timeoutSeconds: 3 }),
    );
    expect(end).toMatchObject({ status: null, tookTooLong: true });
    expect(end.seconds).toBeLessThan(15);
    expect(await isBeating(beat)).toBe(false);
  });

  it('leaves nothing behind that it started, also when it ends by itself', async () => {
    const beat = join(aFolder(), 'beat');
    const end = await runK6(aCall(`${leavesBeating(beat)}\nexit 0`));
    expect(end).toMatchObject({ status: 0 });
    expect(await isBeating(beat)).toBe(false);
  });

  it('ends gracefully when it is interrupted', async () => {
    const end = await interrupted(`trap 'echo summary; exit 105' INT; echo ready; while :; do sleep 0.05; done`, 15);
    expect(end).toMatchObject({ status: 105, tookTooLong: false, said: 'ready\nsummary' });
  });

  it('is killed when it is interrupted and goes on', async () => {
    const end = await interrupted(`trap '' INT; echo ready; while :; do sleep 0.05; done`, 0.3);
    expect(end).toMatchObject({ status: null, tookTooLong: false });
    expect(end.seconds).toBeLessThan(15);
  });

  it('is killed when it is interrupted while it is stopped', async () => {
    const end = await interrupted(`echo ready; kill -STOP $$`, 0.3);
    expect(end).toMatchObject({ status: null, tookTooLong: false, said: 'ready' });
  });

  it('is not waited for where what left its group holds its output open', async () => {
    const { status, seconds } = await runK6(aCall('setsid sleep 20 & exit 0'));
    expect(status).toBe(0);
    expect(seconds).toBeLessThan(15);
  });

  it('is not begun when the interruption came before', async () => {
    const call = aCall('echo begun', { interrupt: AbortSignal.abort() });
    await expect(runK6(call)).rejects.toMatchObject({ code: 'INTERRUPTED' });
  });

  it('that cannot be started is a fault of the user', async () => {
    const call = aCall('', { program: { path: join(aFolder(), 'nothing'), version: '1.8.1' } });
    await expect(runK6(call)).rejects.toMatchObject({ code: 'USAGE' });
  });
});

it.each([
  [0, 'k6 finished, and every objective was met'],
  [99, 'k6 finished, and an objective was missed'],
  [105, 'k6 was interrupted'],
  [null, 'k6 was killed before its end'],
  [42, 'k6 ended with status 42, which it does not document'],
])('exit status %s is explained', (status, says) => {
  expect(explainK6Exit(status)).toBe(says);
});

function aCall(script: string, rest: Partial<K6Call> = {}): K6Call {
  return {
    program: { path: aProgram(join(aFolder(), 'k6'), script), version: '1.8.1' },
    args: [],
    environment: {},
    timeoutSeconds: 15,
    interrupt: new AbortController().signal,
    onOutput: () => undefined,
    ...rest,
  };
}

/** Runs a script, and interrupts it once it has printed something. */
async function interrupted(script: string, graceSeconds: number) {
  const interruption = new AbortController();
  return runK6(aCall(script, { graceSeconds, interrupt: interruption.signal, onOutput: () => interruption.abort() }));
}
