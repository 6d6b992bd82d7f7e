import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ClientReport } from '../../lib/client/client-report.ts';
import { CLIENTS } from './clients.ts';
import { parse } from './stacks.ts';

/** The file of the last runs. */
const RESULTS_FILE = join(CLIENTS, 'results.json');

/** As many waits of one row are kept. */
const MOST_WAITS = 12;

const Row = z.strictObject({
  retryAfter: z.int().meta({ description: 'What the first 429 of the row asked for, in seconds' }),
  waits: z.array(z.number()).meta({ description: 'Before each retry, in seconds; the first ones of a long row' }),
  retries: z.int(),
  gaveUp: z.boolean().meta({ description: 'The last request of the row was refused, too' }),
});

const Run = z.strictObject({
  outcome: z.enum(['conforming', 'incomplete', 'violating']),
  verdicts: z.record(z.string(), z.string()),
  says: z.record(z.string(), z.string()).meta({ description: 'Why, for the must rules that are not satisfied' }),
  requests: z.int(),
  seconds: z.number(),
  rows: z.array(Row),
});

/** What one run of a client showed. */
export type ClientRun = z.infer<typeof Run>;

/** A row of refusals of the same request, and the waits of the client before it tried again. */
export type RefusalRow = z.infer<typeof Row>;

const Result = z.strictObject({ version: z.string(), default: Run, configured: Run });

/** What the runs of one client showed, and of which version. */
export type ClientResult = z.infer<typeof Result>;

const ResultsFile = z.record(z.string(), Result);

/** The last results, by the name of the client; none where there is no file. @throws {Error} when it is not of its shape */
export function readResults(): Readonly<Record<string, ClientResult>> {
  return existsSync(RESULTS_FILE) ? parse(RESULTS_FILE, ResultsFile) : {};
}

/** Writes them, a line for each client. */
export function writeResults(results: Readonly<Record<string, ClientResult>>): void {
  const lines = Object.entries(results).map(([name, result]) => `${JSON.stringify(name)}: ${JSON.stringify(result)}`);
  writeFileSync(RESULTS_FILE, `{\n${lines.join(',\n')}\n}\n`);
}

/** Picks out of a report what is kept. */
export function runOf(report: ClientReport): ClientRun {
  const unsatisfied = report.rules.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass');
  return {
    outcome: report.outcome,
    verdicts: Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict])),
    says: Object.fromEntries(unsatisfied.map(({ id, says }) => [id, says])),
    requests: report.requests.length,
    seconds: Math.round(report.client.seconds),
    rows: refusalRows(report.requests),
  };
}

/** The rows of refusals in a log: each ends with a request that is served, or with another one. */
export function refusalRows(requests: ClientReport['requests']): RefusalRow[] {
  const rows: RefusalRow[] = [];
  let [refused, row]: [ClientReport['requests'][number] | undefined, RefusalRow | undefined] = [undefined, undefined];
  for (const one of requests) {
    const isRetry = refused?.endedAt !== undefined && one.request === refused.request;
    if (row !== undefined && refused?.endedAt !== undefined && isRetry) {
      row.retries += 1;
      const wait = Math.max(0, Math.round((one.arrivedAt - refused.endedAt) / 10) / 100);
      if (row.waits.length < MOST_WAITS) row.waits.push(wait);
      row.gaveUp = one.status === 429;
    }
    if (one.status === 429 && !isRetry) {
      row = { retryAfter: one.retryAfter ?? 0, waits: [], retries: 0, gaveUp: true };
      rows.push(row);
    }
    refused = one.status === 429 ? one : undefined;
  }
  return rows;
}
