import { beside, heading, paint, widthOf, type Look, type Tone } from '../text/look.ts';
import { wrap } from '../text/columns.ts';
import { printable } from '../text/printable.ts';
import { decidesNothing } from './difference.ts';
import {
  adviceOn,
  againWords,
  diffTitle,
  latencyWords,
  namesOf,
  noiseTitle,
  noiseWords,
  outcomeWords,
  PARTS,
  toldOf,
  undecidedWords,
  type Told,
} from './words.ts';
import type { ChecksDiff, ComparedRun, DiffOutcome, Weight } from './diff-document.ts';

const LABEL = 12;

const TONES: Readonly<Record<Weight, { readonly symbol: string; readonly tone: Tone }>> = {
  worse: { symbol: '✖', tone: 'bad' },
  changed: { symbol: '·', tone: 'warning' },
  better: { symbol: '✔', tone: 'good' },
};

const OUTCOME_TONES: Readonly<Record<DiffOutcome, Tone>> = {
  same: 'good',
  changed: 'warning',
  worse: 'bad',
  undecided: 'doubt',
};

/** Two checks side by side, for people at a terminal: what got worse first, the outcome last. Where nothing differs, one line. */
export function renderChecksDiff(diff: ChecksDiff, look: Look): string {
  const outcome = outcomeLines(diff, look);
  if (isPlain(diff)) return `${outcome.join('\n')}\n`;
  const { before, after, notes } = diff;
  const latency = latencyWords(diff.latency);
  const lines = [
    ...heading(look, diffTitle(diff)),
    ...labelled('before', describe(before), look),
    ...labelled('after', describe(after), look),
    ...againWords(diff).flatMap((again) => labelled('second run', printable(again), look)),
    ...notes.flatMap((note) => labelled('note', printable(note), look)),
    ...differenceLines(diff, look),
    ...noiseLines(diff, look),
    ...undecidedLines(diff, look),
    ...(latency === undefined || diff.outcome === 'same' ? [] : ['', ...wrap(`Latency: ${latency}`, widthOf(look))]),
    '',
    ...outcome,
  ];
  return `${lines.join('\n')}\n`;
}

/** Nothing to tell besides that nothing differs. */
function isPlain({ outcome, notes, undecided, noise }: ChecksDiff): boolean {
  const isTold = noise.length > 0 || undecided.some(({ kind }) => kind === 'violated' || kind === 'chance');
  return outcome === 'same' && notes.length === 0 && !isTold;
}

function outcomeLines(diff: ChecksDiff, look: Look): string[] {
  const words = outcomeWords(diff);
  const advice = adviceOn(diff);
  return [
    ...(advice === undefined
      ? []
      : beside(look, { label: '', column: 0, text: sentenceOf(advice), textTone: 'quiet' })),
    ...beside(look, {
      label: '',
      column: 0,
      text: printable(sentenceOf(words)),
      textTone: OUTCOME_TONES[diff.outcome],
    }),
  ];
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function describe({ target, baseUrl, startedAt, outcome }: ComparedRun): string {
  return `${printable(target)}, ${printable(baseUrl)}, ${startedAt}, ${outcome}`;
}

/** Differences, and whose where that is known. */
type DiffParts = Parameters<typeof toldOf>[0];

/** The differences in parts, the weightiest first. */
export function differenceLines(diff: DiffParts, look: Look): string[] {
  return PARTS.flatMap(({ weight, title }) => partLines(diff, weight, title, look));
}

/** What is undecided, and why. */
export function undecidedLines(diff: Pick<ChecksDiff, 'undecided'>, look: Look): string[] {
  const undecided = undecidedWords(diff);
  if (undecided.length === 0) return [];
  const lines = undecided.flatMap(({ kind, text }) =>
    beside(look, {
      label: '  ?',
      column: 4,
      text: printable(text),
      labelTone: 'doubt',
      ...(decidesNothing({ kind }) && { textTone: 'quiet' }),
    }),
  );
  return ['', paint(look, 'title', 'Undecided'), ...lines];
}

function partLines(diff: DiffParts, weight: Weight, title: string, look: Look): string[] {
  const told = toldOf(diff, weight);
  if (told.length === 0) return [];
  const lines = told.flatMap((one) => (weight === 'worse' ? inFull(one, look) : shortly(one, weight, look)));
  return ['', ...heading(look, `${title} (${told.length})`), ...lines];
}

function noiseLines(diff: ChecksDiff, look: Look): string[] {
  const { noise } = diff;
  if (noise.length === 0) return [];
  const lines = noise.flatMap((one) => {
    const label = `  ~ ${one.rule === undefined ? '' : `${one.rule} `}`;
    const text = printable(`${one.what}: ${noiseWords(one)}`);
    return beside(look, { label, column: label.length, text, labelTone: 'quiet' });
  });
  return ['', ...heading(look, noiseTitle(diff)), ...lines];
}

function inFull({ rule, what, difference, shownBy }: Told, look: Look): string[] {
  const { before, after, expected, actual } = difference;
  const facts: readonly (readonly [label: string, text: string | undefined])[] = [
    ['before', before],
    ['after', after],
    ['expected', expected],
    ['actual', actual],
    ['shown by', shownBy === '' ? undefined : shownBy],
  ];
  return [
    ...headLines(rule, what.join(', '), 'worse', look),
    ...facts.flatMap(([label, text]) => (text === undefined ? [] : labelled(label, printable(text), look, 4))),
  ];
}

function shortly({ rule, what, difference, shownBy }: Told, weight: Weight, look: Look): string[] {
  const { before, after } = difference;
  const shown = shownBy === '' ? '' : ` (${shownBy})`;
  return headLines(rule, `${namesOf(what)}: ${before} → ${after}${shown}`, weight, look);
}

function headLines(rule: string | undefined, text: string, weight: Weight, look: Look): string[] {
  const { symbol, tone } = TONES[weight];
  const label = `  ${symbol} ${rule === undefined ? '' : `${rule} `}`;
  return beside(look, { label, column: label.length, text: printable(text), labelTone: tone });
}

function labelled(label: string, text: string, look: Look, margin = 2): string[] {
  return beside(look, { label: `${' '.repeat(margin)}${label}`, column: LABEL + margin, text, labelTone: 'quiet' });
}
