/** Breaks a harmless text into lines of at most that many columns: at blanks where it can, else anywhere. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  const fits = (more: string) => line === undefined || columnsOf(line) + columnsOf(more) <= columns;
  for (const word of text.split(' ')) {
    if (line !== undefined && !fits(` ${word}`)) {
      lines.push(line);
      line = undefined;
    }
    if (columnsOf(word) <= columns) {
      line = line === undefined ? word : `${line} ${word}`;
      continue;
    }
    for (const character of word) {
      if (line !== undefined && !fits(character)) {
        lines.push(line);
        line = undefined;
      }
      line = (line ?? '') + character;
    }
  }
  return [...lines, line ?? ''];
}

const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** The columns that a harmless text takes on most terminals: two for East Asian letters and emoji, none for marks. */
export function columnsOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (!/\p{M}/u.test(character)) columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

/** A text filled with blanks to that many columns. */
export function filled(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}
