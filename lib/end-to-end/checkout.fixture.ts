import { copyFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { folder, ROOT } from './petvet-process.fixture.ts';

/** What whoever works in the repository has there for themselves: settings of their targets, and what runs left behind. */
const OWN = ['.env', '.git', 'reports'];

/** The repository as a newcomer has it, without what is somebody's own; what is written at its top goes away with it. */
export async function checkout(): Promise<Awaited<ReturnType<typeof folder>>> {
  const place = await folder();
  for (const entry of await readdir(ROOT, { withFileTypes: true })) {
    if (OWN.includes(entry.name)) continue;
    const [from, to] = [join(ROOT, entry.name), join(place.path, entry.name)];
    if (entry.isFile()) await copyFile(from, to);
    else await symlink(from, to, 'junction');
  }
  return place;
}
