import { SPECIFICATION_VERSION } from '../contract/lifecycle.ts';
import type { RunReport } from '../report/run-report.ts';
import { CATALOGUE_VERSION } from '../rules/index.ts';
import type { Verdicts } from './verdicts.ts';
import { PETVET_VERSION } from './version.ts';

/** Verdicts with the versions that every report names. */
export function reportOf({ ledger, knowledge, run, exchanges, xrays, medianMilliseconds }: Verdicts): RunReport {
  return {
    ledger,
    knowledge,
    run,
    exchanges,
    xrays,
    ...(medianMilliseconds !== undefined && { medianMilliseconds }),
    versions: {
      petvet: PETVET_VERSION,
      catalogue: CATALOGUE_VERSION,
      specification: SPECIFICATION_VERSION,
      node: process.version,
    },
  };
}
