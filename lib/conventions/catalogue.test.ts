import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_JUDGES, JUDGED_RULES } from '../judges/index.ts';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { rulesShownOn } from '../rules/shown-on.ts';
import { loadProbes } from '../run/flow.ts';
import { kindsIn } from '../text/markdown.fixture.ts';
import { sentence as inMarkdown } from '../text/markdown.ts';

const OF_CHECK = RULE_IDS.filter((id) => (rules[id].by ?? 'check') === 'check');
const OF_LOAD = RULE_IDS.filter((id) => rules[id].by === 'load');

/** Those that a service can violate. */
const BINDING = OF_CHECK.filter((id) => rules[id].level !== 'observed');

/** For each rule that lacks something, the sentence that says what is to be done. */
function lacking(ids: readonly RuleId[], has: (id: RuleId) => boolean, sentence: string): string[] {
  return ids.filter((id) => !has(id)).map((id) => `${id} ${sentence}`);
}

describe('a rule that a check judges has', () => {
  it('a judge', () => {
    expect(
      lacking(
        [...OF_CHECK, ...OF_LOAD],
        (id) => JUDGED_RULES.has(id),
        'has no judge: name it in `rules` of one in lib/judges that index.ts, relations.ts or writes.ts lists',
      ),
    ).toEqual([]);
  });

  it('tests of its judge', () => {
    const texts = globSync(join(import.meta.dirname, '..', 'judges', '**', '*.test.ts')).map((file) =>
      readFileSync(file, 'utf8'),
    );
    const isTested = (id: RuleId) => texts.some((text) => new RegExp(`\\b${id}\\b`).test(text));
    expect(
      lacking(OF_CHECK, isTested, 'has no test: show beside its judge in lib/judges when it passes and when it fails'),
    ).toEqual([]);
  });

  it('a probe whose requests verify it', async () => {
    const shown = new Set((await loadProbes()).flatMap(({ probe }) => [...probe.shows, ...rulesShownOn(probe.brings)]));
    expect(
      lacking(
        OF_CHECK,
        (id) => shown.has(id),
        'has no probe: name it in `shows` of one in suites/, or give the rule `shownOn` if every response of a kind shows it',
      ),
    ).toEqual([]);
  });

  it('a defect of the reference server that violates it, if it is binding', () => {
    const broken = new Set(Object.values(defects).flatMap(({ breaks }) => breaks));
    // What only warns may be shown by a variant that earns the warning.
    const warned = new Set(Object.values(variants).flatMap(({ warns = [] }) => warns));
    const isViolated = (id: RuleId) => broken.has(id) || (rules[id].level === 'should' && warned.has(id));
    expect(
      lacking(
        BINDING,
        isViolated,
        'is violated by no defect: add one to lib/reference/defects that has it in `breaks`',
      ),
    ).toEqual([]);
  });

  it('a conforming variant that comes close to violating it, if it is binding', () => {
    const close = new Set(Object.values(variants).flatMap(({ closeTo = [] }) => closeTo));
    expect(
      lacking(
        BINDING,
        (id) => close.has(id),
        'has no variant that comes close and conforms: name it in `closeTo` of one in lib/reference/variants',
      ),
    ).toEqual([]);
  });
});

it('judges speak of rules of the catalogue only, and of none that another command judges', () => {
  expect([...JUDGED_RULES].filter((id) => ![...OF_CHECK, ...OF_LOAD].includes(id))).toEqual([]);
});

it('a judge that may fail a service says what would be missed without it, and the others do not', () => {
  const unneeded = CHECK_JUDGES.filter(
    ({ neverFails, neededFor }) => (neverFails === true) === (neededFor !== undefined),
  );
  expect(
    unneeded.map(
      ({ name }) => `${name}: name in \`neededFor\` a defect that only this judge detects, or it has \`neverFails\``,
    ),
  ).toEqual([]);
  const unknown = CHECK_JUDGES.filter(
    ({ neededFor }) => neededFor !== undefined && !Object.hasOwn({ ...defects, ...variants }, neededFor),
  );
  expect(unknown.map(({ name, neededFor }) => `${name}: ${neededFor} is neither a defect nor a variant`)).toEqual([]);
});

it('a variant says once what it comes close to', () => {
  const twice = Object.entries(variants).filter(([, { closeTo = [] }]) => new Set(closeTo).size < closeTo.length);
  expect(twice.map(([name]) => name)).toEqual([]);
});

it('a report in Markdown says of each rule what the catalogue says, with no markup but code', () => {
  const markup = RULE_IDS.flatMap((id) =>
    kindsIn(inMarkdown(rules[id].says)).flatMap((kind) => (kind === 'codespan' ? [] : `${id}: ${kind}`)),
  );
  expect(markup).toEqual([]);
});
