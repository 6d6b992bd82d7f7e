import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoadDocument } from '../shapes/load.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-a-caller-5a0c77b1';

/** Finds the knee of a service with the real k6. @param perMinute - the ceiling of the staircase */
export async function breakpoint(baseUrl: string, perMinute: number, flags: readonly string[] = []) {
  await using place = await folder();
  const ended = await petvet(['load', 'breakpoint', '--step-seconds', '2', '--report', 'report', ...flags], {
    cwd: place.path,
    env: {
      PETVET_K6: realK6(),
      PETVET_BASE_URL: baseUrl,
      PETVET_API_KEY: KEY,
      PETVET_PLAN: 'enterprise',
      PETVET_LIMIT_PER_MINUTE: `${perMinute}`,
    },
  });
  const read = (name: string) => readFileSync(join(place.path, 'report', name), 'utf8');
  return { ...ended, document: LoadDocument.parse(JSON.parse(read('load.json'))), page: read('report.html') };
}
