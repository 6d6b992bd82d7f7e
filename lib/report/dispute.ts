import type { Exchange } from '../evidence/exchange.ts';
import { rules, type RuleId } from '../rules/index.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import type { CurlService } from './curl.ts';
import { exchangeText } from './exchange-text.ts';
import { block, quoted, sentence, tableRow } from '../text/markdown.ts';
import { argument } from '../text/shell-word.ts';

/** A finding that somebody disputes, as its report holds it. */
export interface Disputed {
  readonly rule: RuleId;
  /** Its place among the findings of its rule, from 1. */
  readonly place: number;
  readonly finding: ConformanceReport['rules'][number]['findings'][number];
  /** What shows it, in the order of sending. */
  readonly exchanges: readonly Exchange[];
}

/** As many exchanges as are shown in full. */
const MOST_EXCHANGES = 6;

/**
 * One finding with all that two parties need to settle whether it is right, as Markdown: the requirement, how petvet reads it,
 * what was seen, the exchanges in full, why that makes the verdict, and how anybody can check it.
 *
 * @param folder - that of the report, as it can be typed
 */
export function disputeMarkdown(disputed: Disputed, report: ConformanceReport, folder: string): string {
  const { rule, place } = disputed;
  const row = report.rules.find(({ id }) => id === rule);
  const { says, source, judged, level } = rules[rule];
  return [
    `# ${rule}: is this verdict right?`,
    '',
    ...factLines(disputed, report),
    '',
    '## The requirement',
    '',
    `${rule} (${level}, ${sentence(source)}): ${sentence(says)}.`,
    '',
    '## How petvet reads it',
    '',
    `${sentence(judged)}.`,
    '',
    '## What was seen',
    '',
    ...seenLines(disputed),
    '',
    '## The exchanges',
    '',
    ...exchangeLines(disputed, { baseUrl: report.target.baseUrl, target: report.target.name }),
    '## Why this makes the verdict',
    '',
    `The verdict on ${rule} is ${quoted(row?.verdict ?? disputed.finding.verdict)}: ${quoted(row?.says ?? disputed.finding.says)}.`,
    ...(disputed.finding.judge === undefined
      ? []
      : ['', `The finding was made by the judge ${quoted(disputed.finding.judge)} of petvet.`]),
    '',
    '## To check it',
    '',
    'Without the service, from the evidence beside the report; with the service, by sending it again:',
    '',
    block([`petvet judge ${argument(folder)}`, `petvet replay ${argument(folder)} '${rule}#${place}'`]),
    '',
    '## To settle it',
    '',
    'The verdict is wrong if one of these is true. If you dispute it, say which, and quote what shows it.',
    '',
    '- [ ] The specification, in the section named above, allows this response to this request.',
    '- [ ] The specification leaves it open, and no standard that it builds on forbids it.',
    '- [ ] The response comes from something that is not part of the service, such as a gateway or a proxy.',
    '- [ ] petvet was given wrong settings: plan, windows, date, known pets.',
    '- [ ] Another client, a deploy or a lag explains what was seen.',
    '',
  ].join('\n');
}

function factLines({ rule, place }: Disputed, report: ConformanceReport): string[] {
  const { target, run, petvet, catalogue, seed, asOf } = report;
  return [
    tableRow(['', '']),
    tableRow(['---', '---']),
    tableRow(['Finding', `${rule}#${place}`]),
    tableRow(['Target', `${quoted(target.name)} ${quoted(target.baseUrl)}`]),
    tableRow(['Run', `${quoted(run.id)}, ${run.startedAt}, seed ${seed}, as of ${asOf}`]),
    tableRow(['Plan', quoted(target.plan)]),
    tableRow(['Judged by', `petvet ${quoted(petvet)}, catalogue ${quoted(catalogue)}`]),
  ];
}

function seenLines({ finding }: Disputed): string[] {
  const { says, expected, actual, operation, place, input, times } = finding;
  const facts = [
    ['expected', expected],
    ['actual', actual],
    ['operation', operation],
    ['field or header', place],
    ['input', input],
    ['seen', times > 1 ? `${times} times` : undefined],
  ] as const;
  const told = facts.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${quoted(value)}`]));
  return [quoted(says), ...(told.length > 0 ? ['', ...told] : [])];
}

function exchangeLines({ exchanges, finding }: Disputed, service: CurlService): string[] {
  const shown = exchanges.slice(0, MOST_EXCHANGES);
  const numbers = [...finding.shownBy, ...(finding.alsoShownBy ?? [])];
  const others = numbers.filter((number) => !shown.some(({ id }) => id === number));
  return [
    'As they crossed the wire. Keys are masked; the curl line reads them from the environment.',
    '',
    ...shown.flatMap((exchange) => [block(exchangeText(exchange, service).trimEnd().split('\n')), '']),
    ...(others.length > 0
      ? [`Also shown by ${others.map((number) => `#${number}`).join(', ')}, in the evidence.`, '']
      : []),
  ];
}
