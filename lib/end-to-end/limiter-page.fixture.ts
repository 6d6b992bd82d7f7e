import type { Exchange, HeaderPair } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { RuleId } from '../rules/index.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench, LIMITER_RULES } from '../judges/index.ts';
import type { Xray } from '../judges/limiter/xray.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { PRIMARY, withServer } from '../reference/speak.fixture.ts';

/** Ten requests a minute: few enough to read, enough to tell the kinds of limiter apart. */
const PER_MINUTE = 10;

/** When the requests of the worked log leave, in seconds: through the quota, one over it, and one soon after Reset. */
const DEPARTURES: readonly number[] = [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 61];

/** When the first of them leaves: 2026-11-21T12:00:20Z. */
const START = Date.UTC(2026, 10, 21, 12, 0, 20);

/** How long each response takes, in milliseconds. */
const DURATION_MS = 4;

const TARGET = '/pets?limit=1';

/** The exchanges of a log, and what the limiter's judges make of them. */
export interface WorkedLog {
  readonly exchanges: readonly Exchange[];
  readonly xray: Xray | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Sends the requests of the worked log to a reference server whose clock moves only between them, and judges the responses.
 *
 * @param unseen - at these instants another client of the same key sends a request that the log does not hold, in seconds
 */
export async function workedLog(options: ReferenceOptions = {}, unseen: readonly number[] = []): Promise<WorkedLog> {
  let now = START;
  const settings = { plan: 'enterprise', perMinute: PER_MINUTE, perDay: 1_000, now: () => now, ...options } as const;
  const exchanges = await withServer(settings, async (speak) => {
    const made: Exchange[] = [];
    for (const at of [...DEPARTURES, ...unseen].toSorted((a, b) => a - b)) {
      now = START + 1_000 * at;
      const { status, rawHeaders, body } = await speak({ path: `/v1${TARGET}` });
      if (!DEPARTURES.includes(at)) continue;
      const answer = { status, headers: pairsOf(rawHeaders), body: { kind: 'bytes', bytes: body } } as const;
      made.push(anExchange(made.length + 1, answer));
    }
    return made;
  });
  const bench = new Bench(KNOWLEDGE);
  const single = exchanges.flatMap((exchange) => bench.see(exchange));
  const all = [...single, ...bench.conclude()];
  return {
    exchanges,
    xray: bench.xrays[0],
    findings: all.filter(
      ({ rule, verdict }) =>
        LIMITER_RULES.includes(rule) && verdict !== 'observed' && !OF_SINGLE_RESPONSES.includes(rule),
    ),
  };

  function anExchange(id: number, answer: NonNullable<Exchange['answer']>): Exchange {
    return {
      id,
      request: {
        method: 'GET',
        target: TARGET,
        headers: [['Authorization', `Bearer ${PRIMARY}`]],
        body: { kind: 'none' },
        credential: 'primary',
      },
      answer,
      times: { startedAt: now, answeredAt: now + DURATION_MS, endedAt: now + DURATION_MS },
    };
  }
}

/** What any single response shows is told elsewhere. */
const OF_SINGLE_RESPONSES: readonly RuleId[] = ['RATE-3', 'RATE-7'];

const KNOWLEDGE: Knowledge = {
  target: 'worked-log',
  baseUrl: 'http://127.0.0.1/v1',
  loopback: true,
  asOf: '2026-11-21',
  plan: { name: 'enterprise', perMinute: PER_MINUTE, perDay: 1_000 },
  windows: { minute: 60, day: 86_400, testInstallation: false },
  writes: false,
  secondKey: false,
  leftOut: {},
};

function pairsOf(raw: readonly string[]): HeaderPair[] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);
}

/** The log as a table: times and Reset in seconds since the first request left. */
export function renderLog({ exchanges }: WorkedLog): string {
  const rows = exchanges.map(({ id, times, answer }) => {
    const value = (wanted: string) => answer?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    const reset = Number(value('x-ratelimit-reset')) - START / 1_000;
    const cells = [id, (times.startedAt - START) / 1_000, answer?.status, value('x-ratelimit-remaining'), reset];
    return [...cells, value('retry-after') ?? ''].map(String);
  });
  return table(['request', 'sent at', 'status', 'Remaining', 'Reset', 'Retry-After'], rows);
}

/** The kinds of limiter as a table: which of them could have answered so, and what rules the others out. */
export function renderKinds({ xray }: WorkedLog): string {
  const rows = (xray?.kinds ?? []).map(({ kind, contradictions: [first] }) =>
    first === undefined ? [kind, 'consistent', '', ''] : [kind, 'ruled out', first.shownBy.join(', '), first.says],
  );
  return table(['kind', '', 'by requests', 'because'], rows);
}

/** The findings as a table. */
export function renderFindings({ findings }: WorkedLog): string {
  const rows = findings.map(({ rule, verdict, shownBy, says, see }) => [
    rule,
    see === undefined ? verdict : `depends on ${see}`,
    shownBy.join(', '),
    says,
  ]);
  return table(['rule', 'verdict', 'shown by requests', 'says'], rows);
}

/** As the formatter writes a table. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(3, cell.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
