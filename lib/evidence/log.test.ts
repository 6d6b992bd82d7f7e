import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { anyExchange, aPlainExchange, someKnowledge, someRun } from './evidence.fixture.ts';
import { openEvidence, readEvidence, type EvidenceItem } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'petvet-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.jsonl`);

async function itemsOf(file: string): Promise<EvidenceItem[]> {
  const items: EvidenceItem[] = [];
  for await (const item of readEvidence(file)) items.push(item);
  return items;
}

function written(count: number): string {
  const file = newFile();
  const writer = openEvidence(file, someKnowledge);
  for (let id = 1; id <= count; id += 1) writer.append(aPlainExchange(id));
  writer.close();
  return file;
}

describe('evidence on disk', () => {
  it('gives back exactly what was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyExchange, { maxLength: 4 }), fc.boolean(), async (exchanges, isFinished) => {
        const file = newFile();
        const writer = openEvidence(file, someKnowledge);
        for (const exchange of exchanges) writer.append(exchange);
        if (isFinished) writer.finish(someRun);
        writer.close();
        expect(await itemsOf(file)).toEqual([
          { knowledge: someKnowledge },
          ...exchanges.map((exchange) => ({ exchange })),
          ...(isFinished ? [{ run: someRun }] : []),
        ]);
      }),
    );
  });

  it('has every line on disk when append returns', () => {
    const file = newFile();
    const writer = openEvidence(file, someKnowledge);
    writer.append(aPlainExchange(1));
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"petvet":"evidence\/1","knowledge":\{/);
    writer.close();
    writer.close();
    expect(() => writer.append(aPlainExchange(2))).toThrow('closed');
  });

  it('writes many at once as it writes each', () => {
    const file = newFile();
    const writer = openEvidence(file, someKnowledge);
    const count = 20_000;
    const all = Array.from({ length: count }, (_, index) => aPlainExchange(index + 1));
    writer.appendAll(all);
    writer.close();
    expect(readFileSync(file, 'utf8') === readFileSync(written(count), 'utf8')).toBe(true);
    expect(statSync(file).size).toBeGreaterThan(2_000_000);
  });

  it('writes text as text and tells none, unrecorded, cut off and binary bodies apart', () => {
    const file = newFile();
    const writer = openEvidence(file, someKnowledge);
    const { request, ...exchange } = aPlainExchange(1);
    const bytes = Uint8Array.of(0xff);
    for (const body of [
      { kind: 'not-recorded' },
      { kind: 'bytes', bytes },
      { kind: 'truncated', bytes: new Uint8Array(Buffer.from('[')), why: 'too long' },
    ] as const) {
      writer.append({ ...exchange, request: { ...request, body } });
    }
    writer.close();
    const bodies = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line).exchange.request.body);
    expect(bodies).toEqual(['not-recorded', { base64: '/w==' }, { text: '[', truncated: 'too long' }]);
    expect(readFileSync(file, 'utf8')).toContain(String.raw`{"text":"[{\"id\":1,`);
  });

  it('is read as it is asked for: a long file is never held as a whole', async () => {
    const file = written(5_000);
    const read = readEvidence(file)[Symbol.asyncIterator]();
    const ids: number[] = [];
    for (let count = 0; count <= 100; count++) {
      const { value } = await read.next();
      if (value !== undefined && 'exchange' in value) ids.push(value.exchange.id);
    }
    // What the reader holds by then ends with its chunk: the rest of the file may still go away.
    truncateSync(file, statSync(file).size - 1_000);
    let last: EvidenceItem | undefined;
    for (let next = await read.next(); next.done !== true; next = await read.next()) last = next.value;
    expect(ids).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(last).toMatchObject({ broken: {} });
  });
});

describe('evidence that is not whole', () => {
  it('is read up to the break, wherever it is cut', async () => {
    const file = written(2);
    const whole = await itemsOf(file);
    const head = readFileSync(file, 'utf8').indexOf('\n') + 1;
    for (let size = statSync(file).size - 2; size > head; size -= 37) {
      truncateSync(file, size);
      const items = await itemsOf(file);
      const expected = whole.slice(0, items.length);
      const isBroken = items.some((item) => 'broken' in item);
      if (isBroken) expected.splice(-1, 1, { broken: { line: items.length, why: 'it is cut off or not JSON' } });
      expect(items).toEqual(expected);
    }
  });

  it.each([
    '{}',
    'null',
    '[]',
    '',
    '{"exchange":{"id":0}}',
    '{"exchange":{"id":"1"}}',
    '{"run":{}}',
    '{"petvet":"evidence/1","knowledge":{}}',
    '\u0000',
  ])('ends at the line %j', async (line) => {
    const file = written(1);
    appendFileSync(file, `${line}\n${readFileSync(file, 'utf8').split('\n')[1]}\n`);
    expect(await itemsOf(file)).toEqual([
      { knowledge: someKnowledge },
      { exchange: aPlainExchange(1) },
      { broken: { line: 3, why: expect.any(String) } },
    ]);
  });

  it.each(['', '\n', '{}\n', '{"petvet":"evidence/2","knowledge":{}}\n', '{"log":{"entries":[]}}', '\u0000\u0001'])(
    'is refused when it starts with %j',
    async (content) => {
      const file = newFile();
      writeFileSync(file, content);
      await expect(itemsOf(file)).rejects.toThrow(UsageError);
      await expect(itemsOf(file)).rejects.toThrow(file);
    },
  );

  it('is refused in one sentence when it is not there, or a folder', async () => {
    await expect(itemsOf(join(folder, 'none.jsonl'))).rejects.toThrow(UsageError);
    await expect(itemsOf(folder)).rejects.toThrow(UsageError);
    expect(() => openEvidence(join(folder, 'none', 'e.jsonl'), someKnowledge)).toThrow(UsageError);
  });
});
