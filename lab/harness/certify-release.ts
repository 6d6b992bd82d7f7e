import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CERTIFICATE_FILE, printCertificate, readCertificate } from '../../lib/certificate/bundle.ts';
import { readSigningKey } from '../../lib/certificate/keys.ts';
import { PLANS } from '../../lib/contract/plans.ts';
import { runChild } from '../../lib/load/child-run.ts';
import { holdsSecret, withoutPlaces } from './corpus.ts';
import { newKey } from './one-run.ts';
import { productOf, type Release } from './releases.ts';
import { freePort } from './running-service.ts';
import { LAB, ROOT } from './stacks.ts';

/** How every release is certified. */
export interface CertifyOptions {
  /** Of the services and of petvet; the keys are added. */
  readonly environment: Readonly<Record<string, string>>;
  /** The private key that signs. */
  readonly key: string;
  /** A folder that goes away afterwards. */
  readonly scratch: string;
  /** The folder of the register. */
  readonly register: string;
}

/** Two windows of a minute; a run is ended after this many seconds. */
const RUN_SECONDS = 900;

/**
 * Certifies one release as its maker would: petvet starts it, makes a complete run and signs. The submission goes into the register.
 *
 * @throws {Error} when there is no certificate, or something of this machine or a key is in the evidence
 */
export async function certifyRelease(
  release: Release,
  { environment, key, scratch, register }: CertifyOptions,
): Promise<void> {
  const { name, version, stack, file } = release;
  const [apiKey, secondKey] = [newKey(), newKey()];
  const { perMinute, perDay } = PLANS.free;
  const port = await freePort();
  const report = join(scratch, `${name}-${version}`);
  const what = ['--base-url', `http://127.0.0.1:${port}/v1`, '--plan', 'free', '--writes', '--seed', '1'];
  const started = ['--start', `exec node ${file}`, '--subject-file', file, '--key', key, '--report', report];
  const { status, said } = await runChild({
    file: process.execPath,
    args: [join(ROOT, 'lib', 'cli', 'petvet.cjs'), 'certify', ...what, ...started],
    cwd: join(LAB, stack),
    environment: {
      ...environment,
      PORT: `${port}`,
      LAB_KEY: apiKey,
      LAB_SECOND_KEY: secondKey,
      LAB_LIMIT_PER_MINUTE: `${perMinute}`,
      LAB_LIMIT_PER_DAY: `${perDay}`,
      LAB_PLAN: 'free',
      PETVET_API_KEY: apiKey,
      PETVET_SECOND_API_KEY: secondKey,
    },
    timeoutSeconds: RUN_SECONDS,
    graceSeconds: 0,
  });
  if (status !== 0) throw new Error(`${name} ${version} has no certificate (${status ?? 'a signal'}): ${said}`);
  const evidence = readFileSync(join(report, 'evidence.jsonl'));
  const text = evidence.toString();
  if (holdsSecret(text, [apiKey, secondKey])) throw new Error(`a key is in the evidence of ${name} ${version}`);
  if (withoutPlaces(text) !== text) throw new Error(`the evidence of ${name} ${version} names this machine`);
  const submission = join(register, name, version);
  mkdirSync(submission, { recursive: true });
  writeFileSync(join(submission, CERTIFICATE_FILE), ofThisDay(readFileSync(join(report, CERTIFICATE_FILE)), key));
  writeFileSync(join(submission, 'evidence.jsonl.gz'), gzipSync(evidence, { level: 9 }));
  writeFileSync(join(submission, 'product.yaml'), productOf(release));
}

/**
 * A working tree has the version of the last release, and other probes and sentences. The certificate names the day as well, so that no
 * later tree takes it for one of its own and misses probes that came later.
 */
function ofThisDay(certificate: Buffer, key: string): string {
  const reading = readCertificate(certificate);
  if (reading.state !== 'signed') throw new Error(`the certificate of this run cannot be read: ${reading.says}`);
  const { signer: _signer, testResult: _result, ...content } = reading.predicate;
  const petvet = `${content.petvet}+${content.claims.endedAt.slice(0, 10)}`;
  return printCertificate({ ...content, petvet }, readSigningKey(key));
}
