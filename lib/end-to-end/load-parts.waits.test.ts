import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startReferenceServer, type ReferenceOptions } from '../reference/server.ts';
import { folderName, historyName } from '../run/folder.ts';
import { LoadDocument } from '../shapes/load.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const WINDOW_SECONDS = 8;
const PATIENCE = 240_000;

/** Long enough for as many processes to start on a busy machine. */
const AHEAD_MS = 15_000;

/** Runs the ceiling in that many processes, which begin together, and judges their parts as one run. */
async function together(parts: number, options: ReferenceOptions = {}) {
  await using place = await folder();
  const server = await startReferenceServer({
    plan: 'free',
    windowSeconds: WINDOW_SECONDS,
    keys: [{ key: KEY }],
    ...options,
  });
  const env = loadSettings(server.baseUrl, KEY, WINDOW_SECONDS);
  const names = Array.from({ length: parts }, (_, part) => `part-${part}`);
  const bounds = Array.from({ length: parts + 1 }, (_, part) =>
    part === 0 ? '0' : part === parts ? '1' : `${part}/${parts}`,
  );
  try {
    const startAt = `${Date.now() + AHEAD_MS}`;
    const each = await Promise.all(
      names.map((name, part) =>
        petvet(
          [
            'load',
            'ceiling',
            '--windows',
            '2',
            '--start-at',
            startAt,
            '--report',
            name,
            '--',
            `--execution-segment=${bounds[part]}:${bounds[part + 1]}`,
            `--execution-segment-sequence=${bounds.join(',')}`,
          ],
          { cwd: place.path, env },
        ),
      ),
    );
    const folders = names.map((name) => join(place.path, name));
    const [first = '', ...others] = folders;
    const merge = (...args: readonly string[]) => petvetHere(['load', 'merge', ...args], { cwd: place.path });
    const lacking = await merge(...others, '--report', 'lacking');
    const doubled = await merge(...folders, first, '--report', 'doubled');
    const merged = await merge(...folders, '--keep', '5');
    const text = readFileSync(
      join(
        place.path,
        'reports',
        folderName(historyName({ name: 'unnamed', baseUrl: server.baseUrl })),
        'latest-load',
        'load.json',
      ),
      'utf8',
    );
    const history = readFileSync(join(place.path, 'reports', 'index.html'), 'utf8');
    return { each, merged, lacking, doubled, history, document: LoadDocument.parse(JSON.parse(text)) };
  } finally {
    await server.close();
  }
}

it.each([2, 4])('%d processes together send exactly the ceiling', { timeout: PATIENCE }, async (parts) => {
  const { each, merged, lacking, doubled, history, document } = await together(parts);
  expect(lacking).toMatchObject({ status: 2, out: '', err: expect.stringContaining(`part 1 of ${parts} is missing`) });
  expect(doubled).toMatchObject({ status: 2, out: '', err: expect.stringContaining('is named twice') });
  expect(each.map(({ status }) => status)).toEqual(each.map(() => 0));
  expect(document.windows.map(({ sent, admitted, refused }) => [sent, admitted, refused])).toEqual([
    [60, 60, 0],
    [60, 60, 0],
  ]);
  expect(merged).toMatchObject({ status: 0 });
  expect(history).toContain('1 run of petvet load');
});

it('the limit is judged over all parts: none of them alone is wrong', { timeout: PATIENCE }, async () => {
  const { merged, document } = await together(2, { defect: 'one-sixth-less' });
  expect(merged).toMatchObject({ status: 1 });
  expect(document.rules).toContainEqual(expect.objectContaining({ id: 'RATE-6', verdict: 'fail' }));
});

it.each([
  [['merge', 'nowhere'], 'nowhere has no load-plan.json'],
  [['merge', '.'], '. has no load-plan.json'],
])('refuses %j', async (args, says) => {
  await using place = await folder();
  expect(await petvetHere(['load', ...args], { cwd: place.path })).toMatchObject({
    status: 2,
    err: expect.stringContaining(says),
  });
});
