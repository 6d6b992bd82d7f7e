import { parse, YAMLError } from 'yaml';
import { z } from 'zod';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';

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

/**
 * Reads the product file of a submission.
 *
 * @returns why it is none, as a clause, where it is none
 */
export function readProduct(file: string): Product | string {
  let value: unknown;
  try {
    value = parse(readGivenFile(file, { bytes: MOST_BYTES }).toString(), { uniqueKeys: true, maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof GivenFileError) return `product.yaml cannot be read: ${error.message}`;
    if (error instanceof YAMLError || error instanceof ReferenceError)
      return 'product.yaml is not YAML without aliases';
    throw error;
  }
  const product = Product.safeParse(value);
  if (product.success) return product.data;
  const [issue] = product.error.issues;
  const where = issue?.path.join('.') ?? '';
  return `product.yaml cannot be used: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'it is no product file'}`;
}
