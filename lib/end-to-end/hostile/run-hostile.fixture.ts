import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '../../cli/main.ts';
import { endProcess } from '../../files/end-process.ts';
import { REPORT_FILE } from '../../replay/recorded-run.ts';
import { ConformanceReport } from '../../shapes/report.ts';
import { BODIES } from './bodies.fixture.ts';
import { FRAMING } from './framing.fixture.ts';
import type { HostileRun } from './hostile-runs.fixture.ts';
import { LIMITS } from './limits.fixture.ts';
import { HOSTILE_KEY, startHostile, type HostileService } from './raw-service.fixture.ts';

/**
 * How soon a run that waits for a limit, for minutes perhaps, is interrupted, and after how long any other, in milliseconds: the
 * wait for a service that is away has an end.
 */
const [PATIENCE_WITH_WAITING, PATIENCE] = [500, 180_000];

/**
 * Vets hostile services with the whole of `petvet check`, in a process that can die of them: reads the name of a service a
 * line, and prints a line of JSON for each run.
 */
const services = new Map([...FRAMING, ...BODIES, ...LIMITS].map((one) => [one.name, one]));
const running = new Set<Promise<void>>();

async function vet(service: HostileService): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'petvet-hostile-'));
  await using hostile = await startHostile(service);
  const interrupt = new AbortController();
  const patience = setTimeout(() => interrupt.abort(), PATIENCE);
  let printed = '';
  const print = (text: string) => {
    printed += text;
    if (/^waiting (?!.*: (?:the service|one request) )/m.test(text))
      setTimeout(() => interrupt.abort(), PATIENCE_WITH_WAITING);
  };
  const started = performance.now();
  const flags = [
    '--max-requests',
    `${service.requests ?? 8}`,
    '--seed',
    '1',
    '--no-burn',
    '--report',
    join(directory, 'report'),
  ];
  const status = await run(['check', '--base-url', hostile.baseUrl, ...flags], {
    out: print,
    err: print,
    pass: print,
    colour: false,
    live: false,
    width: 120,
    cwd: directory,
    environment: { PETVET_API_KEY: HOSTILE_KEY, PETVET_WINDOW_SECONDS: '3' },
    // Their limits end by the true clock.
    today: new Date().toISOString().slice(0, 10),
    interrupt: interrupt.signal,
  });
  clearTimeout(patience);
  const seconds = (performance.now() - started) / 1_000;
  const report = reportIn(join(directory, 'report'));
  const showsKey = [printed, ...textsIn(join(directory, 'report'))].some((text) => text.includes(HOSTILE_KEY));
  rmSync(directory, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify({ name: service.name, status, seconds, report, showsKey, printed })}\n`);
}

/** What the report says; it is read as its readers do, and one that cannot be read is told as an error. */
function reportIn(directory: string): HostileRun['report'] {
  const file = join(directory, REPORT_FILE);
  if (!existsSync(file)) return undefined;
  const { outcome, requests, rules } = ConformanceReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    outcome,
    sent: requests.sent,
    judged: rules.filter(({ verdict }) => !verdict.startsWith('not-')).length,
    violated: rules.filter(({ level, verdict }) => level === 'must' && verdict === 'fail').map(({ id }) => id),
    pageSize: statSync(join(directory, 'report.html')).size,
  };
}

function textsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).map((name) => join(directory, name));
  return files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'));
}

for await (const line of createInterface({ input: process.stdin })) {
  const service = services.get(line);
  if (service === undefined) throw new TypeError(`there is no hostile service ${JSON.stringify(line)}`);
  const one = vet(service).finally(() => running.delete(one));
  running.add(one);
}
await Promise.all(running);
endProcess(0);
