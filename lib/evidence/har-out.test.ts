import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { anyExchange, aPlainExchange, someKnowledge, someRun } from './evidence.fixture.ts';
import type { Exchange } from './exchange.ts';
import { readHar } from './har-in.ts';
import { writeHar } from './har-out.ts';
import type { EvidenceItem } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'petvet-har-'));
afterAll(() => rmSync(folder, { recursive: true }));
const creator = { name: 'petvet', version: '0.0.0' };
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.har`);

// oxlint-disable-next-line require-await -- a list in the form of a stream
async function* stream(items: readonly EvidenceItem[]): AsyncIterable<EvidenceItem> {
  yield* items;
}

// oxlint-disable-next-line require-await, require-yield -- a stream that fails at once
async function* failing(): AsyncIterable<EvidenceItem> {
  throw new Error('no more');
}

async function written(exchanges: readonly Exchange[], ...more: EvidenceItem[]): Promise<string> {
  const file = newFile();
  const items = exchanges.map((exchange) => ({ exchange }));
  await writeHar(file, stream([{ knowledge: someKnowledge }, ...items, ...more]), creator);
  return file;
}

const documentOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe("petvet's own HAR", () => {
  it('gives back exactly what went in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyExchange, { maxLength: 4 }), async (exchanges) => {
        const file = await written(exchanges, { run: someRun });
        expect(readHar(file, {})).toEqual({ knowledge: someKnowledge, run: someRun, exchanges, passedOver: [] });
        rmSync(file);
      }),
    );
  });

  it('has the fields that HAR 1.2 asks for', async () => {
    const { log } = documentOf(await written([aPlainExchange(1)]));
    expect(log).toMatchObject({ version: '1.2', creator });
    expect(log.entries[0]).toMatchObject({
      startedDateTime: '2026-11-18T11:06:40.001Z',
      time: 2,
      request: {
        method: 'GET',
        url: 'http://127.0.0.1:4610/v1/pets?limit=20',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'Authorization', value: 'Bearer {primary}' }],
        queryString: [{ name: 'limit', value: '20' }],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        content: { size: 38, mimeType: 'application/json', text: '[{"id":1,"name":"Rex","categoryId":2}]' },
        redirectURL: '',
        headersSize: -1,
        bodySize: 38,
      },
      cache: {},
      timings: { send: 0, wait: 1.5, receive: 0.5 },
      _petvet: { id: 1, credential: 'primary', probe: 'LIST-2' },
    });
  });

  it('shows a coded body decoded, and keeps the raw one', async () => {
    const exchange = aPlainExchange(1);
    const bytes = new Uint8Array(gzipSync('{"id":1}'));
    const answer = { status: 200, headers: [['Content-Encoding', 'gzip']], body: { kind: 'bytes', bytes } } as const;
    const file = await written([{ ...exchange, answer }]);
    expect(documentOf(file).log.entries[0].response.content).toMatchObject({ size: 8, text: '{"id":1}' });
    expect(readHar(file, {}).exchanges[0]?.answer).toEqual(answer);
  });

  it('keeps a body that a few bytes stand for as those bytes', async () => {
    const bytes = new Uint8Array(gzipSync(Buffer.alloc(2_000_000, 32)));
    const answer = { status: 200, headers: [['Content-Encoding', 'gzip']], body: { kind: 'bytes', bytes } } as const;
    const file = await written([{ ...aPlainExchange(1), answer }]);
    expect(statSync(file).size).toBeLessThan(20_000);
    expect(documentOf(file).log.entries[0].response.content).toMatchObject({ size: 2_000_000 });
    expect(readHar(file, {}).exchanges[0]?.answer).toEqual(answer);
  });

  it('has status 0 where there was no response', async () => {
    const { answer: _none, ...unanswered } = aPlainExchange(1);
    const exchange = { ...unanswered, failure: { kind: 'timeout', says: 'nothing in 10 s' } } as const;
    const file = await written([exchange]);
    expect(documentOf(file).log.entries[0].response).toMatchObject({ status: 0, _error: 'nothing in 10 s' });
    expect(readHar(file, {}).exchanges).toEqual([exchange]);
  });

  it('says where the evidence broke off', async () => {
    const { passedOver } = readHar(await written([], { broken: { line: 7, why: 'it is cut off' } }), {});
    expect(passedOver).toEqual([{ count: 1, why: expect.stringContaining('line 7: it is cut off') }]);
  });

  it('leaves nothing behind when the reading or the writing fails', async () => {
    const file = newFile();
    await expect(writeHar(file, failing(), creator)).rejects.toThrow('no more');
    expect(readdirSync(folder).filter((name) => name.startsWith(file.slice(folder.length + 1)))).toEqual([]);
    await expect(writeHar(join(folder, 'none', 'x.har'), stream([]), creator)).rejects.toThrow(UsageError);
  });
});
