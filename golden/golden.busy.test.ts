import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { differencesOf, printDifference } from './differences.ts';
import { readGolden } from './golden-file.ts';
import { judgeArchive } from './judge-archive.ts';
import { SMALL } from './places.ts';
import { CONTRADICTED } from './verdict-lines.ts';

const GOLDEN = readGolden(readFileSync(SMALL.golden, 'utf8'));

/** A minute of a core that is free; much longer beside everything else, which goes first. */
const PATIENCE = 1_200_000;

describe('the recorded runs', { timeout: PATIENCE }, () => {
  it('are judged as they were, no pass against what they show; a change that is meant is accepted with `npm run golden -- --accept "why"`', async () => {
    const judged = await judgeArchive(SMALL.archive);
    const differences = differencesOf(GOLDEN, judged);
    expect(differences.map(printDifference)).toEqual([]);
    const contradicted = judged.flatMap(({ name, lines }) =>
      lines.filter((line) => line.startsWith(CONTRADICTED)).map((line) => `${name}: ${line}`),
    );
    expect(contradicted).toEqual([]);
    expect(judged.map(({ name }) => name).toSorted()).toEqual([...GOLDEN.keys()].toSorted());
  });
});
