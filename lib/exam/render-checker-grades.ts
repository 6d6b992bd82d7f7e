import { beside, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { RULE_IDS } from '../rules/index.ts';
import { joinBlocks, titled } from './blocks.ts';
import type { Grade } from './grade-checker.ts';
import { isOfDefect, totalsOf } from './checker-grades.ts';

/** The grades of a checker for a terminal: by rule, then what it wronged or could not judge, then the sum. */
export function renderGrades(grades: readonly Grade[], look: Look): string {
  const without = (state: Grade['state']) => grades.filter((grade) => grade.state === state);
  return joinBlocks([
    titled(
      'Defects  by the rule they violate: how many are detected, and which are not',
      ruleLines(grades, look),
      look,
    ),
    titled(
      'False alarms  conforming services that were failed',
      serviceLines(without('false alarm'), 'bad', look),
      look,
    ),
    titled('Not decided', serviceLines(without('undecided'), 'doubt', look), look),
    summaryOf(grades).flatMap((text) => beside(look, { label: '', column: 0, text })),
  ]);
}

/** Columns of a rule, its figures included. */
const RULE_COLUMN = 26;

function ruleLines(grades: readonly Grade[], look: Look): string[] {
  const byRule = Map.groupBy(grades.filter(isOfDefect), ({ breaks }) => breaks[0]);
  return RULE_IDS.flatMap((id) => {
    const all = byRule.get(id);
    if (all === undefined) return [];
    const others = all.filter(({ state }) => state !== 'caught').map(({ name }) => name);
    const figures = `${all.length - others.length} of ${all.length}`.padStart(10);
    return beside(look, {
      label: `  ${others.length === 0 ? '✔' : '✖'} ${id.padEnd(10)}${figures}`,
      column: RULE_COLUMN,
      text: others.join(', '),
      labelTone: others.length === 0 ? 'good' : 'bad',
    });
  });
}

function serviceLines(grades: readonly Grade[], labelTone: Tone, look: Look): string[] {
  const column = Math.max(0, ...grades.map(({ name }) => name.length)) + 4;
  return grades.flatMap((grade) =>
    beside(look, { label: `  ${grade.name}`, column, text: printable(endOf(grade)), labelTone }),
  );
}

function endOf({ end, state }: Grade): string {
  const how = end.tookTooLong
    ? 'took too long'
    : end.status === null
      ? 'was ended by a signal'
      : `exited with status ${end.status}`;
  const parts = [...(state === 'undecided' ? [how] : []), ...(end.said === '' ? [] : [end.said])];
  return parts.join(': ');
}

/** What the grades come to, in sentences. */
function summaryOf(grades: readonly Grade[]): string[] {
  const { defects, caught, conforming, falseAlarms, undecided, requests, seconds } = totalsOf(grades);
  const alarmed = grades.find(({ name, state }) => name === 'conforming' && state === 'false alarm');
  return [
    `${caught} of ${defects} defects detected, false alarms on ${falseAlarms} of ${conforming} conforming services, ${undecided} not decided.`,
    ...(requests === undefined || seconds === undefined
      ? []
      : [`For one service it took ${seconds.toFixed(1)} s and ${requests} requests (medians).`]),
    ...(alarmed === undefined
      ? []
      : ['It fails the conforming server, so what it detected says nothing: it may fail everything.']),
  ];
}
