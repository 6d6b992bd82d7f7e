import { sayWhose } from '../evidence/target-name.ts';
import { unverifiedRows } from '../gate/decision.ts';
import type { LedgerRow, Outcome } from '../ledger/ledger.ts';
import { rules } from '../rules/index.ts';
import { observationsOf, unjudgedOf } from './arrangement.ts';
import { fixFirst } from '../gate/fix-first.ts';
import { gateView, isViolated, letPassWords, standingsOf, type GateView, isKnown, whyKnown } from './gate-view.ts';
import { invisibleDefects } from './invisible.ts';
import { limiterViews } from './limiter-view.ts';
import { block, quoted, sentence, tableRow } from '../text/markdown.ts';
import { detailsOf } from './rule-result.ts';
import type { RunReport } from './run-report.ts';
import { describeOutOfScope, inScope, isOfClient } from './scope.ts';
import {
  VERDICT_LOOKS,
  describeRoom,
  describeWithoutId,
  rowTold,
  CONFORMING_LOAD,
  isLoad,
  meaningOf,
  violatedRules,
  profileMeaning,
  profileOutcome,
  toldProfile,
} from './verdict-words.ts';
import { counted, numbered } from '../text/counted.ts';
import { tally } from './terminal-notes.ts';
import { howToFix } from './again.ts';

/** Characters of a summary: GitHub takes 65536 in a comment, and a mebibyte of bytes in the summary of a job. */
const MOST_CHARACTERS = 60_000;

/** Violations that are shown with their evidence, and what is told of each. */
const MOST_SHOWN = 5;
const OF_EACH = { inFull: 2, inShort: 10, characters: 6_000 };

/** Characters of all of them: a service that answers in backticks makes long fences. */
const MOST_EVIDENCE = 40_000;

/** Observations that are listed. */
const MOST_OBSERVED = 30;

/**
 * A run as Markdown for a pull request or the summary of a job: the outcome, what to fix first and the evidence for it, the
 * rules that need attention, what the service does where the specification is silent, and the facts of the run. What
 * came from the service stands in code only, so that none of it is taken for Markdown, HTML or a mention.
 *
 * @returns at most 60000 characters; what has no place is counted
 */
export function renderSummary(whole: RunReport): string {
  const report = inScope(whole);
  const first = [headline(whole), ...whatToFix(report)];
  const last = runFacts(whole);
  const middle = [ruleTable(report), observed(report), situationsOf(report), notJudged(report)];
  let room = MOST_CHARACTERS - lengthOf(first) - lengthOf(last);
  const sections = middle.map(({ title, head, rows }) => {
    if (rows.length === 0) return [];
    const taken: string[] = [];
    // The title, and a line that says what was left out.
    room -= lengthOf([title, ...head]) + 100;
    for (const row of rows) {
      room -= row.length + 1;
      if (room < 0) break;
      taken.push(row);
    }
    const more = rows.length - taken.length;
    const rest = more === 0 ? [] : ['', `and ${more} more, in \`conformance.json\``];
    return ['', title, '', ...head, ...taken, ...rest];
  });
  return `${[...first, ...sections.flat(), ...last].join('\n')}\n`;
}

/** A section whose rows may be left out one by one, from its end. */
interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly string[];
}

function headline(report: RunReport): string {
  const { ledger, knowledge, shortfalls = [] } = inScope(report);
  const { outcome } = ledger;
  const left = describeOutOfScope(report);
  const profile = toldProfile(report);
  const short = outcome === 'conforming' && shortfalls.length > 0 ? ', but falls short' : '';
  const words = profile === undefined ? `${headlineWords(outcome, ledger.rows)}${short}` : profileOutcome(profile);
  const ofRules = outcome === 'conforming' && isLoad(report) ? CONFORMING_LOAD : meaningOf(outcome, ledger.rows);
  const means = profile === undefined ? ofRules : profileMeaning(profile);
  const gate = gateView(report);
  const letPass = letPassWords(standingsOf(report));
  return [
    ...(gate === undefined ? [] : [gateTitle(gate), '']),
    `${gate === undefined ? '##' : '###'} petvet: ${sayWhose(knowledge.target, `${quoted(knowledge.target)} ${words}`)}${letPass === undefined ? '' : ` (${letPass})`}`,
    '',
    `${capital(means)}. ${quoted(knowledge.baseUrl)}, as of ${quoted(knowledge.asOf)}: ${tally(ledger.rows)}.`,
    ...(left === undefined ? [] : ['', `${capital(sentence(left))}.`]),
    ...shortfalls.flatMap((shortfall) => ['', `Shortfall: ${sentence(shortfall)}`]),
  ].join('\n');
}

function gateTitle({ hasPassed, says }: GateView): string {
  return hasPassed ? `## ✔ Gate passed: ${sentence(says)}` : `## ✖ Gate failed: ${quoted(says)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function headlineWords(outcome: Outcome, rows: readonly LedgerRow[]): string {
  const violated = violatedRules({ rows });
  switch (outcome) {
    case 'violating':
      return violated.length === 0
        ? 'falls short'
        : `violates ${counted(violated.length, 'must rule')}: ${violated.join(', ')}`;
    case 'conforming':
      return 'conforms';
    case 'incomplete': {
      const open = unverifiedRows(rows).length;
      return `incomplete: ${open === 0 ? 'only some rules were selected' : `${counted(open, 'rule')} could not be verified`}`;
    }
    default:
      return 'run ended early';
  }
}

function whatToFix(report: RunReport): string[] {
  const { fresh, known, allowed } = standingsOf(report, isViolated);
  return [...fixesOf(fresh, report), ...folded([...known, ...allowed], report)];
}

/** What the gate lets pass: there, but closed. */
function folded(rows: readonly LedgerRow[], report: RunReport): string[] {
  if (rows.length === 0) return [];
  const lines = rows.slice(0, MOST_FOLDED).map((row) => {
    const why = isKnown(row, report) ? whyKnown(row, report) : 'not named by --fail-on';
    return `- **${row.id}** ${quoted(rowTold(row, report.ledger))}: ${quoted(why)}`;
  });
  const more = rows.length - lines.length;
  const title = `${counted(rows.length, 'violated rule')} that the gate allows`;
  return [
    '',
    `<details><summary>${title}</summary>`,
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more} more, in \`conformance.json\``] : []),
    '',
    '</details>',
  ];
}

const MOST_FOLDED = 20;

function fixesOf(ordered: readonly LedgerRow[], report: RunReport): string[] {
  if (ordered.length === 0) return [];
  let room = MOST_EVIDENCE;
  const blocks = ordered.slice(0, MOST_SHOWN).map((row) => violationOf(row, report));
  const shown = blocks.filter((lines) => (room -= lengthOf(lines)) >= 0);
  const more = ordered.filter((_row, index) => !shown.some((lines) => lines === blocks[index])).map(({ id }) => id);
  return [
    '',
    '### What to fix first',
    ...shown.flat(),
    ...(more.length === 0 ? [] : ['', `Then ${more.join(', ')}; details are in \`conformance.json\`.`]),
  ];
}

function violationOf(row: LedgerRow, report: RunReport): string[] {
  const { says, source } = rules[row.id];
  const fix = howToFix(row);
  return [
    '',
    `**${row.id}** ${sentence(says)} (${sentence(source)})`,
    '',
    block(detailsOf(row, report, OF_EACH)),
    ...(fix === undefined ? [] : ['', `To fix: ${sentence(fix)}`]),
  ];
}

function ruleTable({ ledger }: RunReport): Section {
  const rows = [...fixFirst(ledger.rows), ...ledger.rows.filter(({ verdict }) => verdict === 'inconclusive')];
  return {
    title: '### Rules needing attention',
    head: [tableRow(['rule', 'level', 'verdict', 'requirement', 'actual', 'exchanges']), '|---|---|---|---|---|---|'],
    rows: rows.map((row) =>
      tableRow([
        row.id,
        row.level,
        `${VERDICT_LOOKS[row.verdict].symbol} ${row.verdict}`,
        sentence(rules[row.id].says),
        quoted(rowTold(row, ledger)),
        row.evidence.length === 0 ? '' : quoted(numbered(row.evidence, 3, row.evidenceCount)),
      ]),
    ),
  };
}

function observed({ ledger }: RunReport): Section {
  const observations = observationsOf(ledger);
  const more = observations.length - MOST_OBSERVED;
  return {
    title: '### Observed where the specification is silent',
    head: [],
    rows: [
      ...observations.slice(0, MOST_OBSERVED).map(({ rule, finding }) => `- ${rule}: ${quoted(finding.says)}`),
      ...(more > 0 ? [`- and ${more} more, in \`conformance.json\``] : []),
    ],
  };
}

/** What no rule speaks of. */
function situationsOf({ situations = [] }: RunReport): Section {
  return {
    title: '### Situations',
    head: [],
    rows: situations.map(
      ({ name, status, lines }) =>
        `- ${sentence(name)}: ${status === 'skipped' ? 'not met in full: ' : ''}${quoted(lines.join('; '))}`,
    ),
  };
}

function notJudged({ ledger }: RunReport): Section {
  return {
    title: '### Not judged',
    head: [],
    rows: unjudgedOf(ledger).map(
      ({ reason, verdict, rules: ids }) => `- ${verdict}, ${quoted(reason)}: ${ids.join(', ')}`,
    ),
  };
}

function runFacts(report: RunReport): string[] {
  const { run, versions, knowledge, xrays, gate } = report;
  const seconds = Math.round(Math.max(0, run.endedAt - run.startedAt) / 1_000);
  const unseen = invisibleDefects(report);
  const limiters = limiterViews(xrays).map(({ figure, period, looksLike, admits }) => {
    const kinds = looksLike.length === 0 ? 'no known kind' : looksLike.join(', ');
    const only = admits === undefined ? `with ${kinds}` : `only with ${kinds} (${admits})`;
    return `- rate limit: ${figure} requests per ${period}; limiter consistent ${only}`;
  });
  return [
    '',
    '### Run',
    '',
    ...(run.aborted === undefined ? [] : [`- ended early: ${quoted(run.aborted)}`]),
    `- ${counted(run.sent, 'request')} in ${seconds} s, ${run.refused} refused with 429; plan ${knowledge.plan.name}${knowledge.writes ? '' : '; no POST was sent'}`,
    ...(gate === undefined ? [] : [`- exit status ${gate.exitStatus}: ${quoted(gate.because)}`]),
    ...limiters,
    ...(isOfClient(report) ? [] : [`- ${createdWords(run)}`]),
    ...(unseen === undefined || unseen.invisible === 0
      ? []
      : [`- detection coverage: ${unseen.total - unseen.invisible} of ${unseen.total} known defects`]),
    `- seed ${run.seed}, petvet ${sentence(versions.petvet)}, catalogue ${versions.catalogue}, specification ${versions.specification}`,
  ];
}

function createdWords({ created, createdWithoutId, runsLeft }: RunReport['run']): string {
  if (created.length === 0)
    return createdWithoutId === undefined ? 'no pet was created' : describeWithoutId(createdWithoutId);
  const room = runsLeft === undefined ? '' : `; ${describeRoom(runsLeft)}`;
  return `${counted(created.length, 'pet')} created: ${created.length === 1 ? 'id' : 'ids'} ${quoted(created.join(', '), 600)}${room}`;
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length + 1, 0);
}
