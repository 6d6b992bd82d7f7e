import { SPECIFICATION_VERSION } from '../contract/lifecycle.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { judgeProfile } from '../gate/profile-judge.ts';
import type { RunReport } from '../report/run-report.ts';
import { CATALOGUE_VERSION } from '../rules/catalogue-version.ts';
import { RULE_IDS } from '../rules/index.ts';
import { UNNAMED } from '../evidence/target-name.ts';
import type { Verdicts } from './verdicts.ts';
import { PETVET_VERSION } from './version.ts';

/**
 * Verdicts with the versions that every report names, and how to vet the same service again.
 *
 * @param folder - of the report, as it can be typed where it is printed; none where no report is kept
 */
export function reportOf(verdicts: Verdicts, folder?: string): RunReport {
  const { ledger, knowledge, run, exchanges, xrays, medianMilliseconds, coverage } = verdicts;
  // Only a check follows a plan, and only of all rules can it be told what they come to.
  const isOfAKind = coverage !== undefined && ledger.rows.length === RULE_IDS.length;
  return {
    sameService: { ...(folder !== undefined && { folder }), flags: flagsOf(knowledge) },
    ledger,
    knowledge,
    run,
    exchanges,
    xrays,
    ...(medianMilliseconds !== undefined && { medianMilliseconds }),
    ...(coverage !== undefined && { coverage }),
    ...(isOfAKind && { profile: judgeProfile(verdicts) }),
    ...(run.shortfalls !== undefined && { shortfalls: run.shortfalls }),
    versions: {
      petvet: PETVET_VERSION,
      catalogue: CATALOGUE_VERSION,
      specification: SPECIFICATION_VERSION,
      node: process.version,
    },
  };
}

/** The flags with which a command vets the same service, and may do what that run might; no key is among them. */
function flagsOf({ target, baseUrl, loopback, writes }: Knowledge): string[] {
  const usuallyWrites = loopback || target === 'staging';
  return [
    ...(target === UNNAMED ? ['--base-url', baseUrl] : ['--target', target]),
    ...(!loopback && URL.parse(baseUrl)?.protocol === 'http:' ? ['--allow-plain-http'] : []),
    ...(writes === usuallyWrites ? [] : [writes ? '--writes' : '--no-writes']),
  ];
}
