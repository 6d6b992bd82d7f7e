import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { argument } from '../report/shell-word.ts';

const PACKAGE = resolve(import.meta.dirname, '..', '..');

/**
 * How petvet is started in a folder, for a shell: by npx where it is installed there, or above; elsewhere by its path, because npx would fetch whatever
 * package has its name.
 */
export function petvetIn(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (at === PACKAGE || existsSync(join(at, 'node_modules', '.bin', 'petvet'))) return 'npx petvet';
    if (at === dirname(at)) return `node ${argument(join(import.meta.dirname, 'petvet.cjs'))}`;
  }
}
