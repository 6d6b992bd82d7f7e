import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import type { Recording } from '../../golden/archive.ts';
import { isRuleId, rules } from '../../lib/rules/index.ts';
import type { Found, Row } from './compare.ts';
import { ROOT, type LabPlan, type VersionName } from './stacks.ts';

/** Which run a recording is of. */
export interface RunName {
  readonly stack: string;
  readonly version: VersionName;
  readonly plan: LabPlan;
}

/** What the golden verdicts say of a run of the lab; undefined when it is not recorded. */
export function goldenOf(run: RunName, golden: ReadonlyMap<string, readonly string[]>): Found | undefined {
  const lines = golden.get(nameOf(run));
  if (lines === undefined) return undefined;
  const [outcome = '', ...ofRules] = lines;
  const of = (...verdicts: readonly string[]): Row[] =>
    ofRules.flatMap((line) => {
      const [, rule = '', verdict = '', says = ''] = /^(\S+) ([a-z-]+)(?:: (.*))?$/.exec(line) ?? [];
      const isMust = isRuleId(rule) && rules[rule].level === 'must';
      return isMust && verdicts.includes(verdict) ? [{ rule, says }] : [];
    });
  return { outcome, violated: of('fail'), open: of('inconclusive', 'not-exercised') };
}

/**
 * The evidence of a run as it goes into the archive of recorded runs; what names this machine in it is replaced.
 *
 * @param secrets - what must not be in it
 * @throws {Error} when a secret is in it
 */
export function recordingOf(evidence: string, run: RunName, secrets: readonly string[]): Recording {
  const text = withoutPlaces(readFileSync(evidence, 'utf8'));
  if (holdsSecret(text, secrets)) throw new Error(`${nameOf(run)} is not recorded: a key is in its evidence`);
  return { name: nameOf(run), lines: text.trimEnd().split('\n') };
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

function nameOf({ stack, version, plan }: RunName): string {
  return `lab/${stack}-${version}-${plan}`;
}
