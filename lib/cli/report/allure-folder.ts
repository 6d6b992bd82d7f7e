import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { UsageError } from '../../errors.ts';
import { allureOf } from '../../report/allure.ts';
import type { RunReport } from '../../report/run-report.ts';

/**
 * Writes a run as results for Allure into a folder, which is made when it is missing; those of other runs stay.
 *
 * @returns how many results were written
 * @throws {UsageError} when the folder cannot be made or written
 */
export function writeAllure(report: RunReport, directory: string): number {
  const { results, attachments, environment } = allureOf(report);
  const writer = new FileSystemWriter({ resultsDir: directory });
  try {
    for (const [name, text] of attachments) writer.writeAttachment(name, Buffer.from(text));
    for (const result of results) writer.writeResult(result);
    writer.writeEnvironmentInfo(environment);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    throw new UsageError(`the results cannot be written to ${directory} (${why})`, 'name another folder with --out');
  }
  return results.length;
}
