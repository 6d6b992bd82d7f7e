import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

interface Line {
  readonly verdicts: Readonly<Record<string, string>>;
  readonly created: number;
  readonly sent: number;
}

const RUNS = 30;

it(`vets one server ${RUNS} times in a row without losing a rule`, async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'repeated-runs-process.ts'), `${RUNS}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line));
  expect(lines).toHaveLength(RUNS);
  const [first] = lines;
  for (const { verdicts, created, sent } of lines) {
    expect(verdicts).toEqual(first?.verdicts);
    expect(created).toBeLessThanOrEqual(15);
    expect(sent).toBeLessThanOrEqual(110);
  }
}, 600_000);
