import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readHead, readLine } from '../../lib/evidence/lines.ts';
import { judgeEvidence, type EvidenceSource } from '../../lib/run/verdicts.ts';
import { foundIn, type Found } from './compare.ts';
import { LAB, PLAN_CHOICE, ROOT, VERSIONS, type LabPlan, type VersionName } from './stacks.ts';

/** The recorded evidence of the lab's runs. */
const CORPUS = join(LAB, 'corpus');

/** Which run a recording is of. */
export interface RunName {
  readonly stack: string;
  readonly version: VersionName;
  readonly plan: LabPlan;
}

const ENDING = '.jsonl.gz';

/** Every run that is recorded, by the name of its file. */
export function recordedRuns(corpus = CORPUS): RunName[] {
  return readdirSync(corpus)
    .filter((file) => file.endsWith(ENDING))
    .toSorted()
    .map((file) => {
      const [, stack = '', version, plan] = /^(.+)-([a-z]+)-([a-z]+)\.jsonl\.gz$/.exec(file) ?? [];
      const [knownVersion, knownPlan] = [
        VERSIONS.find((one) => one === version),
        PLAN_CHOICE.find((one) => one === plan),
      ];
      if (knownVersion === undefined || knownPlan === undefined) throw new Error(`${file} names no run of the lab`);
      return { stack, version: knownVersion, plan: knownPlan };
    });
}

/** Judges a recorded run again, from its evidence alone. */
export async function judgeRecorded(run: RunName, corpus = CORPUS): Promise<Found> {
  const lines = gunzipSync(readFileSync(fileOf(corpus, run)))
    .toString()
    .trimEnd()
    .split('\n');
  const source: EvidenceSource = async function* () {
    for (const [index, line] of lines.entries()) {
      const item = index === 0 ? readHead(line) : readLine(line, index + 1);
      if (item === undefined) throw new Error(`${fileOf(corpus, run)} is not the evidence of a run`);
      yield item;
    }
  };
  const { ledger, brokenOff, run: facts } = await judgeEvidence(source, { ownTraffic: true });
  if (brokenOff !== undefined) throw new Error(`${fileOf(corpus, run)}: ${brokenOff}`);
  return foundIn(ledger.outcome, ledger.rows, facts.aborted);
}

/**
 * Writes the evidence of a run into the corpus, compressed; what names this machine in it is replaced.
 *
 * @param secrets - what must not be in it
 * @throws {Error} when a secret is in it: nothing is written then
 */
export function record(evidence: string, run: RunName, secrets: readonly string[], corpus = CORPUS): void {
  const text = withoutPlaces(readFileSync(evidence, 'utf8'));
  if (holdsSecret(text, secrets)) throw new Error(`${fileOf('', run)} is not recorded: a key is in its evidence`);
  writeFileSync(fileOf(corpus, run), gzipSync(text, { level: 9 }));
}

/** Whether a text has a secret in it, however spelled. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.flatMap(spellings).some((spelling) => text.includes(spelling));
}

/** Stack traces name the folder; a recording is of no machine. */
export function withoutPlaces(text: string): string {
  return text
    .replaceAll(ROOT, '/srv/pets')
    .replaceAll(`${homedir()}/`, '/srv/')
    .replaceAll(new RegExp(`\\b${hostname().replaceAll(/[^\w-]/g, String.raw`\$&`)}\\b`, 'g'), 'machine');
}

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

function fileOf(corpus: string, { stack, version, plan }: RunName): string {
  return join(corpus, `${stack}-${version}-${plan}${ENDING}`);
}
