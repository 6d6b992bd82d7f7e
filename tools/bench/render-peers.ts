import type { Grade } from '../../lib/exam/grade-checker.ts';
import { totalsOf } from '../../lib/exam/checker-grades.ts';

/** A tester and what it made of the services. */
export interface PeerGrades {
  readonly name: string;
  readonly version: string;
  readonly grades: readonly Grade[];
}

/** Which services were judged, and when. */
export interface Occasion {
  /** 1: all of them; 6: every sixth. */
  readonly every: number;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** The comparison as a table of Markdown, a row for each tester, with a sentence that says of what and when. */
export function renderPeers(peers: readonly PeerGrades[], { every, today }: Occasion): string {
  const [first] = peers;
  const { defects, conforming } = totalsOf(first?.grades ?? []);
  const sample = every === 1 ? 'all of them' : `one in ${every} of them`;
  const heads = ['', `detected, of ${defects} defects`, `false alarms, of ${conforming} conforming`];
  const rows = peers.map(({ name, version, grades }) => {
    const { caught, falseAlarms, undecided, requests = 0, seconds = 0 } = totalsOf(grades);
    return [`${name} ${version}`, caught, falseAlarms, undecided, requests, seconds.toFixed(1)];
  });
  return [
    row([...heads, 'not decided', 'requests', 'seconds']),
    row(['---', ...Array.from({ length: 5 }, () => '--:')]),
    ...rows.map(row),
    '',
    `Measured on ${today}, on defects of must rules and conforming services, ${sample}; requests and seconds are medians.`,
  ].join('\n');
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
