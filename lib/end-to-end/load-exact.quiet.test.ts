import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aProgram } from '../load/fake-programs.fixture.ts';
import { LoadDocument } from '../shapes/load.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const PATIENCE = 180_000;
const WINDOWS = 6;
const LIMIT = 20;

/** Longer than half the time between two requests, which is 125 ms. */
const STANDSTILL_MS = 250;

it.skipIf(process.platform === 'win32')(
  'a machine that stands still at the end of a window makes k6 send no request more',
  { timeout: PATIENCE },
  async () => {
    await using place = await folder();
    const pidFile = join(place.path, 'k6.pid');
    let looks = 0;
    let asked = 0;
    const standStill = async () => {
      const k6 = Number(readFileSync(pidFile, 'utf8'));
      process.kill(k6, 'SIGSTOP');
      await setTimeout(STANDSTILL_MS);
      process.kill(k6, 'SIGCONT');
    };
    await using there = await service((request, response) => {
      request.resume();
      const isLook = request.url?.endsWith('limit=1') === true && asked === 0 && looks === 0;
      if (isLook) looks += 1;
      else asked += 1;
      response.setHeader('X-RateLimit-Limit', LIMIT);
      response.setHeader('X-RateLimit-Remaining', isLook ? LIMIT - 1 : LIMIT - 1 - ((asked - 1) % LIMIT));
      response.setHeader('X-RateLimit-Reset', Math.ceil(Date.now() / 1_000) + 1);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
      if (!isLook && asked % LIMIT === 0) void standStill();
    });
    const k6 = aProgram(
      join(place.path, 'k6'),
      `case "$1" in run) echo $$ > '${pidFile}';; esac\nexec '${realK6()}' "$@"`,
    );
    const { err } = await petvet(['load', 'ceiling', '--windows', `${WINDOWS}`, '--report', 'report'], {
      cwd: place.path,
      env: {
        PETVET_K6: k6,
        PETVET_BASE_URL: there.baseUrl,
        PETVET_API_KEY: 'key-of-a-caller-5a0c77b1',
        PETVET_PLAN: 'enterprise',
        PETVET_LIMIT_PER_MINUTE: `${LIMIT}`,
        PETVET_WINDOW_SECONDS: '5',
      },
    });
    const document = LoadDocument.parse(JSON.parse(readFileSync(join(place.path, 'report', 'load.json'), 'utf8')));
    for (const { sent } of document.windows) expect(sent, err).toBeLessThanOrEqual(LIMIT);
    expect(asked).toBeLessThanOrEqual(WINDOWS * LIMIT);
    // Some that were due during the standstill may be lost.
    expect(asked).toBeGreaterThan((WINDOWS - 1) * LIMIT);
  },
);
