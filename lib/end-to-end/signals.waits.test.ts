import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPlainExchange, someKnowledge } from '../evidence/evidence.fixture.ts';
import { openEvidence } from '../evidence/log.ts';
import { few } from '../files/test-sample.fixture.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

const KEY = 'signals-4f9a1c77e0d25b-key';

/** Processes, on a machine that may be busy. */
const PATIENCE = { timeout: 120_000 };

let place: Awaited<ReturnType<typeof folder>>;
beforeAll(async () => {
  place = await folder();
});
afterAll(() => place[Symbol.asyncDispose]());

const headers = {
  'content-type': 'application/json',
  'x-ratelimit-limit': '60',
  'x-ratelimit-reset': `${Math.ceil(Date.now() / 1_000) + 30}`,
};

/** Answers the first requests, and then does what makes a run wait. */
const WAITING = {
  'that answers slowly': (response: ServerResponse, count: number) =>
    setTimeout(
      () => response.writeHead(200, { ...headers, 'x-ratelimit-remaining': '59' }).end('[]'),
      count > 3 ? 60_000 : 0,
    ),
  'whose limit is used up': (response: ServerResponse, count: number) =>
    response
      .writeHead(count > 3 ? 429 : 200, {
        ...headers,
        'x-ratelimit-remaining': count > 3 ? '0' : '59',
        ...(count > 3 && { 'retry-after': '30' }),
      })
      .end('[]'),
};

describe.concurrent('petvet check against a service', () => {
  const all = Object.entries(WAITING).flatMap(([name, answer]) =>
    few(SIGNALS, 2, (signal) => `${name} ${signal}`).map((signal) => [name, signal, answer] as const),
  );
  it.for(all)('%s writes its report at %s, and leaves with 130', PATIENCE, async ([name, signal, answer]) => {
    let count = 0;
    const { promise: waiting, resolve: isWaiting } = Promise.withResolvers<void>();
    await using slow = await service((_request, response) => {
      count++;
      answer(response, count);
      if (count > 3) isWaiting();
    });
    const report = `${name.replaceAll(' ', '-')}-${signal}`;
    const ended = await petvet(['check', '--base-url', slow.baseUrl, '--no-writes', '--report', report], {
      cwd: place.path,
      env: { PETVET_API_KEY: KEY },
      when: { printed: /requests? so far/, act: (pid) => void waiting.then(() => process.kill(pid, signal)) },
    });
    expect(ended, ended.err).toMatchObject({ status: 130 });
    expect(ended.err).toContain('Stopping: what was done is judged and written.');
    expect(ended.err).not.toMatch(/\n\s+at |petvet itself failed/);
    const text = (file: string) => readFileSync(join(place.path, report, file), 'utf8');
    const { aborted, outcome, requests } = ConformanceReport.parse(JSON.parse(text('conformance.json')));
    expect(aborted).toBe('the run was interrupted');
    expect(['aborted', 'violating']).toContain(outcome);
    expect(requests.sent).toBeGreaterThanOrEqual(3);
    expect(text('evidence.jsonl').trim().split('\n')).toHaveLength(requests.sent + 2);
    expect(existsSync(join(place.path, report, 'report.html'))).toBe(true);
  });
});

describe.concurrent('what was recorded earlier', () => {
  beforeAll(() => {
    const writer = openEvidence(join(place.path, 'long.jsonl'), someKnowledge);
    for (let id = 1; id <= 20_000; id++) writer.append(aPlainExchange(id));
    writer.close();
  });

  it.each(few(SIGNALS, 2, (signal) => `judge ${signal}`))(
    'is judged no further at %s, and one sentence says so',
    PATIENCE,
    async (signal) => {
      // Of several files the name of each is printed before it is judged.
      const { status, out, err } = await petvet(['judge', 'long.jsonl', 'long.jsonl'], {
        cwd: place.path,
        when: { printed: /long\.jsonl/, act: (pid) => process.kill(pid, signal) },
      });
      expect({ status, out, err }).toEqual({
        status: 130,
        out: '\nlong.jsonl\n',
        err: '\nStopping. Press Ctrl-C again to quit now.\npetvet: interrupted: there are no verdicts\n  judge it again\n',
      });
    },
  );
});

describe.concurrent('petvet selftest', () => {
  it.each(few(SIGNALS, 1, (signal) => `selftest ${signal}`))(
    'shows what was examined until %s, and leaves with 130',
    PATIENCE,
    async (signal) => {
      const file = `${signal}.json`;
      const args = ['selftest', '--only', 'html-404', '--seeds', '20', '--parallel', '1', '--out', file];
      const { status, out, err } = await petvet(args, {
        cwd: place.path,
        when: { printed: / of 20 examined/, act: (pid) => process.kill(pid, signal) },
      });
      expect(status, err).toBe(130);
      expect(err).toContain('Stopping.');
      expect(out).toContain('Detection coverage: 1 of 1 kinds of fault, 1 of 1 defects detected');
      expect(out + err).not.toMatch(/\n\s+at |petvet itself failed/);
      expect(JSON.parse(readFileSync(join(place.path, file), 'utf8'))).toMatchObject({ isComplete: false });
    },
  );
});

describe('a checker that leaves something running', () => {
  it('is graded when it ends, and what it left is ended', PATIENCE, async () => {
    const pidFile = join(place.path, 'left.pid');
    const checker = `sh -c "sleep 1000 & echo $! > '${pidFile}'; exit 1"`;
    const { status, out } = await petvet(['selftest', '--checker', checker, '--only', 'html-404'], { cwd: place.path });
    expect({ status, out }).toEqual({ status: 0, out: expect.stringContaining('1 of 1 defects detected') });
    const left = Number(readFileSync(pidFile, 'utf8'));
    expect(left).toBeGreaterThan(1);
    await expect.poll(() => isRunning(left)).toBe(false);
  });
});

/** A process that was ended and not yet waited for still has its id, and is a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
