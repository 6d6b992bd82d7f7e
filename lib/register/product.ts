import { stringify } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { readForm, Text, whatIsWrong } from './form.ts';
import type { Unusable } from './unusable.ts';

/** The name and version of the format. */
const PRODUCT_SCHEMA = 'petvet/product/1';

const Product = z.strictObject({
  schema: z.literal(PRODUCT_SCHEMA),
  name: Text,
  version: Text,
  vendor: Text,
  homepage: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** Whom the register asks, and notifies. */
  contact: Text.exactOptional(),
  repository: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** By the vendor: from that day on it is not listed as conformant. */
  withdrawn: z.strictObject({ on: z.iso.date(), why: Text }).exactOptional(),
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

/**
 * Writes a product file.
 *
 * @throws {UsageError} when something in it cannot be used
 */
export function productText(product: Omit<Product, 'schema'>): string {
  const whole = { schema: PRODUCT_SCHEMA, ...product };
  const read = Product.safeParse(whole);
  if (read.success) return stringify(read.data);
  throw new UsageError(
    `product.yaml cannot be written: ${whatIsWrong(read.error, whole)}`,
    'correct the flags of these names',
  );
}

/** Writes who may sign for an implementation without a key. @throws {UsageError} when something in it cannot be used */
export function signerText(signer: Omit<z.infer<typeof Signer>, 'schema'>): string {
  const whole = { schema: 'petvet/signer/1', ...signer };
  const read = Signer.safeParse(whole);
  if (read.success) return stringify(read.data);
  throw new UsageError(
    `the signer's identity cannot be written: ${whatIsWrong(read.error, whole)}`,
    'correct --certificate-identity and --certificate-issuer',
  );
}
