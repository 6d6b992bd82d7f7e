import type { LedgerRow } from '../ledger/ledger.ts';
import { rules, type RuleId } from '../rules/index.ts';

/** Rules on what must be refused with 400. */
const OF_REFUSALS: readonly RuleId[] = ['CREATE-5', 'CREATE-6', 'CREATE-7'];

/**
 * How the violations of a row are usually mended, in one or two sentences; undefined where that is not known. Where a body was refused,
 * though with another 4xx or with a 5xx, the check is there, and only its status is wrong.
 */
export function howToFix({ id, findings }: Pick<LedgerRow, 'id' | 'findings'>): string | undefined {
  const { toFix } = rules[id];
  if (toFix === undefined || !OF_REFUSALS.includes(id)) return toFix;
  const own = findings.filter(({ verdict, see }) => verdict === 'fail' && see === undefined);
  const statuses = own.map(({ wrongStatus = 0 }) => (wrongStatus >= 400 ? wrongStatus : undefined));
  const refused = [...new Set(statuses.flatMap((status) => status ?? []))].toSorted((a, b) => a - b);
  if (refused.length === 0) return toFix;
  const said = sayRefused(refused);
  return statuses.every((status) => status !== undefined) ? said : `${toFix} ${said}`;
}

function sayRefused(statuses: readonly number[]): string {
  const isThrown = statuses.some((status) => status >= 500);
  const where = isThrown
    ? 'check the body before it is used, and catch what parsing and validation throw'
    : 'change the status where the framework answers errors of validation';
  return `Send 400 instead of ${statuses.join(' and ')}: ${where}, in one place for ${OF_REFUSALS.join(', ')}.`;
}
