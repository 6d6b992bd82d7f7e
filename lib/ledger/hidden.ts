import type { RuleId } from '../rules/index.ts';

/** Rules whose evidence the violation of others takes away: a body that is no Error has no status to compare. */
const HIDES: readonly { readonly by: readonly RuleId[]; readonly what: readonly RuleId[] }[] = [
  { by: ['ERR-1', 'JSON-1'], what: ['ERR-2', 'ERR-4', 'ERR-6'] },
  {
    by: ['JSON-2', 'LIST-1'],
    what: ['LIST-2', 'LIST-3', 'LIST-4', 'LIST-6', 'LIST-7', 'LIST-9', 'LIST-10', 'LIST-11', 'LIST-12', 'GET-6'],
  },
  { by: ['LIST-2'], what: ['LIST-3', 'LIST-11'] },
  { by: ['CREATE-1', 'JSON-2'], what: ['CREATE-2', 'CREATE-3', 'CREATE-4', 'CREATE-10', 'JSON-3'] },
  { by: ['GET-1', 'JSON-2'], what: ['GET-5'] },
  { by: ['RATE-1'], what: ['RATE-2', 'RATE-3', 'RATE-4', 'RATE-6', 'RATE-9', 'RATE-13'] },
  { by: ['RATE-2'], what: ['RATE-9', 'RATE-13'] },
  { by: ['RATE-7'], what: ['RATE-8', 'RATE-9'] },
];

/**
 * The violation because of which no response verifies a rule, though such responses were received: then a longer run would hardly verify it.
 *
 * @param violated - the rules that are violated
 */
export function hiddenBy(id: RuleId, violated: ReadonlySet<RuleId>): RuleId | undefined {
  return HIDES.flatMap(({ by, what }) => (what.includes(id) ? by : [])).find((one) => violated.has(one));
}
