import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from './petvet-process.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { KEYS } from './two-targets.fixture.ts';

describe('petvet diff refuses', () => {
  const env = {
    PETVET_PRODUCTION_BASE_URL: 'http://127.0.0.1:9/v1',
    PETVET_PRODUCTION_API_KEY: KEYS.production,
    PETVET_STAGING_BASE_URL: 'http://127.0.0.1:9/v1',
    PETVET_STAGING_API_KEY: KEYS.staging,
    PETVET_QA_BASE_URL: 'http://127.0.0.1:10/v1',
    PETVET_QA_API_KEY: KEYS.staging,
  };
  it.each([
    [['production', 'staging'], 'production and staging have the same address'],
    [['production', 'Production'], 'production is named twice'],
    [['production', 'file.json'], 'production is a target, and file.json a report'],
    [
      ['production', 'stagin'],
      'stagin is neither a target nor a report: PETVET_STAGIN_BASE_URL is not set',
      'did you mean staging?',
    ],
    [['production', 'elsewhere'], 'elsewhere is neither', 'the targets are production, staging, qa'],
    [['production', 'https://pets.example/v1'], 'an address is neither a target nor a report'],
    [['production', 'qa', '--profile', 'complete', '--no-burn'], '--profile complete and --no-burn'],
    [['production', 'qa', '--profile', 'complete', '--writes'], '--profile complete uses up the rate limit'],
    [['production', 'qa', '--profile', 'strict'], '--profile strict is for checks'],
    [['production', 'qa', '--max-regression', 'p95=5%'], '--max-regression p95 is for load runs'],
    [['production', 'qa', '--out', '/'], '/ is a folder'],
    [['file.json', 'file.json', '--seed', '1'], '--seed is for two targets'],
    [['file.json', 'file.json', '--report', 'r'], '--report is for two targets'],
    [['production'], 'two runs are needed'],
  ])('%j', async (args, ...says) => {
    await using place = await folder();
    writeFileSync(join(place.path, 'file.json'), '{}');
    const { status, out, err } = await petvetHere(['diff', ...args], { cwd: place.path, env });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    for (const one of says) expect(err).toContain(one);
    expect(err).not.toContain('    at ');
    expect(readdirSync(place.path)).toEqual(['file.json']);
  });

  it('nothing for a name that is a folder, too: it is the target, and says so', async () => {
    await using place = await folder();
    writeFileSync(join(place.path, 'qa'), '{}');
    const { status, err } = await petvetHere(['diff', 'qa', 'staging', '--smoke'], { cwd: place.path, env });
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('qa is the target of that name; ./qa names the folder or file.'),
    });
    expect(await petvetHere(['diff', './qa', './qa'], { cwd: place.path, env })).toMatchObject({
      status: 2,
      err: expect.stringMatching(/\.\/qa (?:does not exist|is not the report)/),
    });
  });
});
