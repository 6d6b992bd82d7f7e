import { styleText } from 'node:util';
import { columnsOf, wrap } from './columns.ts';

/** How a terminal report looks. */
export interface Look {
  /** How petvet is started there, for a shell. */
  readonly petvet?: string | undefined;
  /** Whether SGR codes are written; their only source is {@link paint}. */
  readonly colour: boolean;
  /** Columns of a line; at least {@link NARROWEST} are used, and Infinity never wraps. */
  readonly width: number;
  /** The verdict on every rule, what was observed and each kind of limiter are shown, too: all of it is on the page, besides. */
  readonly verbose?: boolean;
  /** The violations and the outcome alone are shown. */
  readonly quiet?: boolean;
}

/** On fewer columns nothing could be read. */
const NARROWEST = 32;

/** A text of fewer columns beside its label would be a list of words: it stands below the label instead, this far to the right. */
const LEAST_ROOM = 20;
const BELOW = 4;

/** The columns that a report really uses. */
export function widthOf({ width }: Look): number {
  return Math.max(NARROWEST, width);
}

/** What a colour means. */
export type Tone = 'good' | 'bad' | 'warning' | 'doubt' | 'quiet' | 'title';

const FORMATS = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  doubt: 'magenta',
  quiet: 'dim',
  title: 'bold',
} as const satisfies Record<Tone, string>;

/** Colours a text that is already harmless; leaves it as it is without colours. */
export function paint({ colour }: Look, tone: Tone, text: string): string {
  return colour && text !== '' ? styleText(FORMATS[tone], text, { validateStream: false }) : text;
}

/** A title, which a narrow terminal shows on several lines. Must be harmless. */
export function heading(look: Look, title: string): string[] {
  return wrap(title, widthOf(look)).map((line) => paint(look, 'title', line));
}

/** A label and the text beside it: further lines of the text stand under its first one. Both must be harmless. */
export interface Beside {
  readonly label: string;
  /** Columns that the label is given, blanks between included. */
  readonly column: number;
  readonly text: string;
  readonly labelTone?: Tone;
  readonly textTone?: Tone;
}

/** Sets a text beside its label, wrapped at the width of the look. */
export function beside(look: Look, { label, column, text, labelTone, textTone }: Beside): string[] {
  const painted = (tone: Tone | undefined, part: string) => (tone === undefined ? part : paint(look, tone, part));
  const room = widthOf(look) - column;
  if (room < LEAST_ROOM && label.trim() !== '')
    return [
      painted(labelTone, label),
      ...wrap(text, widthOf(look) - BELOW).map((line) => ' '.repeat(BELOW) + painted(textTone, line)),
    ];
  const head = painted(labelTone, label) + ' '.repeat(Math.max(0, column - columnsOf(label)));
  return wrap(text, room).map((line, index) => (index === 0 ? head : ' '.repeat(column)) + painted(textTone, line));
}
