import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClientReport } from '../client/client-report.ts';
import { clientSource, type ClientHabits } from '../client/clients.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { typed } from './typed.fixture.ts';

const BASE = 'https://pets.example/v1';
const AUTHORIZATION = { name: 'Authorization', value: 'Bearer abcdefgh12345678' };

/** The requests of a report as a recorder between client and service has them. */
function entriesOf({ startedAt, requests }: ClientReport) {
  const begin = Date.parse(startedAt);
  return requests.map(({ request, arrivedAt, endedAt = arrivedAt, status = 0, retryAfter }) => {
    const [method = '', target = ''] = request.split(' ');
    return {
      startedDateTime: new Date(begin + arrivedAt).toISOString(),
      time: endedAt - arrivedAt,
      request: { method, url: `${BASE}${target}`, headers: [AUTHORIZATION] },
      response: {
        status,
        headers: [
          { name: 'Content-Type', value: 'application/json' },
          ...(retryAfter === undefined ? [] : [{ name: 'Retry-After', value: `${retryAfter}` }]),
        ],
        content: { text: '[]' },
      },
    };
  });
}

async function vet(habits: ClientHabits, cwd: string): Promise<ClientReport> {
  const source = clientSource(habits);
  await petvetHere(['client', '--situation', 'refusals', '--report', 'run', '--', process.execPath, '--eval', source], {
    cwd,
  });
  return readReport(join(cwd, 'run'));
}

const readReport = (directory: string) =>
  ClientReport.parse(JSON.parse(readFileSync(join(directory, 'client.json'), 'utf8')));

/** Judges the client in a HAR with these entries. */
async function judge(entries: readonly unknown[], cwd: string) {
  const file = join(cwd, 'traffic.har');
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }));
  return await typed(['judge', '--client', file, '--base-url', BASE, '--report', 'again'], cwd);
}

const verdictsOf = ({ rules }: ClientReport) => rules.map(({ id, verdict }) => `${id} ${verdict}`);

const EXPONENTIAL = 'Math.max(asked, 300 * 2 ** n)';

describe('the recording of a client', () => {
  it.concurrent.each<[string, ClientHabits, number]>([
    ['that doubles its waits', { wait: EXPONENTIAL }, 0],
    ['that goes by Retry-After alone', { wait: 'asked' }, 1],
    ['that knows no Retry-After', { wait: '200 * 2 ** n' }, 1],
    ['that never waits, and asks for too much', { wait: '10', retries: 60, call: "'/pets?limit=200'" }, 1],
    ['that uses getPet', { wait: EXPONENTIAL, call: "'/pets/' + i" }, 0],
  ])('%s is judged as the client itself was', async (_name, habits, status) => {
    await using place = await folder();
    const report = await vet(habits, place.path);
    const ended = await judge(entriesOf(report), place.path);
    const again = readReport(join(place.path, 'again'));
    expect([ended.status, verdictsOf(again)], ended.out).toEqual([status, verdictsOf(report)]);
    expect(again).toMatchObject({ source: join(place.path, 'traffic.har'), outcome: report.outcome });
    expect(Object.keys(again)).not.toContain('client');
  });
});
