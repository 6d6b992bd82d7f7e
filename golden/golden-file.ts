import type { JudgedRecording } from './verdict-lines.ts';

/**
 * The judged runs as one text: the name of a run at the beginning of a line, its lines below it, set in. The rules of which nothing
 * but the verdict is told share a line.
 */
export function printGolden(judged: readonly JudgedRecording[]): string {
  return judged
    .map(({ name, lines }) => {
      const bare = lines.filter((line) => BARE.test(line)).map((line) => line.split(' '));
      const shared = Map.groupBy(bare, ([, verdict = '']) => verdict);
      const all = [
        ...lines.filter((line) => !BARE.test(line)),
        ...Array.from(shared, ([verdict, rules]) => `${verdict}: ${rules.map(([rule]) => rule).join(' ')}`),
      ];
      return `${name}\n${all.map((line) => `  ${line}\n`).join('')}`;
    })
    .join('');
}

const BARE = /^[A-Z]+-\d+ (?:pass|not-applicable)$/;
const SHARED = /^ {2}(?<verdict>pass|not-applicable): (?<rules>.*)$/;

/** Reads what {@link printGolden} wrote. */
export function readGolden(text: string): Map<string, readonly string[]> {
  const runs = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    const { verdict, rules } = SHARED.exec(line)?.groups ?? {};
    if (rules !== undefined) lines.push(...rules.split(' ').map((rule) => `${rule} ${verdict}`));
    else if (line.startsWith('  ')) lines.push(line.slice(2));
    else if (line !== '') runs.set(line, (lines = []));
  }
  return runs;
}
