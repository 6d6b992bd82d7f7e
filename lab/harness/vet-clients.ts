import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientReport } from '../../lib/client/client-report.ts';
import { runChild } from '../../lib/load/child-run.ts';
import { readResults, runOf, writeResults, type ClientResult, type ClientRun } from './client-results.ts';
import { readLanguages, versionOf, type LabClient, type Language, type Way } from './clients.ts';
import { renderClients, withTable } from './clients-table.ts';
import { workOn } from './register-workers.ts';
import { missingNeed, setUp } from './setup.ts';
import { ROOT } from './stacks.ts';

/** How the clients are run. */
export interface VetOptions {
  /** Of the clients and of petvet. */
  readonly environment: Readonly<Record<string, string>>;
  readonly parallel: number;
}

/** A run takes a quarter of a minute; petvet ends the client after this many seconds, and the lab petvet. */
const CLIENT_SECONDS = 150;
const RUN_SECONDS = 200;

/** The page with the table. */
const PAGE = join(ROOT, 'docs', 'clients.md');

/**
 * Runs clients of the lab, and writes their results and the table. Those whose runtime is not there keep their last results.
 *
 * @param names - of clients; all of them where there is none
 * @returns the exit status: 1 if one could not be run, or does not conform as it is configured
 */
export async function vetClients(names: readonly string[], options: VetOptions): Promise<number> {
  const languages = readLanguages();
  const all = languages.flatMap(({ clients }) => clients);
  const unknown = names.find((name) => all.every((client) => client.name !== name));
  if (unknown !== undefined) {
    process.stderr.write(`the lab has no client ${unknown}; it has ${all.map(({ name }) => name).join(', ')}\n`);
    return 2;
  }
  const [found, failures]: [Record<string, ClientResult>, string[]] = [{}, []];
  const fail = (text: string): void => void failures.push(text);
  const cases: { readonly language: Language; readonly client: LabClient }[] = [];
  for (const language of languages) {
    const clients = language.clients.filter(({ name }) => names.length === 0 || names.includes(name));
    if (clients.length > 0 && (await isReady(language, options, fail)))
      cases.push(...clients.map((client) => ({ language, client })));
  }
  await workOn(cases, options.parallel, async ({ language, client }) => {
    try {
      const version = await releaseOf(language, client, options);
      const byDefault = await vet(client, 'default', options.environment);
      const configured = await vet(client, 'configured', options.environment);
      found[client.name] = { version, default: byDefault, configured };
      process.stderr.write(`${client.name}: ${byDefault.outcome}, configured: ${configured.outcome}\n`);
      if (configured.outcome !== 'conforming') fail(`${client.name} does not conform as it is configured`);
    } catch (error) {
      fail(`${client.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  const results = { ...readResults(), ...found };
  const sorted = all.flatMap(({ name }) => (results[name] === undefined ? [] : [[name, results[name]] as const]));
  writeResults(Object.fromEntries(sorted));
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), renderClients(all, results)));
  for (const failure of failures) process.stdout.write(`${failure}\n`);
  return failures.length > 0 ? 1 : 0;
}

/** Sets the clients of a language up. @returns whether they can be run */
async function isReady(
  language: Language,
  { environment }: VetOptions,
  fail: (text: string) => void,
): Promise<boolean> {
  const missing = await missingNeed(language, environment);
  if (missing !== undefined) {
    process.stdout.write(`${language.name} skipped: \`${missing}\` does not run here\n`);
    return false;
  }
  process.stderr.write(`${language.name}: setting up\n`);
  try {
    await setUp(language, environment);
    return true;
  } catch (error) {
    fail(`${language.name} not set up: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** The version of what a client is about: of the manifest, or as its command prints it. */
async function releaseOf(language: Language, client: LabClient, { environment }: VetOptions): Promise<string> {
  const { library = client.name, release, folder } = client;
  if (release === undefined) return versionOf(language, library);
  const call = { file: 'sh', args: ['-c', release], cwd: folder, environment };
  const { said } = await runChild({ ...call, timeoutSeconds: CLIENT_SECONDS, graceSeconds: 0 });
  const version = /\d+\.\d+[\w.-]*/.exec(said)?.[0];
  if (version === undefined) throw new Error(`no version in what ${release} prints: ${said}`);
  return version;
}

/**
 * Runs a client in one of its ways by `petvet client`.
 *
 * @throws {Error} when petvet could not judge it
 */
export async function vet(
  { name, start, folder }: LabClient,
  way: Way,
  environment: Readonly<Record<string, string>>,
): Promise<ClientRun> {
  const report = join(ROOT, 'reports', 'lab', `client-${name}-${way}`);
  const petvet = [join(ROOT, 'lib', 'cli', 'petvet.cjs'), 'client', '--timeout', `${CLIENT_SECONDS}`];
  const { status, said } = await runChild({
    file: process.execPath,
    args: [...petvet, '--report', report, '--', 'sh', '-c', `${start} ${way}`],
    cwd: folder,
    environment,
    timeoutSeconds: RUN_SECONDS,
    graceSeconds: 0,
  });
  if (status !== 0 && status !== 1) throw new Error(`petvet client ended with ${status ?? 'a signal'}: ${said}`);
  return runOf(ClientReport.parse(JSON.parse(readFileSync(join(report, 'client.json'), 'utf8'))));
}
