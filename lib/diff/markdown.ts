import { quoted, sentence, tableRow } from '../text/markdown.ts';
import {
  adviceOn,
  againWords,
  latencyWords,
  namesOf,
  noiseTitle,
  noiseWords,
  outcomeWords,
  PARTS,
  toldOf,
  undecidedWords,
} from './words.ts';
import type { ChecksDiff, ComparedRun, Weight } from './diff-document.ts';

/** Differences of one weight that are listed. */
const MOST_ROWS = 50;

/** Two checks side by side as Markdown, for a pull request. What came from a service stands in code only. */
export function renderChecksDiffMarkdown(diff: ChecksDiff): string {
  const { before, after, notes, latency } = diff;
  const advice = adviceOn(diff);
  const time = latencyWords(latency);
  const lines = [
    `## petvet diff: ${sentence(outcomeWords(diff))}`,
    '',
    `- before: ${describe(before)}`,
    `- after: ${describe(after)}`,
    ...againWords(diff).map((again) => `- second run: ${quoted(again)}`),
    ...notes.map((note) => `- note: ${quoted(note)}`),
    ...(time === undefined ? [] : [`- latency: ${sentence(time)}`]),
    ...PARTS.flatMap(({ weight, title }) => partLines(diff, weight, title)),
    ...noiseLines(diff),
    ...undecidedLines(diff),
    ...(advice === undefined ? [] : ['', `${sentence(advice)}.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function describe({ target, baseUrl, startedAt, outcome }: ComparedRun): string {
  return `${quoted(target)}, ${quoted(baseUrl)}, ${startedAt}, ${outcome}`;
}

function partLines(diff: ChecksDiff, weight: Weight, title: string): string[] {
  const told = toldOf(diff, weight);
  if (told.length === 0) return [];
  const more = told.length - MOST_ROWS;
  return [
    '',
    `### ${title} (${told.length})`,
    '',
    tableRow(['rule', 'what', 'before', 'after', 'shown by']),
    tableRow(['---', '---', '---', '---', '---']),
    ...told
      .slice(0, MOST_ROWS)
      .map(({ rule = '', what, difference, shownBy }) =>
        tableRow([rule, quoted(namesOf(what)), quoted(difference.before), quoted(difference.after), shownBy]),
      ),
    ...(more > 0 ? ['', `and ${more} more`] : []),
  ];
}

function noiseLines(diff: ChecksDiff): string[] {
  const { noise } = diff;
  if (noise.length === 0) return [];
  const lines = noise.map((one) => `- ${one.rule ?? ''} ${quoted(`${one.what}: ${noiseWords(one)}`)}`);
  return ['', `### ${noiseTitle(diff)}`, '', ...lines];
}

function undecidedLines(diff: ChecksDiff): string[] {
  const undecided = undecidedWords(diff);
  return undecided.length === 0 ? [] : ['', '### Undecided', '', ...undecided.map(({ text }) => `- ${quoted(text)}`)];
}
