import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess } from '../files/end-process.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';
import { SILENT } from '../run/silent-watcher.ts';

/**
 * Runs a complete check again and again on one server, and prints a line of JSON for each: nothing can be deleted, and a
 * service that is vetted every day must stay so. Arguments: how many runs, the seed of the first.
 */
const [runs = '30', seed = '1'] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'petvet-runs-'));
const embedded = await startEmbedded();
const { target } = embedded;
for (let run = 0; run < Number(runs); run++) {
  const asOf = new Date().toISOString().slice(0, 10);
  const plan = {
    target,
    asOf,
    selection: selectRules([], []),
    seed: Number(seed) + run,
    maxRequests: DEFAULT_REQUESTS,
    useUp: 'never' as const,
    smoke: false,
    // A folder is one run's as long as its process lasts.
    directory: join(directory, `${run}`),
  };
  const { ledger, run: facts } = await check(plan, SILENT, new AbortController().signal);
  const verdicts = Object.fromEntries(ledger.rows.map(({ id, verdict }) => [id, verdict]));
  process.stdout.write(`${JSON.stringify({ verdicts, created: facts.created.length, sent: facts.sent })}\n`);
}
await embedded.close();
rmSync(directory, { recursive: true, force: true });
endProcess(0);
