import { UNKNOWN_RUN } from '../evidence/run-facts.ts';
import { sayWhose } from '../evidence/target-name.ts';
import { observationsOf } from './arrangement.ts';
import { describeCoverage } from './coverage-words.ts';
import { invisibleDefects } from './invisible.ts';
import { gateView, idsOf, letPassWords, standingsOf } from './gate-view.ts';
import { meaningOf, OUTCOME_TONES } from './outcome-words.ts';
import { beside, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { profileMeaning, profileOutcome, toldProfile } from './profile-words.ts';
import type { RunReport } from './run-report.ts';
import { describeOutOfScope, inScope } from './scope.ts';
import { baselineLines } from './terminal-gate.ts';
import { headerLines } from './terminal-header.ts';
import { limiterInBrief, limiterLines } from './terminal-limiter.ts';
import { observedLines, undecidedLines, unjudgedLines, warningLines } from './terminal-notes.ts';
import { tableLines, tally } from './terminal-tables.ts';
import { violationLines } from './terminal-violations.ts';
import { counted } from '../text/counted.ts';
import { describeRoom, describeWithoutId } from './verdict-words.ts';

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

function outcomeLines(report: RunReport, look: Look): string[] {
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
