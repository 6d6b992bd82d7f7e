import { describe, expect, it } from 'vitest';
import { sampled } from '../files/test-sample.fixture.ts';
import { knownFaults } from '../report/invisible.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { BURST, SECOND_CALLER } from '../evidence/record-names.ts';
import { rulesShownOn } from '../rules/shown-on.ts';
import { loadProbes } from '../run/flow.ts';
import { askAlone } from './alone.fixture.ts';
import { windowOfTry } from './window-of-try.fixture.ts';
import type { Subject } from '../exam/exam.ts';
import { subjectsOf } from '../exam/subjects.ts';

/** Some use a limit up and wait for the next window; the machine may be busy. */
const PATIENCE = 180_000;

/** Every rule that `petvet check` judges by what it sends. */
const ASKED = RULE_IDS.filter((id) => (rules[id].by ?? 'check') === 'check');

/** Rules that only a limit that was used up shows. */
const AT_THE_LIMIT: readonly RuleId[] = ['RATE-5', 'RATE-7', 'RATE-8', 'RATE-9', 'RATE-10', 'RATE-13'];

/** Those that whatever is sent next shows: as one more than the limit admits, or after a wait. */
const SHOWN_BY_ANYTHING: readonly string[] = ['RATE-5', 'RATE-8', 'RATE-9', 'RATE-13'];

/** Long enough to use the limit up within it while other runs are made, in seconds; and that of a further try. */
const [MINUTE, LONGER] = [20, 40] as const;

/** Rules, and a defect that each shows when it is asked for alone. */
const CATCHES: readonly (readonly [RuleId, string])[] = [
  ['JSON-1', 'html-404'],
  ['JSON-2', 'id-as-text-in-get'],
  ['JSON-3', 'category-rounded-in-lists'],
  ['AUTH-1', 'cache-open'],
  ['AUTH-4', 'no-key-stored'],
  ['AUTH-8', 'key-echoed'],
  ['LIST-3', 'cache-without-query'],
  ['LIST-7', 'filter-hides-newest'],
  ['LIST-11', 'filter-after-paging'],
  ['CREATE-3', 'existing-id-overwritten'],
  ['CREATE-8', 'missing-stored'],
  ['CREATE-10', 'created-only-by-id'],
  ['GET-1', 'get-newest-404'],
  ['ERR-3', 'list-206'],
  ['AUTH-3', 'key-refused-on-get'],
  ['ERR-4', 'error-empty-message'],
  ['ERR-5', 'error-stack-trace'],
  ['ERR-7', 'query-limit-long-500'],
  ['RATE-1', 'bare-429-of-post'],
  ['RATE-2', 'reset-milliseconds'],
  ['RATE-3', 'limit-header-61'],
  ['RATE-4', 'remaining-by-twos'],
  ['RATE-5', 'posts-never-refused'],
  ['RATE-7', 'retry-after-missing'],
  ['RATE-8', 'retry-after-half'],
  ['RATE-9', 'retry-after-ignored'],
  ['RATE-13', 'reset-hours-ahead'],
];

/** What these probes show of a rule by the way: a run that asks for the rule alone does not send them, and misses the defect in the comment. */
const BY_THE_WAY: readonly [probe: string, rule: RuleId][] = [
  // queries-swapped: lists that are requested at once.
  ['read-back/lists', 'LIST-6'],
  // filter-ignored-without-status: a list in which the status stands that the filtered one leaves out.
  ['read-back/soon', 'LIST-6'],
  // create-500-now-and-then, name-long-500: further creations, and a long name.
  ['create/values-that-get-lost', 'ERR-7'],
  // text-id-taken-over, where the seed leaves it to a larger run.
  ['coverage/combinations', 'CREATE-3'],
  // name-ends-at-nul: a name that hostile input brings along.
  ['hostile/bodies', 'CREATE-2'],
  // over-limit-401: who goes over the limit gets 401.
  ['limits/burst', 'AUTH-5'],
];

function conforming(rule: RuleId): Subject {
  const today = rules[rule].needs?.includes('after removal') === true ? '2031-01-15' : '2026-11-21';
  return { name: rule, options: { today }, usesLimitUp: AT_THE_LIMIT.includes(rule), minute: MINUTE };
}

describe.concurrent('a rule that is asked for alone', { timeout: PATIENCE }, () => {
  it.each(sampled(ASKED, 4, (rule) => rule))('%s is judged on the conforming server', async (rule) => {
    const { row, sent } = await askAlone(rule, conforming(rule));
    expect(sent).toBeGreaterThan(0);
    // On a busy machine a short minute may roll over in the middle of what shows a rule of the limit.
    const verdicts = AT_THE_LIMIT.includes(rule) ? ['pass', 'inconclusive'] : ['pass'];
    expect(rules[rule].level === 'observed' ? ['observed'] : verdicts).toContain(row.verdict);
  });

  it.for(sampled(CATCHES, 4, ([rule, defect]) => `${rule} ${defect}`))(
    '%s catches %s',
    async ([rule, defect], { task }) => {
      const [subject] = subjectsOf([defect]);
      expect(subject).toBeDefined();
      if (subject === undefined) return;
      // Of the other tests at this time some use a limit up as well: not all of them within the minute of an examination.
      const minute = Math.max(windowOfTry(task, [MINUTE, LONGER]), subject.minute ?? 0);
      const { row } = await askAlone(rule, { ...subject, minute });
      expect(row).toMatchObject({ id: rule, verdict: rules[rule].level === 'must' ? 'fail' : 'warn' });
    },
  );

  it('sends what showed each known defect first', async () => {
    const probes = (await loadProbes()).map(({ probe }) => probe);
    const shownBy = new Map(probes.map(({ id, shows, brings }) => [id, new Set([...shows, ...rulesShownOn(brings)])]));
    // What goes over the limit is recorded under names of its own.
    const atTheLimit = probes.find(({ needs = [] }) => needs.includes('burst'));
    for (const name of [BURST, SECOND_CALLER]) shownBy.set(name, shownBy.get(atTheLimit?.id ?? '') ?? new Set());
    // A key that getPet refuses is shown by whichever of its probes comes first; the test above asks for it alone.
    shownBy.get('get/unknown-ids')?.add('AUTH-3');
    // Hostile input that a default run has no room for follows there in a larger one; a run that asks for it alone has probes of its own.
    shownBy.get('coverage/combinations')?.add('ERR-7');
    for (const [id, rule] of BY_THE_WAY) shownBy.get(id)?.add(rule);
    const missing = knownFaults().flatMap(({ name, probes: ids, withWrites }) => {
      const [rule] = withWrites.keys();
      const shown = ids.split(' + ').flatMap((id) => shownBy.get(id) ?? []);
      if (rule === undefined || shown.length === 0 || SHOWN_BY_ANYTHING.includes(rule)) return [];
      return shown.some((about) => [...about].some((id) => id === rule)) ? [] : [`${name}: ${rule} by ${ids}`];
    });
    expect(missing).toEqual([]);
    expect(shownBy.size).toBeGreaterThan(20);
    for (const rule of ASKED) expect([...shownBy.values()].some((about) => about.has(rule))).toBe(true);
  });
});
