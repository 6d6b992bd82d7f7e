import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../files/cache-folder.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { findK6 } from '../load/k6-program.ts';
import { parseAttempt, printAttempt } from './attempt.ts';
import { prepare } from './prepare.ts';
import { search, startAttacker, type Found } from './search.ts';

/**
 * Attacks petvet: runs its commands with odd settings, files, streams, signals and hostile responses, and tells which promises of
 * docs/security.md it breaks. Exit status 1 where it breaks one.
 *
 * Arguments: how many attempts (300) and the seed of their draw, or single attempts as this prints them: 'check + a file that is empty'.
 */
const args = process.argv.slice(2);
const named = args.filter((arg) => !/^\d+$/.test(arg)).map(parseAttempt);
const [tries = 300, seed = Date.now() % 1_000_000] = args.filter((arg) => /^\d+$/.test(arg)).map(Number);

/** An attempt takes a second at most, most of the time; a search ends anyway. In milliseconds. */
const LONGEST = 600_000 + 3_000 * tries;

const folder = temporaryFolder('attack');
const prepared = join(folder, 'prepared');
mkdirSync(prepared);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const say = (text: string) => void process.stdout.write(`${text}\n`);
const tell = ({ attempt, broken }: Found, isSteady = true) =>
  say(
    `\n${isSteady ? '' : 'Once, and not again: '}${broken.join('\n')}\n  npm run attack -- ${JSON.stringify(printAttempt(attempt))}`,
  );

const { path: k6 } = await findK6({ environment: process.env, cache: cacheFolder(process.env) });
await prepare(prepared, k6);
/** Most of the time an attempt waits. */
const AT_A_TIME = named.length > 0 ? 1 : 3 * availableParallelism();

await using stack = new AsyncDisposableStack();
const attackers = Array.from({ length: AT_A_TIME }, (_, at) =>
  stack.use(startAttacker({ prepared, runs: join(folder, `runs-${at}`), k6 })),
);
const [attacker] = attackers;
let failed = 0;
if (named.length > 0 && attacker !== undefined) {
  for (const attempt of named) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    const { status, printed, broken } = await attacker.attack(attempt);
    if (broken.length > 0) failed++;
    if (broken.length > 0) tell({ attempt, broken });
    else say(`${printAttempt(attempt)}: exit status ${status}, and every promise is kept\n${printed}`);
  }
} else {
  const { tried, found, once } = await search(attackers, {
    tries,
    seed,
    longest: LONGEST,
    onFound: tell,
    onTry: (nth) => void (nth % 100 === 0 && process.stderr.write(`${nth} attempts of ${tries}\n`)),
  });
  failed = found.length;
  say(
    `\n${tried} attempts of ${tries} with seed ${seed}: ${failed} broke a promise, ${once.length} more once and not again`,
  );
}
process.exitCode = failed === 0 ? 0 : 1;
