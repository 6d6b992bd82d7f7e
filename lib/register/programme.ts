import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { publishedSchema } from '../shapes/report.ts';
import { Errata, type Erratum } from './errata.ts';
import { readForm, Text } from './form.ts';

/** The rules of a register, in its folder. */
export const RULES_FILE = 'register.yaml';

/** The errata of a register, in its folder. */
export const ERRATA_FILE = 'errata.yaml';

/** As many days as a certificate counts as fresh at most. */
const MOST_FRESH_DAYS = 90;

const Days = z.int().min(0).max(365);

/** The rules of a register, by whoever runs it. */
const Programme = z
  .strictObject({
    schema: z.literal('petvet/register-rules/1'),
    contact: Text.meta({ description: 'Where submitters, disputers and vendors write to' }),
    catalogues: z
      .array(
        z.strictObject({
          version: Text,
          until: z.iso
            .date()
            .exactOptional()
            .meta({ description: 'The last day on which certificates of it count; then the days of grace begin' }),
        }),
      )
      .min(1)
      .exactOptional()
      .meta({ description: 'The accepted versions of the rule catalogue; default: all that petvet knows' }),
    freshDays: z.int().min(1).max(MOST_FRESH_DAYS).default(MOST_FRESH_DAYS),
    graceDays: Days.default(0).meta({ description: 'How long a certificate that is no longer fresh stays listed' }),
    noticeDays: Days.default(14).meta({ description: 'How long a vendor has to answer a dispute' }),
    signers: z
      .array(Text)
      .min(1)
      .exactOptional()
      .meta({ description: '`key`, or the issuer of the identity of a keyless signer; default: any' }),
    profiles: z
      .strictObject({
        full: z.array(Text).min(1),
        partial: z.array(Text).default([]),
        rules: z
          .array(Text)
          .default([])
          .meta({ description: 'Where one of these does not apply to a service, it conforms in part' }),
      })
      .default({ full: ['complete'], partial: [], rules: [] }),
  })
  .meta({ title: 'The rules of a register of certificates (register.yaml)' });

/** See the schema of the same name. */
export type Programme = z.infer<typeof Programme>;

/** The rules of a register that states none. */
export const DEFAULT_PROGRAMME: Programme = Programme.parse({
  schema: 'petvet/register-rules/1',
  contact: 'whoever runs the register',
});

/** The JSON Schemas (2020-12) of the two files: those beside this file hold them. */
export function programmeJsonSchemas(): Readonly<Record<string, object>> {
  return { 'register.schema.json': publishedSchema(Programme), 'errata.schema.json': publishedSchema(Errata) };
}

/**
 * Reads the rules and the errata of a register. What submitters write lies elsewhere.
 *
 * @throws {UsageError} when one of the files is there and cannot be used: without its rules nothing can be said of a register
 */
export function readProgramme(directory: string): {
  readonly programme: Programme;
  readonly errata: readonly Erratum[];
} {
  return {
    programme: fileOf(join(directory, RULES_FILE), RULES_FILE, Programme) ?? DEFAULT_PROGRAMME,
    errata: fileOf(join(directory, ERRATA_FILE), ERRATA_FILE, Errata)?.errata ?? [],
  };
}

/**
 * Reads a file of errata.
 *
 * @throws {UsageError} when it is not there, or cannot be used
 */
export function readErrata(file: string): readonly Erratum[] {
  const read = fileOf(file, file, Errata);
  if (read === undefined) throw new UsageError(`${file} does not exist`, 'name the errata.yaml of a register');
  return read.errata;
}

function fileOf<Schema extends z.ZodType<object>>(
  file: string,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  if (!existsSync(file)) return undefined;
  const read = readForm(file, name, schema);
  if ('refused' in read) throw new UsageError(read.refused, 'docs/programme.md shows the form');
  if ('unchecked' in read) throw new UsageError(read.unchecked, 'make the file readable');
  return read;
}
