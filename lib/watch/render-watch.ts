import { counted } from '../text/counted.ts';
import { beside, heading, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import type { WatchReport } from './watch-report.ts';

type Rule = WatchReport['rules'][number];
type Caller = WatchReport['integrations'][number];

/** As many callers to write to are printed; `watch.json` has all. */
const MOST_CALLERS = 10;

/**
 * What a watch came to, for people at a terminal.
 *
 * @param folder - of its report, as it can be typed
 */
export function renderWatch(report: WatchReport, look: Look & { readonly folder: string }): string {
  const violated = report.rules.filter(({ verdict }) => verdict === 'fail');
  const open = report.rules.filter(({ verdict }) => verdict === 'inconclusive');
  return [
    ...violated.flatMap((rule) => violationLines(rule, look)),
    ...(look.quiet === true
      ? []
      : [...satisfiedLines(report, look), ...open.flatMap((rule) => doubtLines(rule, look))]),
    ...(look.quiet === true ? [] : callerLines(report, look)),
    '',
    ...row(look, report.outcome, meaningOf(report), toneOf(report.outcome)),
    `Report: ${look.folder} (watch.json)`,
  ].join('\n');
}

/** Columns of a label. */
const COLUMN = 16;

function row(look: Look, label: string, text: string, labelTone: Tone = 'quiet'): string[] {
  return beside(look, { label, column: COLUMN, text, labelTone });
}

function violationLines(
  { id, level, says, callers, segments, reports }: Rule,
  look: Look & { readonly folder: string },
): string[] {
  const how = `${level}; ${counted(callers, 'caller')}, ${counted(segments.fail, 'segment')}`;
  return [
    '',
    ...row(look, id, `${printable(says)} (${how})`, 'bad'),
    ...reports.slice(0, 1).flatMap((place) => row(look, '', `${look.folder}/${place}/report.html`)),
  ];
}

function satisfiedLines({ rules }: WatchReport, look: Look): string[] {
  const named = (verdict: Rule['verdict']) => rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
  const [passed, warned, unseen] = [named('pass'), named('warn'), named('not-exercised')];
  return [
    '',
    ...(passed.length === 0 ? [] : row(look, 'satisfied', passed.join(', '), 'good')),
    ...(warned.length === 0 ? [] : row(look, 'warning', warned.join(', '), 'warning')),
    ...row(look, 'not shown', `${counted(unseen.length, 'rule')} that this traffic does not show`, 'quiet'),
  ];
}

function doubtLines({ id, says, segments }: Rule, look: Look): string[] {
  const why = says === '' ? `inconclusive in ${counted(segments.inconclusive, 'segment')}` : says;
  return row(look, id, printable(why), 'doubt');
}

function callerLines({ integrations, getPetRemovedIn }: WatchReport, look: Look): string[] {
  const toWrite = integrations.filter((one) => Object.keys(one.violates).length > 0 || one.getPet > 0);
  if (toWrite.length === 0) return [];
  const more = toWrite.length - MOST_CALLERS;
  return [
    '',
    ...heading(look, 'Callers to write to'),
    ...toWrite
      .slice(0, MOST_CALLERS)
      .flatMap((one) => [...row(look, '', callerWords(one, getPetRemovedIn)), ...faultLines(one, look)]),
    ...(more > 0 ? row(look, '', `and ${more} more, in watch.json`) : []),
  ];
}

function callerWords({ caller, agents, requests, getPet }: Caller, days: number): string {
  const removal = days > 0 ? `which is removed in ${counted(days, 'day')}` : 'which is removed';
  const uses = getPet > 0 ? `, ${counted(getPet, 'call')} of getPet, ${removal}` : '';
  const agent = agents.length === 0 ? '' : ` (${agents.join(', ')})`;
  return printable(`${caller}${agent}: ${counted(requests, 'request')}${uses}`);
}

function faultLines({ violates }: Caller, look: Look): string[] {
  return Object.entries(violates).flatMap(([rule, says]) => row(look, rule, printable(says), 'warning'));
}

function toneOf(outcome: WatchReport['outcome']): 'good' | 'bad' | 'doubt' {
  return outcome === 'violating' ? 'bad' : outcome === 'not violated' ? 'good' : 'doubt';
}

function meaningOf({ requests, callers, from, to, rules }: WatchReport): string {
  const count = rules.filter(({ verdict }) => verdict === 'fail').length;
  const seen = `${counted(requests, 'request')} of ${counted(callers, 'caller')}`;
  const when = from === undefined || to === undefined ? '' : `, from ${from} to ${to}`;
  return `${count === 0 ? 'no rule is violated' : `${counted(count, 'rule')} violated`} in ${seen}${when}`;
}
