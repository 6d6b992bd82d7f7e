import type { RuleId } from '../rules/index.ts';

/** Rules that lose their evidence when others are violated: a body that is not an Error has no status to compare. */
const HIDES: readonly { readonly by: readonly RuleId[]; readonly rules: readonly RuleId[] }[] = [
  { by: ['ERR-1', 'JSON-1'], rules: ['ERR-2', 'ERR-4', 'ERR-6'] },
  {
    by: ['JSON-2', 'LIST-1'],
    rules: [
      'LIST-2',
      'LIST-3',
      'LIST-4',
      'LIST-6',
      'LIST-7',
      'LIST-9',
      'LIST-10',
      'LIST-11',
      'LIST-12',
      'LIST-14',
      'GET-6',
    ],
  },
  { by: ['LIST-2'], rules: ['LIST-3', 'LIST-11'] },
  { by: ['CREATE-1', 'JSON-2'], rules: ['CREATE-2', 'CREATE-3', 'CREATE-4', 'CREATE-10', 'JSON-3'] },
  { by: ['GET-1', 'JSON-2'], rules: ['GET-5'] },
  { by: ['RATE-1'], rules: ['RATE-2', 'RATE-3', 'RATE-4', 'RATE-6', 'RATE-9', 'RATE-13'] },
  { by: ['RATE-2'], rules: ['RATE-9', 'RATE-13'] },
  { by: ['RATE-7'], rules: ['RATE-8', 'RATE-9'] },
];

/**
 * The violation that keeps the responses received from verifying a rule: a longer run would hardly verify it either.
 *
 * @param violated - the rules that are violated
 */
export function hiddenBy(id: RuleId, violated: ReadonlySet<RuleId>): RuleId | undefined {
  return HIDES.flatMap(({ by, rules }) => (rules.includes(id) ? by : [])).find((one) => violated.has(one));
}
