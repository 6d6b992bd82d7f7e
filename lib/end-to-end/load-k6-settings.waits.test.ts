import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';

const KEY = 'load-k6-settings-4d1f';

/** Seconds. */
const WINDOW = 6;

it.each<[string, Readonly<Record<string, string>>]>([
  ['K6_VUS and K6_DURATION', { K6_VUS: '2', K6_DURATION: '3s' }],
  ['K6_RPS', { K6_RPS: '1' }],
  ['a variable that the script reads', { START_AT: `${Date.now() + 3_600_000}`, ANONYMOUS: '1' }],
  ["a file of the user's options", {}],
])(
  'a load is the one that was asked for, whatever the machine sets for k6: %s',
  async (_what, settings) => {
    await using place = await folder();
    mkdirSync(join(place.path, '.config', 'k6'), { recursive: true });
    writeFileSync(join(place.path, '.config', 'k6', 'config.json'), '{"rps": 1}');
    const server = await startReferenceServer({ plan: 'free', windowSeconds: WINDOW, keys: [{ key: KEY }] });
    try {
      const env = { ...loadSettings(server.baseUrl, KEY, WINDOW), ...settings };
      const ended = await petvet(['load', 'ceiling', '--windows', '1'], { cwd: place.path, env });
      expect({ status: ended.status, err: ended.status === 0 ? '' : ended.err }).toEqual({ status: 0, err: '' });
    } finally {
      await server.close();
    }
  },
  120_000,
);
