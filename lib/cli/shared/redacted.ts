import { createMask } from '../../evidence/masking.ts';
import { GivenFileError, readGivenFile } from '../../files/given-file.ts';
import { TOKEN_SETTINGS } from '../../keyless/token-settings.ts';
import { readEnvironment, type Environment } from '../../targets/environment.ts';
import { readExtraHeaders } from '../../targets/extra-headers.ts';
import { LONGEST_KEY, MOST_KEY_BYTES } from '../../targets/settings.ts';

/**
 * What takes the keys and the other secrets of any target that is configured out of a text, in whatever coding: out of one that may hold
 * anything, such as the message of an error that nobody foresaw. It never throws: whoever calls it has an error to tell of.
 *
 * @param cwd - the folder whose `.env` counts, too; it is read once, for it may be a pipe that is waited for
 */
export function createRedaction(cwd: string, processEnv: Environment): (text: string) => string {
  const masks = secretsOf(environmentOf(cwd, processEnv)).map((secret) => ({
    secret,
    ...createMask({ primary: secret.slice(0, LONGEST_KEY), wrong: '' }),
  }));
  return (text) =>
    masks.reduce((rest, { secret, mask }) => {
      // A longer value is refused and goes nowhere. Where it is repeated nevertheless, its beginning tells all that there is to hide.
      const bare = secret.length > LONGEST_KEY ? rest.replaceAll(secret, '{secret}') : rest;
      return mask(bare).replaceAll('{primary', '{secret');
    }, text);
}

/** A key shorter than this is a word of any sentence, and hiding it would tell what it is. */
const LEAST_SECRET = 6;

function environmentOf(cwd: string, processEnv: Environment): Environment {
  try {
    return readEnvironment(cwd, processEnv);
  } catch {
    return processEnv;
  }
}

function secretsOf(environment: Environment): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value = '']) => {
    if (TOKEN_SETTINGS.has(name)) return [value];
    if (!name.startsWith('PETVET_')) return [];
    if (name.endsWith('API_KEY')) return [value];
    if (name.endsWith('API_KEY_FILE')) return [keyIn(value)];
    if (name.endsWith('_HEADERS')) return headerValues(value);
    return name.endsWith('_PROXY') ? [passwordOf(value)] : [];
  });
  return [...new Set(secrets)].filter((secret) => secret.length >= LEAST_SECRET);
}

/** A pipe has been read by now, and gives nothing more. */
function keyIn(file: string): string {
  try {
    return readGivenFile(file, { bytes: MOST_KEY_BYTES, patience: 0 }).toString().trim();
  } catch (error) {
    if (error instanceof GivenFileError) return '';
    throw error;
  }
}

function headerValues(text: string): string[] {
  const reading = readExtraHeaders(text);
  return reading.ok ? reading.headers.map(([, value]) => value) : [];
}

function passwordOf(proxy: string): string {
  try {
    return decodeURIComponent(URL.parse(proxy)?.password ?? '');
  } catch {
    return '';
  }
}
