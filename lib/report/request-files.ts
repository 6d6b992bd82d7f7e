import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceItem } from '../evidence/log.ts';
import { requestFiles, REQUESTS_FOLDER, type CurlService } from './curl.ts';
import { writeReport } from '../files/write-report.ts';

/**
 * Writes beside a report what is too long for the curl lines of its exchanges; mostly there is nothing. The evidence is streamed once.
 *
 * @throws {UsageError} when it cannot be written; an error of reading the evidence is passed on
 */
export async function writeRequestFiles(
  dir: string,
  service: CurlService,
  evidence: AsyncIterable<EvidenceItem>,
): Promise<void> {
  for await (const item of evidence) {
    const files = 'exchange' in item ? requestFiles(item.exchange, service) : [];
    for (const { name, bytes } of files) await writeReport(join(dir, REQUESTS_FOLDER), name, bytes);
  }
}

/** Whether such files lie beside a report: one of an earlier petvet has none. */
export function hasRequestFiles(dir: string): boolean {
  return existsSync(join(dir, REQUESTS_FOLDER));
}
