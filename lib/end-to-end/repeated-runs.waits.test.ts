import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { times } from '../files/test-sample.fixture.ts';
import { isOfLimit, isRuleId } from '../rules/index.ts';

interface Line {
  readonly verdicts: Readonly<Record<string, string>>;
  readonly created: number;
  readonly sent: number;
}

const RUNS = times(30, 12);

function takesTheLimit(id: string): boolean {
  return isRuleId(id) && isOfLimit(id);
}

/** The verdicts of all rules but those that take a limit that is used up: so many runs in a minute may well do that. */
function shownAnyway(verdicts: Line['verdicts'] = {}): Line['verdicts'] {
  return Object.fromEntries(Object.entries(verdicts).filter(([id]) => !takesTheLimit(id)));
}

it(`vets one server ${RUNS} times in a row without losing a rule`, async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'repeated-runs-process.ts'), `${RUNS}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line));
  expect(lines).toHaveLength(RUNS);
  const [first] = lines;
  for (const { verdicts, created, sent } of lines) {
    expect(shownAnyway(verdicts)).toEqual(shownAnyway(first?.verdicts));
    expect(created).toBeLessThanOrEqual(15);
    expect(sent).toBeLessThanOrEqual(120);
  }
}, 600_000);
