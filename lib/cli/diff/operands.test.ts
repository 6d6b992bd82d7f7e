import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOperands } from './operands.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'petvet-operands-'));
  for (const name of ['production', 'first', 'second']) mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, '.env'), 'PETVET_STAGING_EU_BASE_URL=https://staging.example/v1\n');
});
afterAll(() => rm(cwd, { recursive: true }));

const ENVIRONMENT = {
  PETVET_PRODUCTION_API_KEY: 'k',
  PETVET_SECOND_API_KEY: 'k',
  PETVET_STAGING_EU_SECOND_API_KEY: 'k',
};

/** What two words name, and what is said of them. */
function read(before: string, after: string) {
  let said = '';
  const { kind } = readOperands(before, after, { cwd, environment: ENVIRONMENT, err: (text) => (said += text) });
  return { kind, said };
}

it('names that are configured are targets, of the environment or .env, in any letter case', () => {
  expect(read('Staging-EU', 'staging_eu')).toEqual({ kind: 'targets', said: '' });
});

it('a target that is also a folder is the target, which is said', () => {
  expect(read('production', 'staging-eu')).toEqual({
    kind: 'targets',
    said: 'production is the target of that name; ./production names the folder or file.\n',
  });
});

it.each([
  ['./production', './first'],
  ['first', 'second'],
  ['runs/a', 'conformance.json'],
])('paths are reports, and so is a folder that only a second key is named like: %s %s', (before, after) => {
  expect(read(before, after)).toEqual({ kind: 'reports', said: '' });
});
