import { createPrivateKey, X509Certificate } from 'node:crypto';
import { PLANS, PLAN_CHOICES, PLAN_NAMES, WINDOW_SECONDS } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import type { Knowledge, PlanKnowledge } from '../evidence/knowledge.ts';
import { isLoopback, readBaseAddress } from './base-address.ts';
import { chooseTarget, refuseUnknownTarget, type Choice, type ChoiceFlags } from './choice.ts';
import type { Environment } from './environment.ts';
import { SETTING_NAMES, settings, type Settings } from './settings.ts';
import { PRODUCTION, type Target } from './target.ts';
import { unknownSettings } from './unknown-settings.ts';

/** The flags that say something about the target. There is none for a key: process lists show flags. */
export interface TargetFlags extends ChoiceFlags {
  /** free, pro, business, enterprise or auto. */
  readonly plan?: string | undefined;
  readonly writes?: boolean | undefined;
  readonly allowPlainHttp?: boolean | undefined;
}

/** What gave the value of a setting: `--key-file`, `standard input`. */
export type Origins = { readonly [setting in keyof Settings]?: string };

/**
 * The target that flags and environment describe; flags win.
 *
 * @param environment - with `.env` merged in, see `readEnvironment`; files that it names are read
 * @param origins - what the sentences call a value that no variable of the target gave
 * @returns undefined for petvet's own server, see `chooseTarget`: the caller then starts it
 * @throws UsageError with one sentence a line for every wrong or missing value, naming the variable or the flag, never a value
 */
export function resolveTarget(flags: TargetFlags, environment: Environment, origins: Origins = {}): Target | undefined {
  const choice = chooseTarget(flags, environment);
  if (choice === undefined) return undefined;
  const wrong = unknownSettings(choice, environment);
  if (wrong.length === 0) refuseUnknownTarget(choice, environment);
  const given: Given = {
    ...settingsOf(choice, environment),
    ...(flags.baseUrl !== undefined && { BASE_URL: flags.baseUrl }),
  };
  const read = settings.safeParse(given);
  const called = new Map(
    Object.entries({ ...(flags.baseUrl !== undefined && { BASE_URL: '--base-url' }), ...origins }),
  );
  const names = (setting: PropertyKey) => called.get(String(setting)) ?? `${choice.prefix}${String(setting)}`;
  for (const { path, message } of read.error?.issues ?? []) wrong.push(`${names(path[0] ?? '')} ${message}`);
  // What concerns several settings at once is looked at even when one of them is wrong by itself: all sentences come together.
  const address =
    given.BASE_URL === undefined ? undefined : readBaseAddress(given.BASE_URL, flags.allowPlainHttp ?? false);
  if (address?.ok === false) wrong.push(`${names('BASE_URL')} ${address.why}`);
  const plan = flags.plan?.toLowerCase() ?? read.data?.PLAN ?? 'auto';
  if (!isPlan(plan)) wrong.push(`--plan must be one of ${PLAN_CHOICES.join(', ')}`);
  wrong.push(...keyFaults(given, read.data, names));
  if (plan === 'enterprise' && given.LIMIT_PER_MINUTE === undefined)
    wrong.push(`${names('LIMIT_PER_MINUTE')} is missing: the enterprise plan has custom limits`);
  if (
    address?.ok &&
    address.plain &&
    read.data?.PROXY !== undefined &&
    !flags.allowPlainHttp &&
    !isNear(read.data.PROXY)
  )
    wrong.push(
      `${names('PROXY')} must be on this machine: over plain http it could read the API key (--allow-plain-http permits it)`,
    );
  if (address?.ok && environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && (!address.plain || isTls(read.data?.PROXY)))
    wrong.push(
      `NODE_TLS_REJECT_UNAUTHORIZED=0 must not be set: it disables the verification of certificates, so that anyone on the network path could read the API key; name the certificate that the service is signed with in ${names('CA_FILE')}`,
    );
  if (read.success) wrong.push(...clientCertificateFaults(read.data, names));
  if (wrong.length > 0 || !read.success || !address?.ok || !isPlan(plan))
    throw new UsageError(
      wrong.join('\n'),
      wrong.every((sentence) => sentence.startsWith('--'))
        ? 'correct it; `--help` of the command describes each flag'
        : 'settings go into .env or the environment; .env.example describes each',
    );
  return targetOf(choice, { ...read.data, PLAN: plan }, address, flags.writes);
}

function clientCertificateFaults(
  { CLIENT_CERT_FILE: certificate, CLIENT_KEY_FILE: key }: Settings,
  names: (setting: PropertyKey) => string,
): string[] {
  const [ofCertificate, ofKey] = [names('CLIENT_CERT_FILE'), names('CLIENT_KEY_FILE')];
  if (certificate === undefined && key === undefined) return [];
  if (certificate === undefined) return [`${ofKey} needs ${ofCertificate}: a client certificate has both`];
  if (key === undefined) return [`${ofCertificate} needs ${ofKey}: a client certificate has both`];
  const isOfOne = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  return isOfOne ? [] : [`${ofKey} does not hold the key of the certificate in ${ofCertificate}`];
}

function targetOf(
  { name }: Choice,
  read: Settings & { PLAN: PlanKnowledge['name'] },
  { baseUrl, loopback }: { baseUrl: string; loopback: boolean },
  writes: boolean | undefined,
): Target {
  return {
    name,
    baseUrl,
    loopback,
    apiKey: read.API_KEY ?? read.API_KEY_FILE ?? '',
    ...(read.SECOND_API_KEY !== undefined && { secondApiKey: read.SECOND_API_KEY }),
    plan: planKnowledge(read),
    // Nothing that a run creates can be deleted: anywhere else someone must ask for it. Behind a forwarded port there may be production.
    writes: writes ?? read.WRITES ?? (name === 'staging' || (loopback && name !== PRODUCTION)),
    ...(read.CATEGORY_ID !== undefined && { categoryId: read.CATEGORY_ID }),
    ...(read.KNOWN_PETS !== undefined && { knownPets: read.KNOWN_PETS }),
    headers: read.HEADERS ?? [],
    ...(read.CA_FILE !== undefined && { ca: read.CA_FILE }),
    ...(read.CLIENT_CERT_FILE !== undefined &&
      read.CLIENT_KEY_FILE !== undefined && {
        clientCertificate: { certificate: read.CLIENT_CERT_FILE, key: read.CLIENT_KEY_FILE },
      }),
    ...(read.PROXY !== undefined && { proxy: read.PROXY }),
    windows: windowsOf(read),
    ...(read.RESET_COMMAND !== undefined && { resetCommand: read.RESET_COMMAND }),
  };
}

/** The plan with its figures: a declared figure wins over the plan's own. */
function planKnowledge(read: Settings & { PLAN: PlanKnowledge['name'] }): PlanKnowledge {
  const own = read.PLAN === 'auto' || read.PLAN === 'enterprise' ? {} : PLANS[read.PLAN];
  return {
    name: read.PLAN,
    ...own,
    ...(read.LIMIT_PER_MINUTE !== undefined && { perMinute: read.LIMIT_PER_MINUTE }),
    ...(read.LIMIT_PER_DAY !== undefined && { perDay: read.LIMIT_PER_DAY }),
  };
}

/** Windows of the specification's length are no test installation, even where a setting says so. */
function windowsOf({
  WINDOW_SECONDS: minute = WINDOW_SECONDS.minute,
  DAY_SECONDS: day = WINDOW_SECONDS.day,
}: Settings): Knowledge['windows'] {
  return { minute, day, testInstallation: minute !== WINDOW_SECONDS.minute || day !== WINDOW_SECONDS.day };
}

/** The values of settings as the user gave them. */
type Given = { readonly [setting in keyof Settings]?: string };

/** The values given for the settings of a target. An empty one has been refused. */
function settingsOf({ prefix }: Choice, environment: Environment): Given {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((setting) => {
      const value = environment[`${prefix}${setting}`];
      return value === undefined ? [] : [[setting, setting.endsWith('API_KEY') ? value : value.trim()]];
    }),
  );
}

function keyFaults(given: Given, read: Settings | undefined, names: (setting: keyof Settings) => string): string[] {
  if (given.API_KEY === undefined && given.API_KEY_FILE === undefined)
    return [`${names('API_KEY')} is missing: every operation of the service requires it`];
  if (given.API_KEY !== undefined && given.API_KEY_FILE !== undefined)
    return [`${names('API_KEY')} and ${names('API_KEY_FILE')} must not both be set`];
  const key = read?.API_KEY ?? read?.API_KEY_FILE;
  if (key === undefined || key !== read?.SECOND_API_KEY) return [];
  return [`${names('SECOND_API_KEY')} must be another caller's key, not the same one`];
}

function isPlan(text: string): text is PlanKnowledge['name'] {
  return text === 'auto' || PLAN_NAMES.some((name) => name === text);
}

function isTls(proxy: string | undefined): boolean {
  return URL.parse(proxy ?? '')?.protocol === 'https:';
}

function isNear(proxy: string): boolean {
  return isLoopback(URL.parse(proxy)?.hostname ?? '');
}
