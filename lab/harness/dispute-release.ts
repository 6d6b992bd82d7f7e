import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { CERTIFICATE_FILE } from '../../lib/certificate/bundle.ts';
import { PLANS } from '../../lib/contract/plans.ts';
import { runChild } from '../../lib/load/child-run.ts';
import { holdsSecret, withoutPlaces } from './corpus.ts';
import { newKey } from './one-run.ts';
import type { Release } from './releases.ts';
import { startService } from './running-service.ts';
import { LAB, ROOT } from './stacks.ts';

/** Where the dispute is opened, and what may be used for that. */
interface DisputeOptions {
  /** Of the service and of petvet; the keys are added. */
  readonly environment: Readonly<Record<string, string>>;
  /** A folder that goes away afterwards. */
  readonly scratch: string;
  /** The folder of the register. */
  readonly register: string;
}

/** Half of what the plan has: headers of a service that is installed so name a limit that no plan has. */
const OTHER_LIMIT = PLANS.free.perMinute / 2;

const SECONDS = 300;

/**
 * Disputes a release as someone would who installed it with another limit, and ends that: the register shows how a dispute goes, with both
 * sides.
 *
 * @throws {Error} when the other limit violates nothing, or something of this machine or a key is in the evidence
 */
export async function disputeRelease(
  { name, version, stack, file }: Release,
  { environment, scratch, register }: DisputeOptions,
): Promise<void> {
  const [key, secondKey] = [newKey(), newKey()];
  const folder = join(LAB, stack);
  const settings = { plan: 'free', perMinute: OTHER_LIMIT, perDay: PLANS.free.perDay, key, secondKey };
  const report = join(scratch, `${name}-${version}-disputed`);
  const petvet = async (...args: readonly string[]) =>
    runChild({
      file: process.execPath,
      args: [join(ROOT, 'lib', 'cli', 'petvet.cjs'), ...args],
      cwd: folder,
      environment: { ...environment, PETVET_API_KEY: key, PETVET_SECOND_API_KEY: secondKey },
      timeoutSeconds: SECONDS,
      graceSeconds: 0,
    });
  await using service = await startService({ command: `exec node ${file}`, folder }, environment, settings);
  const what = ['--base-url', service.baseUrl, '--plan', 'free', '--smoke', '--seed', '1', '--report', report];
  const checked = await petvet('check', ...what);
  if (checked.status !== 1) throw new Error(`the check of ${name} ${version} found no violation: ${checked.said}`);
  const evidence = readFileSync(join(report, 'evidence.jsonl'), 'utf8');
  if (holdsSecret(evidence, [key, secondKey])) throw new Error(`a key is in the evidence against ${name} ${version}`);
  if (withoutPlaces(evidence) !== evidence)
    throw new Error(`the evidence against ${name} ${version} names this machine`);
  const certificate = join(register, name, version, CERTIFICATE_FILE);
  const opened = await petvet('dispute', certificate, report, '--subject-file', file);
  const [, id] = /^Dispute (\S+) is open/m.exec(opened.said) ?? [];
  if (id === undefined) throw new Error(`no dispute about ${name} ${version} was opened: ${opened.said}`);
  decide(join(register, 'disputes', name, version, id, 'dispute.yaml'));
}

function decide(file: string): void {
  const dispute = z.looseObject({ opened: z.iso.date() }).parse(parse(readFileSync(file, 'utf8')));
  const says = {
    response: `that installation had LAB_LIMIT_PER_MINUTE=${OTHER_LIMIT}; the plan has ${PLANS.free.perMinute}`,
    decision: 'started as product.yaml says, the service sends the limit of its plan',
  };
  const response = { on: dispute.opened, says: says.response };
  const decision = { on: dispute.opened, is: 'dismissed', says: says.decision };
  writeFileSync(file, stringify({ ...dispute, response, decision }));
}
