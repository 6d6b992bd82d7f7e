import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CERTIFICATE_FILE, printCertificate, type CertificateContent } from '../certificate/bundle.ts';
import { aDigest, predicateIn } from '../certificate/certificate.fixture.ts';
import { readSigningKey } from '../certificate/keys.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { startReferenceServer } from '../reference/server.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** The keys of the service: they may be nowhere in what a run leaves behind. */
export const KEYS = ['pet_7d21f0c94b6e8a3557c0d1e2f3a4b596', 'pet_c3a9e4d28f7b61058e9d0c1b2a3f4e57'] as const;

/** Of a service that is certified here. */
const WINDOW_SECONDS = 5;

/** A service whose windows are short, so that a complete run ends soon. */
export async function aService(options: ReferenceOptions = {}) {
  const server = await startReferenceServer({
    keys: KEYS.map((key) => ({ key })),
    plan: 'free',
    windowSeconds: WINDOW_SECONDS,
    ...options,
  });
  return {
    baseUrl: server.baseUrl,
    port: server.port,
    env: settingsOf(server.baseUrl),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The settings of a target whose windows are short. */
export function settingsOf(baseUrl: string, windowSeconds = WINDOW_SECONDS): Record<string, string> {
  return {
    PETVET_BASE_URL: baseUrl,
    PETVET_API_KEY: KEYS[0],
    PETVET_SECOND_API_KEY: KEYS[1],
    PETVET_PLAN: 'free',
    PETVET_WINDOW_SECONDS: `${windowSeconds}`,
  };
}

/** Certifies a service, in a folder that goes away with the block that uses it. */
export async function certified(env: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const place = await folder();
  const [key, report] = ['key.pem', 'report'].map((name) => join(place.path, name));
  const ended = await petvetHere(['certify', '--new-key', key ?? '', '--report', report ?? '', ...flags], {
    cwd: place.path,
    env,
  });
  return {
    ...ended,
    place: place.path,
    key: key ?? '',
    report: report ?? '',
    certificate: join(report ?? '', CERTIFICATE_FILE),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

/** What a forger who holds the key may alter. */
interface Forgery {
  readonly evidence?: (text: string) => string;
  readonly content?: (content: CertificateContent) => CertificateContent;
}

/**
 * A certificate that its own signer forged: all digests and signatures fit.
 *
 * @param to - a folder that is made
 * @returns the certificate, its evidence beside it
 */
export async function forged(
  { report, key }: { readonly report: string; readonly key: string },
  to: string,
  { evidence = (text) => text, content = (whole) => whole }: Forgery,
): Promise<string> {
  await cp(report, to, { recursive: true });
  const [log, file] = [join(to, 'evidence.jsonl'), join(to, CERTIFICATE_FILE)];
  const altered = evidence(readFileSync(log, 'utf8'));
  await writeFile(log, altered);
  const { signer: _signer, testResult: _result, ...before } = predicateIn(readFileSync(file, 'utf8'));
  const after = content({ ...before, evidence: { name: 'evidence.jsonl', ...aDigest(altered) } });
  await writeFile(file, printCertificate(after, readSigningKey(key)));
  return file;
}
