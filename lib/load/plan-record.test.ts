import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { someKnowledge } from '../evidence/evidence.fixture.ts';
import { writePlan } from './plan-record.ts';

it('the plan of a load run replaces whatever is there, a pipe that nobody reads as well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petvet-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'load-plan.json');
  execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
  for (const k6 of ['1.8.1', '1.8.2']) {
    writePlan(folder, { scenario: 'ceiling', objectives: [], k6, knowledge: someKnowledge });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ k6 });
  }
});
