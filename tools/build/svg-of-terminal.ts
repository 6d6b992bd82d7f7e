/** In CSS pixels; the width of a character is set by `textLength`, whatever font the reader has. */
const CELL = { width: 7.8, height: 18 };
const MARGIN = 16;

/** Codes of SGR (ECMA-48, 8.3.117) as presentation attributes, on a dark ground; contrast of at least 4.5 to 1. */
const STYLES: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: { 'font-weight': 'bold' },
  2: { fill: '#9aa4b2' },
  31: { fill: '#ff7b72' },
  32: { fill: '#56d364' },
  33: { fill: '#e3b341' },
  34: { fill: '#79c0ff' },
  35: { fill: '#d2a8ff' },
  36: { fill: '#76e3ea' },
  90: { fill: '#9aa4b2' },
};

/** What ends what: 22 bold and dim, 39 the colour. */
const ENDS: Readonly<Record<number, (code: number) => boolean>> = {
  0: () => true,
  22: (code) => code < 30,
  39: (code) => code >= 30,
};

/** What begins a control sequence, and what follows where it sets a style. */
const ESCAPE = '\u001B[';
const SGR = /^([\d;]*)m([^]*)$/;

/** A stretch of one line in one style. */
interface Stretch {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly codes: readonly number[];
}

/** Draws what a terminal of that many columns shows of a text; what is too long for a line goes on in the next. */
export function svgOfTerminal(text: string, columns: number): string {
  const stretches = laidOut(text, columns);
  const rows = Math.max(...stretches.map(({ row }) => row + 1));
  const width = Math.ceil(2 * MARGIN + columns * CELL.width);
  const height = Math.ceil(2 * MARGIN + rows * CELL.height);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>What petvet check prints</title>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3" xml:space="preserve">',
    ...stretches.filter((stretch) => stretch.text.trim() !== '').map(drawn),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function laidOut(text: string, columns: number): Stretch[] {
  let [row, column] = [0, 0];
  let codes: readonly number[] = [];
  const stretches: Stretch[] = [];
  const place = (plain: string) => {
    for (let rest = Array.from(plain); rest.length > 0;) {
      if (column === columns) [row, column] = [row + 1, 0];
      const fits = rest.slice(0, columns - column);
      stretches.push({ row, column, text: fits.join(''), codes });
      column += fits.length;
      rest = rest.slice(fits.length);
    }
  };
  for (const [, sgr = '', rest = ''] of text
    .split(ESCAPE)
    .map((part, index) => SGR.exec(index === 0 ? `m${part}` : part) ?? [])) {
    for (const code of sgr.split(';').filter((digits) => digits !== '')) codes = styledBy(codes, Number(code));
    for (const plain of rest.split(/(\n)/)) {
      if (plain === '\n') [row, column] = [row + 1, 0];
      else place(plain);
    }
  }
  return stretches;
}

function styledBy(codes: readonly number[], code: number): readonly number[] {
  const ends = ENDS[code];
  return ends === undefined ? [...codes, code] : codes.filter((before) => !ends(before));
}

function drawn({ row, column, text, codes }: Stretch): string {
  const shown = text.trim();
  const indent = text.length - text.trimStart().length;
  const styles = codes.flatMap((code) => Object.entries(STYLES[code] ?? {}));
  const attributes = Object.entries({
    x: (MARGIN + (column + indent) * CELL.width).toFixed(1),
    y: (MARGIN + (row + 0.75) * CELL.height).toFixed(1),
    textLength: (Array.from(shown).length * CELL.width).toFixed(1),
    ...Object.fromEntries(styles),
  }).map(([name, value]) => `${name}="${value}"`);
  return `<text ${attributes.join(' ')}>${shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}
