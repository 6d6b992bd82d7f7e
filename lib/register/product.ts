import { z } from 'zod';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { readYamlDocument, YamlFault } from '../files/yaml.ts';
import { unusable, whyUnreadable, type Unusable } from './unusable.ts';

/** The name and version of the format. */
const PRODUCT_SCHEMA = 'petvet/product/1';

/** A longer file is none that a person keeps. */
const MOST_BYTES = 65_536;

const Text = z.string().trim().min(1).max(500);

const Product = z.strictObject({
  schema: z.literal(PRODUCT_SCHEMA),
  name: Text,
  version: Text,
  vendor: Text,
  homepage: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** How others get the same service running. */
  reproduce: z.string().trim().min(1).max(5_000),
});

/** What a submission says of the implementation, by whoever submits it. */
export type Product = z.infer<typeof Product>;

const Signer = z.strictObject({ schema: z.literal('petvet/signer/1'), identity: Text, issuer: Text });

/**
 * Reads the product file of a submission.
 *
 * @returns why it is none, where it is none
 */
export function readProduct(file: string): Product | Unusable {
  return readForm(file, 'product.yaml', Product);
}

/**
 * Reads who may sign for an implementation without a key.
 *
 * @param name - the file in messages
 * @returns why nobody may, where it does not say so
 */
export function readSigner(
  file: string,
  name: string,
): { readonly identity: string; readonly issuer: string } | Unusable {
  const signer = readForm(file, name, Signer);
  return 'identity' in signer ? { identity: signer.identity, issuer: signer.issuer } : signer;
}

function readForm<Schema extends z.ZodType>(file: string, name: string, schema: Schema): z.output<Schema> | Unusable {
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
  const [issue] = read.error.issues;
  const where = issue?.path.join('.') ?? '';
  const why = `${where === '' ? '' : `${where}: `}${issue?.message ?? 'it has another form'}`;
  return { refused: `${name} cannot be used: ${why}` };
}
