import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aToken, IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { startReferenceServer } from '../reference/server.ts';
import { HOSTILE_KEY, SECOND_HOSTILE_KEY } from '../end-to-end/hostile/raw-service.fixture.ts';
import { petvet, ROOT } from '../end-to-end/petvet-process.fixture.ts';

/** The words that say who signed without a key. */
export const SIGNER = ['--certificate-identity', IDENTITY, '--certificate-issuer', ISSUER] as const;

const WINDOW_SECONDS = 5;

const BASELINE = `schema: petvet/baseline/1
findings:
  - rule: CREATE-6
    operation: createPet
    fault: answered 201
    reason: known
    owner: team
`;

const OBJECTIVES = `thresholds:
  http_req_duration: ['p(95)<=200']
`;

/**
 * Fills a folder with what commands read: a report of a violation, a certified one and a copy to certify, a keyless certificate, two parts of a load run, keys. Half a minute,
 * most of which is waiting for windows.
 *
 * @throws {Error} with what petvet printed where one of its runs ended otherwise than expected
 */
export async function prepare(folder: string, k6: string): Promise<void> {
  const [conforming, violating] = await Promise.all([aServer([]), aServer(['limit-100-refused'])]);
  await using closing = new AsyncDisposableStack();
  closing.use(conforming);
  closing.use(violating);
  await using issuer = await startIssuer();
  const run = async ({ baseUrl }: Served, ...args: readonly string[]): Promise<void> => {
    const env = { ...settingsOf(baseUrl), PETVET_WINDOW_SECONDS: `${WINDOW_SECONDS}`, PETVET_K6: k6 };
    const { status, out, err } = await petvet(args, { cwd: folder, env: { ...env, SIGSTORE_ID_TOKEN: aToken() } });
    // A violation is what some of them are about, and a busy machine sends no whole load.
    if (status === null || status > 2) throw new Error(`petvet ${args.join(' ')} ended with ${status}:\n${out}${err}`);
  };
  const copy = (from: string, to: string, ...files: readonly string[]) => {
    mkdirSync(join(folder, to));
    for (const file of files) cpSync(join(folder, from, file), join(folder, to, file));
  };
  writeFileSync(join(folder, 'trusted_root.json'), issuer.trustedRoot());
  const loaded = run(conforming, 'load', 'ceiling', '--windows', '1', '--report', 'part1');
  await run(violating, 'check', '--smoke', '--report', 'made');
  await run(violating, 'report', 'made', '--format', 'har', '--out', 'made');
  await loaded;
  copy('part1', 'part2', 'evidence.jsonl', 'load.json', 'load-plan.json', 'k6-console.jsonl', 'k6-summary.json');
  await run(conforming, 'certify', '--new-key', 'signing.pem', '--report', 'certified');
  for (const to of ['keyless', 'fresh']) copy('certified', to, 'evidence.jsonl', 'conformance.json');
  await run(conforming, 'certify', '--from', 'keyless', '--keyless', '--fulcio', issuer.url, '--rekor', issuer.url);
  const register = join(folder, 'register', 'pets-openapi');
  mkdirSync(register, { recursive: true });
  cpSync(join(ROOT, 'lab', 'register', 'pets-openapi'), register, { recursive: true });
  const texts = {
    'baseline.yaml': BASELINE,
    'objectives.yaml': OBJECTIVES,
    'keys.yaml': `free: { key: ${HOSTILE_KEY} }\npro: { key: ${SECOND_HOSTILE_KEY} }\n`,
    'key.txt': `${HOSTILE_KEY}\n`,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
}

/** The settings of a target of these keys. */
export function settingsOf(baseUrl: string): Record<string, string> {
  return {
    PETVET_BASE_URL: baseUrl,
    PETVET_API_KEY: HOSTILE_KEY,
    PETVET_SECOND_API_KEY: SECOND_HOSTILE_KEY,
    PETVET_PLAN: 'free',
  };
}

type Served = Awaited<ReturnType<typeof aServer>>;

async function aServer(defects: readonly string[]) {
  const keys = [HOSTILE_KEY, SECOND_HOSTILE_KEY].map((key) => ({ key }));
  const server = await startReferenceServer({ plan: 'free', windowSeconds: WINDOW_SECONDS, keys, defects });
  return { baseUrl: server.baseUrl, [Symbol.asyncDispose]: () => server.close() };
}
