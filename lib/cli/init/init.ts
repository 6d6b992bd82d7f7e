import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import { UsageError } from '../../errors.ts';
import { REFERENCE } from '../../evidence/target-name.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { emptyBaseline, writtenBaseline } from '../../gate/baseline-file.ts';
import { ciFiles, CI_SYSTEMS, type CiSystem } from './ci-files.ts';
import { ignoringOf, readOwnText, withIgnored } from './ignore-file.ts';
import { nextSteps } from './next-steps.ts';
import { addSettings, type Settings } from './settings-text.ts';
import { readBaseAddress } from '../../targets/base-address.ts';
import { isConfigured, namedTargets, targetOf, type Choice } from '../../targets/choice.ts';
import { nameFault } from '../../targets/name-fault.ts';
import { readEnvironment } from '../../targets/environment.ts';
import { resolveTarget } from '../../targets/resolve.ts';
import { keyFault } from '../../targets/settings.ts';
import { BASELINE_FILE } from '../baseline/flags.ts';
import { terminalPrompts, type Prompts } from './prompts.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet init` is told. */
export interface InitFlags {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly keyStdin?: boolean;
  /** A variable of the environment. */
  readonly keyEnv?: string;
  readonly keyFile?: string;
  readonly ci?: CiSystem;
  readonly force?: boolean;
}

/** What the user wants written. */
interface Wanted {
  /** Undefined: a target without a name. */
  readonly name: string | undefined;
  readonly baseUrl: string;
  /** Undefined: it comes later. */
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly plan: string;
  readonly ci: CiSystem | undefined;
}

/**
 * Writes settings and a pipeline. Nothing is written unless all of it can be.
 *
 * @throws {UsageError} when something is wrong or missing, or is there already
 */
export async function runInit(
  flags: InitFlags,
  terminal: Terminal,
  prompts: Prompts = terminalPrompts(),
): Promise<void> {
  const { cwd, environment } = terminal;
  const configured = configuredTarget(flags, terminal);
  if (configured !== undefined) {
    prompts.close();
    const pipeline = pipelineOf(flags.ci, configured.name, cwd, flags.force === true);
    for (const line of pipeline.write()) terminal.out(line);
    terminal.out(nextSteps({ ...configured, later: [], hasPipeline: true }, terminal.petvet));
    return;
  }
  const wanted = await gather(flags, terminal, prompts).finally(() => prompts.close());
  const { prefix, settings } = settingsOf(wanted, cwd, flags);
  const force = flags.force === true;
  const env = join(cwd, '.env');
  demandOutputFile(env, 'petvet writes into a regular file only');
  const heading = `petvet: ${wanted.name === undefined ? 'the service' : `the target ${wanted.name}`}`;
  const { text, replaced } = addSettings(readOwnText(env), settings, { heading, force });
  const pipeline = pipelineOf(wanted.ci, wanted.name, cwd, force);

  // Before the key is there, so that no commit in between can have it.
  const ignoring = ignore(cwd, environment);
  writeFileSync(env, text, { mode: 0o600 });
  const lines = pipeline.write();
  const said = replaced.length === 0 ? '' : ` (replaced: ${replaced.join(', ')})`;
  terminal.out(`Wrote ${Object.keys(settings).join(', ')} to .env${said}.`);
  if (ignoring !== undefined) terminal.out(ignoring);
  for (const line of lines) terminal.out(line);
  const { name, key, keyFile, plan, ci } = wanted;
  const later = [
    ...(key === undefined && keyFile === undefined ? [`set ${prefix}API_KEY in .env, or in the environment`] : []),
    ...(plan === 'enterprise' ? [`set ${prefix}LIMIT_PER_MINUTE in .env: Enterprise limits are custom`] : []),
  ];
  terminal.out(nextSteps({ name, prefix, later, hasPipeline: ci !== undefined }, terminal.petvet));
}

/**
 * The target that only a pipeline is wanted for: `--ci` without anything that settings are made of, and the target has its settings. A single
 * one needs no name.
 */
function configuredTarget(flags: InitFlags, { cwd, environment: own }: Terminal): Choice | undefined {
  const { ci, target, baseUrl, plan, keyStdin, keyEnv, keyFile } = flags;
  if (ci === undefined || [baseUrl, plan, keyStdin, keyEnv, keyFile].some((given) => given !== undefined))
    return undefined;
  const environment = readEnvironment(cwd, own);
  const [only, ...others] = namedTargets(environment);
  const name = target ?? (others.length === 0 ? only : undefined);
  if (name === undefined) {
    if (only === undefined) return undefined;
    throw new UsageError(
      `--ci needs --target: ${[only, ...others].join(', ')} are configured`,
      `give --target ${only}, or another one; nothing was written`,
    );
  }
  const choice = targetOf(name, '--target');
  return isConfigured(choice, environment) ? choice : undefined;
}

function withoutEntries(): string {
  return writtenBaseline(emptyBaseline(BASELINE_FILE), { removed: [], added: [] });
}

/**
 * The files of a pipeline, looked at before anything is written.
 *
 * @returns what writes them, and says so in a line for each
 * @throws {UsageError} where one is there already that must not be replaced
 */
function pipelineOf(ci: CiSystem | undefined, name: string | undefined, cwd: string, force: boolean) {
  const files =
    ci === undefined || name === undefined
      ? []
      : [...ciFiles(ci, name), { path: BASELINE_FILE, text: withoutEntries(), ifThere: 'its entries are yours' }];
  const kept = files.filter(({ path, ifThere }) => ifThere !== undefined && existsSync(join(cwd, path)));
  const fresh = files.filter((file) => !kept.includes(file));
  for (const { path } of fresh) {
    demandOutputFile(join(cwd, path), 'petvet writes into a regular file only');
    if (existsSync(join(cwd, path)) && !force)
      throw new UsageError(`${path} already exists`, 'give --force to replace it; nothing was written');
  }
  return {
    write: () => {
      for (const { path, text } of fresh) {
        makeFolder(dirname(join(cwd, path)));
        writeFileSync(join(cwd, path), text);
      }
      return [
        ...fresh.map(({ path }) => `Wrote ${path}.`),
        ...kept.map(({ path, ifThere }) => `${path} stays as it is: ${ifThere}.`),
      ];
    },
  };
}

/** Asks until an answer is right. @param wrong - what is wrong with one, as a clause */
type Ask = (
  question: string,
  wrong: (answer: string) => string | undefined,
  options?: { readonly hidden?: boolean },
) => Promise<string>;

/** What flags say, and what the user answers where somebody is there to answer. */
async function gather(flags: InitFlags, terminal: Terminal, prompts: Prompts): Promise<Wanted> {
  const canAsk = prompts.canAsk && flags.keyStdin !== true;
  if (flags.baseUrl === undefined && !canAsk)
    throw new UsageError('--base-url is missing, and there is no terminal to ask at', 'see `petvet init --help`');
  const fault = flags.baseUrl === undefined ? undefined : faultOfAddress(flags.baseUrl);
  if (fault !== undefined) throw new UsageError(`--base-url ${fault}`, 'nothing was written');
  const isAsking = canAsk && flags.baseUrl === undefined;
  if (flags.ci !== undefined && flags.target === undefined && !isAsking)
    throw new UsageError(
      '--ci needs --target: the pipeline names the target that it tests',
      'give --target staging, or another name; nothing was written',
    );
  const until: Ask = async (question, wrong, options) => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a question is asked again until its answer is right
      const answer = (await prompts.ask(question, options)).trim();
      const why = wrong(answer);
      if (why === undefined) return answer;
      terminal.err(`  it ${why}\n`);
    }
  };
  const baseUrl = flags.baseUrl ?? (await until('Base address of the service (ends with /v1): ', faultOfAddress));
  const name =
    flags.target ??
    (isAsking
      ? await until(
          `Name, such as staging or production${flags.ci === undefined ? ' (Enter: none)' : ''}: `,
          flags.ci === undefined ? faultOfName : faultOfNeededName,
        )
      : undefined);
  const key = await keyOf(flags, terminal, prompts, canAsk ? until : undefined);
  const plan =
    flags.plan ??
    (isAsking
      ? await until(`Plan of the key: ${PLAN_CHOICES.join(', ')} (Enter: auto): `, oneOf(PLAN_CHOICES))
      : 'auto');
  const ci =
    flags.ci ??
    (isAsking ? await until(`CI file: ${CI_SYSTEMS.join(' or ')} (Enter: none): `, oneOf(CI_SYSTEMS)) : undefined);
  const isNameNeeded = (ci ?? '') !== '' && (name ?? '') === '';
  const needed = isNameNeeded ? await until('Name of the target, for the pipeline: ', faultOfNeededName) : name;
  return {
    name: needed === '' ? undefined : needed?.toLowerCase(),
    baseUrl,
    key: key === '' ? undefined : key,
    keyFile: flags.keyFile,
    plan: plan === '' ? 'auto' : plan,
    ci: CI_SYSTEMS.find((system) => system === ci),
  };
}

async function keyOf(
  { keyStdin, keyEnv, keyFile }: InitFlags,
  { environment, interrupt }: Terminal,
  prompts: Prompts,
  ask: Ask | undefined,
): Promise<string | undefined> {
  if (keyStdin === true) {
    const key = (await prompts.readKey(interrupt)).trim();
    if (key === '') throw new UsageError('standard input holds no key', 'pipe the key in, as one line');
    return key;
  }
  if (keyEnv !== undefined) {
    const key = environment[keyEnv] ?? '';
    if (key === '') throw new UsageError(`the variable ${keyEnv} is not set, or is empty`, 'set it to the API key');
    return key;
  }
  if (keyFile !== undefined || ask === undefined) return undefined;
  return ask('API key (not shown; Enter: later): ', faultOfKey, { hidden: true });
}

function faultOfKey(key: string): string | undefined {
  return key === '' ? undefined : keyFault(key);
}

function faultOfAddress(baseUrl: string): string | undefined {
  const reading = readBaseAddress(baseUrl, false);
  return reading.ok ? undefined : reading.why;
}

function faultOfName(name: string): string | undefined {
  if (name.toLowerCase() === REFERENCE) return "must be another name: that is petvet's own reference server";
  return name === '' ? undefined : nameFault(name)?.why;
}

function faultOfNeededName(name: string): string | undefined {
  return name === '' ? 'must be a name: the pipeline tests a named target' : faultOfName(name);
}

function oneOf(choices: readonly string[]): (answer: string) => string | undefined {
  return (answer) =>
    answer === '' || choices.includes(answer) ? undefined : `must be one of ${choices.join(', ')}, or nothing`;
}

/** The settings, after a look whether a run would take them. */
function settingsOf(
  wanted: Wanted,
  cwd: string,
  { keyStdin, keyEnv }: InitFlags,
): { readonly prefix: string; readonly settings: Settings } {
  const { name, baseUrl, key, keyFile, plan } = wanted;
  const flags = name === undefined ? {} : { target: name };
  const prefix = name === undefined ? 'PETVET_' : targetOf(name, '--target').prefix;
  const settings = {
    [`${prefix}BASE_URL`]: baseUrl,
    ...(key !== undefined && { [`${prefix}API_KEY`]: key }),
    ...(keyFile !== undefined && { [`${prefix}API_KEY_FILE`]: relative(cwd, resolve(cwd, keyFile)) }),
    ...(plan !== 'auto' && { [`${prefix}PLAN`]: plan }),
  };
  // A key that comes later, and figures that Enterprise asks for, are for the user to add.
  const complete = {
    ...settings,
    ...(keyFile !== undefined && { [`${prefix}API_KEY_FILE`]: resolve(cwd, keyFile) }),
    ...(key === undefined && keyFile === undefined && { [`${prefix}API_KEY`]: 'a-key-that-comes-later' }),
    ...(plan === 'enterprise' && { [`${prefix}LIMIT_PER_MINUTE`]: '1' }),
  };
  resolveTarget(flags, complete, {
    ...(keyFile !== undefined && { API_KEY_FILE: '--key-file' }),
    ...(keyEnv !== undefined && { API_KEY: `the key in ${keyEnv}` }),
    ...(keyStdin === true && { API_KEY: 'the key on standard input' }),
  });
  return { prefix, settings };
}

/** Keeps `.env` out of commits. @returns what to say of it */
function ignore(cwd: string, environment: Terminal['environment']): string | undefined {
  switch (ignoringOf(cwd, '.env', environment)) {
    case 'tracked':
      return 'Warning: git tracks .env, so the next commit holds its keys: `git rm --cached .env`, and ignore it.';
    case 'not ignored': {
      const file = join(cwd, '.gitignore');
      demandOutputFile(file, 'add .env to what git ignores by hand; nothing was written');
      writeFileSync(file, withIgnored(readOwnText(file), '.env'));
      return 'Added .env to .gitignore.';
    }
    default:
      return undefined;
  }
}
