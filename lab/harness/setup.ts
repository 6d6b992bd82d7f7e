import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild, type ChildEnd } from '../../lib/load/child-run.ts';
import { ROOT } from './stacks.ts';

/** What is set up together: a stack, or the clients of one language. */
export interface Installable {
  readonly name: string;
  readonly folder: string;
  /** Commands that succeed where the runtime is there. */
  readonly needs: readonly string[];
  readonly setup?: string | undefined;
}

/** In seconds: asking for a runtime, and fetching and building what is needed. */
const NEED_SECONDS = 60;
const SETUP_SECONDS = 1_200;

/** Files that play no part in what is built. */
const TOLD_ONLY = /(?:expected\.json|\.md)$/;

/** The first thing that something needs and this machine lacks; undefined when it has all. */
export async function missingNeed(
  { needs, folder }: Installable,
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (const need of needs) {
    const { status } = await shell(need, folder, environment, NEED_SECONDS);
    if (status !== 0) return need;
  }
  return undefined;
}

/**
 * Runs a setup, unless nothing in its folder changed since the last time that it went well.
 *
 * @throws {Error} with its last lines, when it fails
 */
export async function setUp(what: Installable, environment: Readonly<Record<string, string>>): Promise<void> {
  const { name, setup, folder } = what;
  if (setup === undefined) return;
  const cache = join(ROOT, 'node_modules', '.cache', 'petvet', 'lab');
  const stamp = join(cache, name);
  const state = stateOf(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  const { status, said } = await shell(setup, folder, environment, SETUP_SECONDS);
  if (status !== 0) throw new Error(`${setup} ended with ${status ?? 'a signal'}:\n${said}`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, stateOf(folder));
}

/** A digest of the folder's files, but those that git ignores. */
function stateOf(folder: string): string {
  const hash = createHash('sha256').update(folder);
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const file of list.split('\0').toSorted())
    if (file !== '' && !TOLD_ONLY.test(file) && existsSync(join(folder, file)))
      hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

function shell(
  command: string,
  cwd: string,
  environment: Readonly<Record<string, string>>,
  timeoutSeconds: number,
): Promise<ChildEnd> {
  return runChild({ file: 'sh', args: ['-c', command], cwd, environment, timeoutSeconds, graceSeconds: 0 });
}
