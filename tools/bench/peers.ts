import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PETVET_VERSION } from '../../lib/run/version.ts';
import type { Checker } from '../../lib/exam/checker.ts';
import { installSchemathesis, SCHEMATHESIS_VERSION } from './schemathesis.ts';

/** A tester that is compared with others. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly checker: Checker;
  /** A run that takes longer is not decided; in seconds. */
  readonly timeoutSeconds: number;
}

const PETVET = resolve(import.meta.dirname, '..', '..', 'lib', 'cli', 'petvet.cjs');

/** Long enough for a run that keeps to a limit of 60 in a minute of nine seconds; in seconds. */
const TIMEOUT = { petvet: 120, script: 60, schemathesis: 180 };

/**
 * petvet, a plain script, and a general tester.
 *
 * @param place - an existing folder for what runs write
 * @param cache - where what has to be installed stays
 */
export async function peersIn(place: string, cache: string): Promise<readonly Peer[]> {
  const reports = await mkdtemp(join(place, 'petvet-'));
  return [
    { name: 'petvet', version: PETVET_VERSION, checker: petvetIn(reports), timeoutSeconds: TIMEOUT.petvet },
    { name: 'a plain script', version: 'of a day', checker: dayScript, timeoutSeconds: TIMEOUT.script },
    {
      name: 'Schemathesis',
      version: SCHEMATHESIS_VERSION,
      checker: await installSchemathesis(cache),
      timeoutSeconds: TIMEOUT.schemathesis,
    },
  ];
}

/** petvet as a user runs it; the limit is used up only where it is small, as nobody else can wait for a large one. */
function petvetIn(reports: string): Checker {
  return ({ url, today, usesLimitUp }) => {
    const program = [PETVET, 'check', '--as-of', today, '--seed', '1'];
    const report = ['--report', join(reports, new URL(url).port)];
    return {
      file: process.execPath,
      args: [...program, ...report, ...(usesLimitUp ? [] : ['--no-burn'])],
      cwd: reports,
    };
  };
}

const dayScript: Checker = ({ url, key, second, today }) => ({
  file: process.execPath,
  args: [join(import.meta.dirname, 'peers', 'day-script.mjs'), url, key, second, today],
});
