import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folder, petvet } from '../petvet-process.fixture.ts';
import { ConformanceReport } from '../../shapes/report.ts';

type Row = ConformanceReport['rules'][number];

/** What `petvet check` says of a stranger. */
export interface Vetted {
  /** The exit status. */
  readonly status: number | null;
  readonly report: ConformanceReport;
}

/**
 * Runs `petvet check` as a process of its own, as a user would; a run that leaves no report throws.
 *
 * @param minuteSeconds - declares a test installation with a minute of that length, whose limit is used up; without it the
 *   limit is left alone
 */
export async function vetted(
  { baseUrl, key, secondKey }: { readonly baseUrl: string; readonly key: string; readonly secondKey?: string },
  seed: number,
  minuteSeconds?: number,
): Promise<Vetted> {
  await using work = await folder();
  const { status, out, err } = await petvet(
    [
      'check',
      '--seed',
      `${seed}`,
      '--report',
      'report',
      // Where the minute is left alone, as many requests as else, and the time for them.
      ...(minuteSeconds === undefined ? ['--no-burn', '--max-requests', '120', '--max-time', '600s'] : ['--burn']),
    ],
    {
      cwd: work.path,
      env: {
        PETVET_BASE_URL: baseUrl,
        PETVET_API_KEY: key,
        ...(secondKey !== undefined && { PETVET_SECOND_API_KEY: secondKey }),
        ...(minuteSeconds !== undefined && { PETVET_WINDOW_SECONDS: `${minuteSeconds}` }),
      },
    },
  );
  const text = await readFile(join(work.path, 'report', 'conformance.json'), 'utf8').catch((cause: unknown) => {
    throw new Error(`petvet left no report:\n${out}${err}`, { cause });
  });
  return { status, report: ConformanceReport.parse(JSON.parse(text)) };
}

/** The ids of the rules of a level that got a verdict, in the catalogue's order. */
export function rulesWith({ rules }: ConformanceReport, level: Row['level'], verdict: Row['verdict']): string[] {
  return rules.filter((row) => row.level === level && row.verdict === verdict).map(({ id }) => id);
}

/** What the report says where it gave a verdict, for the reader of a test that fails. */
export function said({ rules }: ConformanceReport, verdict: Row['verdict']): string {
  return rules
    .filter((row) => row.verdict === verdict)
    .map(({ id, says }) => `${id}: ${says}\n`)
    .join('');
}
