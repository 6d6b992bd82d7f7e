import { z } from 'zod';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { readYamlDocument, YamlFault } from '../files/yaml.ts';
import { unusable, whyUnreadable, type Unusable } from './unusable.ts';

/** A longer file is none that a person keeps. */
const MOST_BYTES = 65_536;

/** A text that a person writes on one line or two. */
export const Text = z.string().trim().min(1).max(500);

/**
 * Reads a YAML file of a register.
 *
 * @param name - the file in messages
 * @returns why it cannot be used, where it cannot
 */
export function readForm<Schema extends z.ZodType>(
  file: string,
  name: string,
  schema: Schema,
): z.output<Schema> | Unusable {
  const unreadable = whyUnreadable(file);
  if (unreadable !== undefined) return unusable(unreadable, (why, where) => `${name} cannot be read${where}: ${why}`);
  let value: unknown;
  try {
    value = readYamlDocument(readGivenFile(file, { bytes: MOST_BYTES }).toString())?.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof GivenFileError) return { refused: `${name} cannot be read: ${error.message}` };
    if (error instanceof YamlFault || error instanceof ReferenceError)
      return { refused: `${name} is not YAML without aliases` };
    throw error;
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  return { refused: `${name} cannot be used: ${whatIsWrong(read.error, value)}` };
}

/** As many faults of a form as are named at once. */
const MOST_NAMED = 8;

/** What is wrong with a form, all of it: whoever corrects it learns of everything that is missing. */
export function whatIsWrong({ issues }: z.ZodError, value: unknown): string {
  return issues
    .slice(0, MOST_NAMED)
    .map(({ path, code, message }) => {
      const where = path.join('.');
      if (where === '') return message;
      return code === 'invalid_type' && memberAt(value, path) === undefined
        ? `${where} is missing`
        : `${where}: ${message}`;
    })
    .join('; ');
}

function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null
        ? new Map<string, unknown>(Object.entries(at)).get(String(name))
        : undefined,
    value,
  );
}
