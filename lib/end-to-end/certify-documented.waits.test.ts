import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aService, KEYS } from './certify.fixture.ts';
import { folder, petvet, ROOT } from './petvet-process.fixture.ts';

/** Three whole runs, on a machine that may be busy. */
const PATIENCE = 180_000;

const PAGE = readFileSync(join(ROOT, 'docs', 'certifying.md'), 'utf8');

/** What needs an issuer of certificates, or a register, has a test of its own. */
const COMMANDS = [...PAGE.matchAll(/^npx petvet (.*)$/gm)]
  .map(([, line = '']) => line)
  .filter(
    (line) =>
      !/--trusted-root|--all register|--register register|^submit|^dispute|reports\/(?:adopt|daily)|^client/.test(line),
  );

it(
  'the commands of the page on certificates do what it says, one after the other',
  async () => {
    await using place = await folder();
    await using there = await aService();
    const env = {
      PETVET_STAGING_BASE_URL: there.baseUrl,
      PETVET_STAGING_API_KEY: KEYS[0],
      PETVET_STAGING_SECOND_API_KEY: KEYS[1],
      PETVET_STAGING_WINDOW_SECONDS: '5',
    };
    expect(COMMANDS).toHaveLength(5);
    for (const line of COMMANDS) {
      const args = line
        .replace('certificate.intoto.jsonl', 'report/certificate.intoto.jsonl')
        .replace('https://pets.example/v1', there.baseUrl)
        .split(' ');
      const ended = await petvet(line.startsWith('certify') ? [...args, '--report', 'report'] : args, {
        cwd: place.path,
        env: line.includes('staging') ? env : line.includes('--live') ? { PETVET_API_KEY: KEYS[0] } : {},
      });
      expect({ line, status: ended.status, said: ended.status === 0 ? '' : `${ended.out}${ended.err}` }).toEqual({
        line,
        status: 0,
        said: '',
      });
    }
  },
  PATIENCE,
);
