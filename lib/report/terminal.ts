import { daysUntilRemoval } from '../contract/lifecycle.ts';
import { WINDOW_SECONDS } from '../contract/plans.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { UNKNOWN_RUN } from '../evidence/run-facts.ts';
import { sayWhose } from '../evidence/target-name.ts';
import { sayName } from '../gate/finding-name.ts';
import { counted } from '../text/counted.ts';
import { beside, type Look, paint } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { observationsOf } from './arrangement.ts';
import { describeCoverage } from './coverage-words.ts';
import { gateView, idsOf, letPassWords, standingsOf } from './gate-view.ts';
import { invisibleDefects } from './invisible.ts';
import type { RunReport } from './run-report.ts';
import { describeOutOfScope, inScope } from './scope.ts';
import {
  observedLines,
  undecidedLines,
  unjudgedLines,
  warningLines,
  tableLines,
  tally,
  limiterInBrief,
  limiterLines,
} from './terminal-notes.ts';
import { violationLines } from './terminal-violations.ts';
import {
  describeRoom,
  describeWithoutId,
  meaningOf,
  OUTCOME_TONES,
  profileMeaning,
  profileOutcome,
  toldProfile,
} from './verdict-words.ts';

/**
 * A run for people at a terminal, or as plain lines without colour. Whatever came from the service is made harmless: no
 * control character but the line end is in the text, and no escape sequence but those of the colours.
 *
 * @returns lines, each with its line end; only curl lines are longer than the width
 */
export function renderTerminal(whole: RunReport, look: Look): string {
  const report = inScope(whole);
  const lines = look.quiet === true ? quietLines(report, look) : usualLines(report, whole, look);
  return `${lines.join('\n')}\n`;
}

function quietLines(report: RunReport, look: Look): string[] {
  // Warnings are violations to whoever asked that they fail the gate.
  const failing = report.gate?.failing === undefined ? [] : warningLines(report, look);
  const violations = [...violationLines(report, look), ...failing].slice(1);
  return [...violations, ...(violations.length === 0 ? [] : ['']), ...outcomeLines(report, look)];
}

/** @param whole - the run, of which the report is what was asked for */
function usualLines(report: RunReport, whole: RunReport, look: Look): string[] {
  const { verbose = false } = look;
  return [
    ...headerLines(report, look, report.run.runId !== UNKNOWN_RUN),
    ...(verbose ? tableLines(report, look) : []),
    ...violationLines(report, look),
    ...undecidedLines(report, look),
    ...warningLines(report, look),
    ...(verbose ? [...observedLines(report, look), ...limiterLines(report, look)] : []),
    ...unjudgedLines(report, look),
    ...baselineLines(whole, look),
    '',
    ...outcomeLines(report, look),
    ...beside(look, { label: 'Rules', column: COLUMN, text: tally(report.ledger.rows), labelTone: 'title' }),
    ...scopeLines(whole, look),
    ...(verbose ? [...detectionLines(whole, look), ...coverageLines(whole, look)] : []),
    ...(verbose ? [] : limiterInBrief(report, COLUMN, look)),
    ...interruptionLines(report, look),
    ...totalLines(report, look),
    ...(verbose ? [] : beside(look, { label: '', column: COLUMN, text: MORE, textTone: 'quiet' })),
  ];
}

const COLUMN = 11;

/** Topics of observations that are of the run, not of what the service chose to do. */
const INTERRUPTIONS = ['interruptions', 'deployments'];

const MORE = '--verbose prints the verdict on every rule, and what was observed';

/** As many ids as fit into a line beside what else is said. */
const MOST_IDS = 3;

/** What the gate decided, the outcome, and what it means. */
export function outcomeLines(report: RunReport, look: Look): string[] {
  const {
    ledger: { outcome, rows },
    run,
    shortfalls = [],
  } = report;
  const profile = toldProfile(report);
  const standings = standingsOf(report);
  const fresh = idsOf(standings.fresh);
  const letPass = letPassWords(standings);
  const means = profile === undefined ? meaningOf(outcome, rows) : profileMeaning(profile);
  const named = [
    means,
    ...(fresh.length === 0 ? [] : [`fix first: ${fresh.join(', ')}`]),
    ...(letPass === undefined ? [] : [letPass]),
  ];
  const gate = gateView(report);
  return [
    ...(gate === undefined
      ? []
      : beside(look, {
          label: 'Gate',
          column: COLUMN,
          text: `${gate.hasPassed ? 'passed' : 'failed'}: ${printable(gate.says)}`,
          labelTone: 'title',
          textTone: gate.hasPassed ? 'good' : OUTCOME_TONES[gate.look],
        })),
    ...beside(look, {
      label: 'Outcome',
      column: COLUMN,
      text: sayWhose(report.knowledge.target, profile === undefined ? outcome : profileOutcome(profile)),
      labelTone: 'title',
      // What the gate lets pass is told, but not in red.
      textTone:
        gate?.hasPassed === true && outcome === 'violating'
          ? 'quiet'
          : OUTCOME_TONES[profile?.isComplete === true ? 'conforming' : outcome],
    }),
    ...beside(look, { label: '', column: COLUMN, text: named.join('; ') }),
    ...shortfalls.flatMap((sentence, index) => {
      const label = index === 0 ? 'Shortfall' : '';
      return beside(look, { label, column: COLUMN, text: printable(sentence), labelTone: 'title', textTone: 'bad' });
    }),
    ...(run.aborted === undefined
      ? []
      : beside(look, { label: 'Ended', column: COLUMN, text: `early: ${printable(run.aborted)}`, labelTone: 'title' })),
  ];
}

function scopeLines(report: RunReport, look: Look): string[] {
  const text = describeOutOfScope(report);
  return text === undefined ? [] : beside(look, { label: '', column: COLUMN, text: printable(text) });
}

/** How many known defects this run could detect; the others by reason. */
function detectionLines(report: RunReport, look: Look): string[] {
  const unseen = invisibleDefects(report);
  if (unseen === undefined || unseen.total === 0) return [];
  const { total, invisible, because } = unseen;
  const reasons = because.map(({ why, count }) => `${count} ${why}`).join('; ');
  const covered = `a run like this detects ${total - invisible} of ${total} known defects`;
  const text = invisible === 0 ? covered : `${covered} (not covered: ${reasons})`;
  return beside(look, { label: 'Detection', column: COLUMN, text, labelTone: 'title' });
}

/** What was covered of the input model, in one line; the page says what was not. */
function coverageLines({ coverage }: RunReport, look: Look): string[] {
  if (coverage === undefined) return [];
  return beside(look, { label: 'Coverage', column: COLUMN, text: describeCoverage(coverage), labelTone: 'title' });
}

/** What befell the service during the run; the responses before and after it may be of two builds. */
function interruptionLines({ ledger }: RunReport, look: Look): string[] {
  const told = observationsOf(ledger).filter(({ finding: { topic = '' } }) => INTERRUPTIONS.includes(topic));
  return told.flatMap(({ finding: { says, shownBy } }, index) => {
    const label = index === 0 ? 'Service' : '';
    const text = `${printable(says)} (#${shownBy[0]})`;
    return beside(look, { label, column: COLUMN, text, labelTone: 'title' });
  });
}

function totalLines({ run }: RunReport, look: Look): string[] {
  const { sent, refused, waitedSeconds, created, createdWithoutId = 0, startedAt, endedAt } = run;
  const seconds = Math.max(0, endedAt - startedAt) / 1_000;
  const requests = [
    `${counted(sent, 'request')} sent`,
    `${refused} refused with 429`,
    `${shortSeconds(seconds)}, of which ${shortSeconds(waitedSeconds)} waiting`,
  ].join(', ');
  const pets = [
    ...(created.length > 0
      ? [`${counted(created.length, 'pet')} created: ${shortIds(created, look.verbose === true ? Infinity : MOST_IDS)}`]
      : []),
    ...(createdWithoutId > 0 ? [describeWithoutId(createdWithoutId)] : []),
  ];
  return [
    ...beside(look, { label: 'Requests', column: COLUMN, text: requests, labelTone: 'title' }),
    ...beside(look, {
      label: 'Test data',
      column: COLUMN,
      text: `${pets.length === 0 ? 'none created' : pets.join('; ')}${look.verbose === true ? roomFor(run.runsLeft) : ''}`,
      labelTone: 'title',
    }),
  ];
}

function shortIds(ids: readonly string[], most: number): string {
  const shown = ids.slice(0, most).map((id) => printable(id));
  const more = ids.length - shown.length;
  return `${ids.length === 1 ? 'id' : 'ids'} ${shown.join(', ')}${more > 0 ? ` and ${more} more, in conformance.json` : ''}`;
}

function shortSeconds(seconds: number): string {
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
}

function roomFor(runs: number | undefined): string {
  if (runs === undefined) return '';
  return `; ${describeRoom(runs)}`;
}

const HEADER_COLUMN = 10;

/**
 * Who was judged, as what, at which date, and what makes the same run again.
 *
 * @param isDrawn - whether any of the run followed from its seed
 */
export function headerLines({ knowledge, run, versions }: RunReport, look: Look, isDrawn = true): string[] {
  const { target, baseUrl, asOf, writes, leftOutInputs = [] } = knowledge;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['target', `${printable(target)}, ${printable(baseUrl)}`],
    ['plan', planOf(knowledge)],
    ['as of', `${printable(asOf)}, ${removalFrom(asOf)}`],
    ...(isDrawn ? [['seed', `${run.seed}`] as const] : []),
    ...(writes ? [] : [['writes', 'off: no POST was sent'] as const]),
    ...(leftOutInputs.length === 0 ? [] : [['inputs', `excluded: ${printable(leftOutInputs.join(', '))}`] as const]),
  ];
  return [
    paint(look, 'title', `petvet ${printable(versions.petvet)}`),
    ...facts.flatMap(([label, text]) =>
      beside(look, { label: `  ${label}`, column: HEADER_COLUMN, text, labelTone: 'quiet' }),
    ),
  ];
}

/** The plan of the key with its figures, in words. */
export function planOf({ plan, windows }: Knowledge): string {
  const figures = [
    ...(plan.perMinute === undefined ? [] : [`${plan.perMinute} per minute`]),
    ...(plan.perDay === undefined ? [] : [`${plan.perDay} per day`]),
  ].join(', ');
  const name = plan.name === 'auto' ? 'auto: taken from the rate limit headers' : plan.name;
  const day = windows.day === WINDOW_SECONDS.day ? '' : ` and a daily window of ${windows.day} s`;
  const test = windows.testInstallation
    ? `; test installation with a rate limit window of ${windows.minute} s${day}`
    : '';
  return `${name}${figures === '' ? '' : `, ${figures}`}${test}`;
}

function removalFrom(asOf: string): string {
  const days = daysUntilRemoval(asOf);
  if (Number.isNaN(days)) return 'not a date';
  if (days === 0) return 'the day on which getPet is removed';
  return days > 0
    ? `${counted(days, 'day')} before getPet is removed`
    : `${counted(-days, 'day')} after getPet was removed`;
}

/** Columns that the state of an entry is given. */
const STATE_COLUMN = 13;

/** What became of the entries of a baseline, each on a line of its own; nothing where no baseline was given. */
export function baselineLines({ gate }: RunReport, look: Look): string[] {
  const { baseline } = gate ?? {};
  if (baseline === undefined) return [];
  const { file, known, fresh, stale, expired, unseen } = baseline;
  const line = (state: string, text: string, tone: 'bad' | 'quiet') =>
    beside(look, { label: `  ${state}`, column: STATE_COLUMN, text: printable(text), labelTone: tone });
  const endless = known.filter(({ expires }) => expires === undefined).length;
  return [
    '',
    paint(look, 'title', `Baseline ${printable(file)}`),
    ...fresh.flatMap((name) => line('new', sayName(name), 'bad')),
    ...expired.flatMap((entry) => line('expired', `${sayName(entry)}; on ${entry.expires}`, 'bad')),
    ...stale.flatMap((entry) => line('stale', `${sayName(entry)}; not seen again`, 'bad')),
    ...known.flatMap(({ reason, owner, expires, ...name }) =>
      line(
        'known',
        `${sayName(name)}; ${reason} (${owner}${expires === undefined ? '' : `, until ${expires}`})`,
        'quiet',
      ),
    ),
    ...unseen.flatMap(({ entry, why }) => line('not seen', `${sayName(entry)}; ${why}`, 'quiet')),
    ...(endless === 0 ? [] : line('', `${counted(endless, 'entry has', 'entries have')} no expiry`, 'quiet')),
  ];
}
