import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { GivenFileError, readGivenFile } from '../../files/given-file.ts';
import { isFolder } from '../../files/make-folder.ts';
import { LoadDocument } from '../../shapes/load.ts';
import { CONFORMANCE_SCHEMA, ConformanceReport, MOST_REPORT_BYTES } from '../../shapes/report.ts';

/** A report that is to be compared, and the file that it was read from. */
type ComparedReport = { readonly file: string } & (
  | { readonly kind: 'check'; readonly report: ConformanceReport }
  | { readonly kind: 'load'; readonly report: LoadDocument }
);

/** The documents that a folder may hold, the one of a check first. */
const DOCUMENTS = ['conformance.json', 'load.json'] as const;

const HINT = 'name the folder of a report that `petvet check` or `petvet load` wrote';

/** What every document of petvet says of itself. */
const Named = z.object({ schema: z.string() });

/**
 * Reads the report of a check or of a load run.
 *
 * @param path - its folder, or its file
 * @throws {UsageError} when it is not there, or is no such report
 */
export function readComparedReport(path: string): ComparedReport {
  const named = fileOf(path);
  const document = parsed(named);
  const file = realpathSync(named);
  const load = LoadDocument.safeParse(document);
  if (load.success) return { file, kind: 'load', report: load.data };
  const check = ConformanceReport.safeParse(document);
  if (check.success) return { file, kind: 'check', report: check.data };
  const schema = Named.safeParse(document).data?.schema;
  if (schema?.startsWith('petvet/conformance/') === true && schema !== CONFORMANCE_SCHEMA)
    throw new UsageError(
      `${named} has the format ${JSON.stringify(schema.slice(0, 60))}, and this petvet reads ${CONFORMANCE_SCHEMA}`,
      'judge its evidence again with `petvet judge`, and compare that report',
    );
  throw new UsageError(`${named} is not the report of a check or of a load run`, HINT);
}

function fileOf(path: string): string {
  if (!isFolder(path)) {
    if (!existsSync(path)) throw new UsageError(`${path} does not exist`, HINT);
    return path;
  }
  const file = DOCUMENTS.map((name) => join(path, name)).find((one) => existsSync(one));
  if (file === undefined) throw new UsageError(`${path} holds neither ${DOCUMENTS.join(' nor ')}`, HINT);
  return file;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readGivenFile(file, { bytes: MOST_REPORT_BYTES }).toString());
  } catch (error) {
    if (error instanceof GivenFileError) throw new UsageError(`${file} cannot be read: ${error.message}`, HINT);
    throw new UsageError(`${file} is not the report of a check or of a load run`, HINT);
  }
}
