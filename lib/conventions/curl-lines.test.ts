import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import { inPath } from '../load/k6-program.ts';
import { curlLine, writeRequestFiles } from '../report/curl.ts';
import { anExchange, bytes } from '../report/report.fixture.ts';
import { service } from '../end-to-end/loopback-service.ts';
import { folder } from '../end-to-end/petvet-process.fixture.ts';

const sh = promisify(execFile);

/** A folder of a report whose name a shell must not read. */
const REPORT = `a report's $folder`;

// oxlint-disable-next-line typescript/require-await -- a list in memory, in the form of a stream
async function* evidenceOf(exchange: Exchange): AsyncGenerator<EvidenceItem> {
  yield { exchange };
}

describe.each(inPath('curl', process.env).slice(0, 1))('a curl line, run by %s', () => {
  it.each<[string, Partial<Exchange['request']>]>([
    ['a body of a megabyte', { method: 'POST', body: bytes(`@${'x\n'.repeat(500_000)}`) }],
    ['a long binary body', { method: 'POST', body: bytes(Uint8Array.from({ length: 5_000 }, (_, at) => at % 256)) }],
    ['a long target', { target: `/pets?q=${'[x]'.repeat(1_000)}&r=../%2e%2e/"\\` }],
    ['a long target that no address has', { target: `/pets#${'\\|"'.repeat(1_500)}` }],
    ['a long header', { headers: [['X-Long', `"${'é\\'.repeat(1_500)}"`]] }],
    ['many headers', { headers: Array.from({ length: 60 }, (_, at) => [`X-${at}`, at % 7 === 0 ? '' : `${at}`]) }],
    [
      'many headers and a key',
      {
        headers: [...Array.from({ length: 40 }, () => ['X-A', 'b'] as const), ['Authorization', 'Bearer {primary}']],
      },
    ],
  ])('sends %s whole', async (_, request) => {
    const received: unknown[] = [];
    await using there = await service((incoming, outgoing) => {
      void buffer(incoming).then((body) => {
        received.push({
          target: incoming.url,
          headers: ownHeaders(incoming.rawHeaders),
          body: body.toString('latin1'),
        });
        outgoing.end();
      });
    });
    await using place = await folder();
    const toService = { baseUrl: there.baseUrl, target: 'staging-2' };
    const exchange = anExchange({ request: { headers: [], ...request } });
    await writeRequestFiles(`${place.path}/${REPORT}`, toService, evidenceOf(exchange));
    const line = curlLine(exchange, toService, REPORT);
    expect(line.length).toBeLessThan(6_000);
    expect(line).not.toContain('  # ');
    await sh('/bin/sh', ['-c', line], {
      cwd: place.path,
      env: { PATH: process.env['PATH'], PETVET_STAGING_2_API_KEY: 'k "1"' },
    });
    const { target, headers, body } = exchange.request;
    expect(received).toEqual([
      {
        target: `/v1${target}`,
        headers: headers.map(([name, value]) => `${name}: ${value.replace('{primary}', 'k "1"')}`).toSorted(),
        body: body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1') : '',
      },
    ]);
  });
});

/** Without what curl sets by itself; names that are sent several times are in the order of names. */
function ownHeaders(raw: readonly string[]): string[] {
  return raw
    .flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : []))
    .filter((line) => !/^(host|user-agent|content-length|connection|expect):/i.test(line))
    .toSorted();
}
