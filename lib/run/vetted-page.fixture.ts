import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEvidence } from '../evidence/log.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { writePage } from '../report/html/render.ts';
import type { Target } from '../targets/target.ts';
import { check, EVIDENCE_FILE } from './check.ts';
import { startShortened } from './embedded.ts';
import { reportOf } from './run-report.ts';
import { selectRules } from './selection.ts';
import { SILENT } from './silent-watcher.ts';

/** The page of a run that was really made. */
export interface VettedPage extends AsyncDisposable {
  /** The path of report.html. */
  readonly file: string;
}

/** Runs the suites against the reference server with a minute of a few seconds, to the limit and beyond it. */
export async function vettedReference(options: ReferenceOptions): Promise<VettedPage> {
  const embedded = await startShortened(options);
  try {
    return await vetted({ ...embedded.target, name: 'staging' }, 'always');
  } finally {
    await embedded.close();
  }
}

/** What a service may say to harm the reader of a report. */
const HOSTILE = `</script><script>document.title='taken over'</script><img src="http://127.0.0.1:9/x" onerror="document.title='taken over'">\u001B[31m\u202Egnp.exe\u2028`;

/** Runs the suites against a service whose every answer means harm to the reader of the report. */
export async function vettedHostile(): Promise<VettedPage> {
  let answers = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => answerBadly(response, (answers += 1)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const target: Target = {
    name: 'hostile',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: 'vT8wK3nQ6zRb1XyMd5Ju',
    plan: { name: 'free', perMinute: 60, perDay: 1_000 },
    writes: true,
    headers: [],
    loopback: true,
    windows: { minute: 10, day: 86_400, testInstallation: true },
  };
  try {
    return await vetted(target, 'never');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function answerBadly(response: ServerResponse, number: number): void {
  const pets = [{ id: number, name: HOSTILE, categoryId: HOSTILE, status: HOSTILE }];
  const bodies = [JSON.stringify(pets), HOSTILE, Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x9b]), HOSTILE.repeat(8_000)];
  response.writeHead(number % 7 === 0 ? 500 : 200, {
    'content-type': 'application/json',
    'x-odd': '<script>document.title=1</script>',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': number % 3 === 0 ? '1e999' : '59',
    'x-ratelimit-reset': '99999999999999999999',
  });
  response.end(bodies[number % bodies.length]);
}

async function vetted(target: Target, useUp: 'always' | 'never'): Promise<VettedPage> {
  const directory = await mkdtemp(join(tmpdir(), 'petvet-page-'));
  const plan = { target, asOf: '2026-11-21', selection: selectRules([], []), seed: 42, useUp, smoke: false, directory };
  const verdicts = await check(plan, SILENT, new AbortController().signal);
  const file = await writePage(directory, reportOf(verdicts), readEvidence(join(directory, EVIDENCE_FILE)));
  return { file, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}
