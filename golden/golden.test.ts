import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive, replaceRecordings, writeArchive, type Recording } from './archive.ts';
import { differencesOf } from './differences.ts';
import { printGolden, readGolden } from './golden-file.ts';
import { smallCorpus } from './small-corpus.ts';
import { kindOf, templateOf } from './verdict-lines.ts';

async function* each(recordings: readonly Recording[]) {
  yield* recordings;
}

async function written(recordings: readonly Recording[], anew?: readonly Recording[]): Promise<Recording[]> {
  const folder = mkdtempSync(join(tmpdir(), 'petvet-archive-'));
  try {
    const file = join(folder, 'some.zst');
    await writeArchive(file, each(recordings));
    if (anew !== undefined) await replaceRecordings(file, anew);
    const read: Recording[] = [];
    for await (const recording of readArchive(file)) read.push(recording);
    return read;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(name: string, ...lines: string[]) {
  return { name, lines: ['violating', ...lines] };
}

const [A, B] = [
  { name: 'a', lines: ['1', '{"recording":"b","lines":1}'] },
  { name: 'b', lines: ['ü\u2028\r', '', 'x'.repeat(200_000)] },
];

describe('an archive', () => {
  it('holds each run with its lines, whatever is in them', async () => {
    expect(await written([A, B])).toEqual([A, B]);
  });

  it('has a run once, when it is recorded again', async () => {
    expect(await written([A, B], [{ name: 'a', lines: ['anew'] }])).toEqual([B, { name: 'a', lines: ['anew'] }]);
  });
});

describe('golden verdicts', () => {
  const runs = new Map([
    ['one', ['violating', 'LIST-2 fail', 'LIST-2 - fail; judge size; shown by 4: # items', 'GET-1 pass', 'GET-2 pass']],
    ['two', ['violating', 'LIST-2 fail', 'LIST-2 - fail; judge size; shown by 9: # items']],
  ]);

  const judged = [...runs].map(([name, lines]) => ({ name, lines }));

  it('are read as they were written', () => {
    expect(readGolden(printGolden(judged))).toEqual(runs);
  });

  it('differ in what changed, once for all runs in which the same changed', () => {
    const after = judged.map(({ name, lines }) => ({
      name,
      lines: [...lines.filter((line) => !line.startsWith('LIST-2')), 'LIST-2 pass'],
    }));
    expect(differencesOf(runs, after)).toEqual([
      {
        about: 'LIST-2',
        gone: ['LIST-2 fail', 'LIST-2 - fail; judge size; shown by #: # items'],
        come: ['LIST-2 pass'],
        runs: ['one', 'two'],
      },
    ]);
    expect(differencesOf(runs, judged)).toEqual([]);
  });

  it('differ in the outcome and in the exchanges alone', () => {
    const lines = ['conforming', 'LIST-2 fail', 'LIST-2 - fail; judge size; shown by 8: # items'];
    const after = [{ name: 'two', lines }];
    expect(differencesOf(runs, after).map(({ about, gone, come }) => [about, gone.join() === come.join()])).toEqual([
      ['LIST-2', true],
      ['outcome', false],
    ]);
  });
});

describe('a kind of outcome', () => {
  it('is the rule, the judge, the fault and the blame, whatever the place, the input, the exchanges and the sentence', () => {
    const one = run(
      'one',
      'GET-1 - fail; judge a; fault gone; on getPet; at id; with a plain one; shown by 3: It is gone',
    );
    const same = run('two', 'GET-1 - fail; judge a; fault gone; on listPets; shown by 7 9: Another sentence');
    const other = run('three', 'GET-1 - fail; judge b; fault gone; on getPet; at id; shown by 3: It is gone');
    expect(kindOf(one)).toBe(kindOf(same));
    expect(kindOf(one)).not.toBe(kindOf(other));
    expect([...smallCorpus(new Map([one, same, other].map(({ name, lines }) => [name, lines])))]).toEqual([
      'one',
      'three',
    ]);
  });
});

describe('a template', () => {
  it.each([
    ['GET /pets?limit=5 with 5 pets, 1,234.5 s', 'GET /pets… with # pets, # s'],
    ['the name "pet \\"1\\"" of `x`', 'the name "…" of "…"'],
  ])('of %s', (sentence, template) => expect(templateOf(sentence)).toBe(template));
});
