import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { headerValue, isSuccess, type Exchange } from '../evidence/exchange.ts';
import { blameOnLimit, mayBeOfLimit } from './blame.ts';
import type { Finding } from './finding.ts';
import type { OverLimit } from './limiter/index.ts';

/** At most this many exchanges of one cause wait until it is known whether the limit explains them; the rest are treated as they are. */
const MOST_WAITING = 50;

/** An exchange, and what the judges of single exchanges say of it. */
export interface Judged {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
}

/** The exchanges of one cause. */
interface Waiting {
  readonly first: Judged[];
  /** One of the others, where there is more than one. */
  another?: Judged;
}

/**
 * Violations by responses that say that nothing remains: whether their requests were over the limit is known at the end of the log. Then RATE-5
 * is blamed for what they got.
 */
export class PerhapsOverLimit {
  readonly #waiting = new Map<string, Waiting>();
  /** The causes that occurred while something remained. */
  readonly #others = new Set<string>();

  /** @returns whether it waits for the end of the log */
  keep(judged: Judged): boolean {
    const open = judged.findings.filter(mayBeOfLimit);
    if (open.length === 0) return false;
    if (!isUsedUp(judged.exchange)) {
      for (const finding of open) if (finding.verdict === 'fail') this.#others.add(causeOf(finding));
      return false;
    }
    const cause = open.map(causeOf).join();
    const waiting: Waiting = this.#waiting.get(cause) ?? { first: [] };
    this.#waiting.set(cause, waiting);
    if (waiting.first.length < MOST_WAITING) waiting.first.push(judged);
    else waiting.another = judged;
    return true;
  }

  /** All findings that waited, with RATE-5 blamed for what the limit explains. */
  settle(overLimit: OverLimit): { readonly settled: readonly Judged[]; readonly instead: Instead | undefined } {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    const instead = servedAlike(
      all.flatMap(({ first }) => first).filter(({ exchange }) => overLimit.sent.has(exchange.id)),
    );
    const refused = new Set([...overLimit.refused, ...(instead?.numbers ?? [])]);
    const settled = all.flatMap(({ first, another }) => {
      const isExplained = first.every(({ exchange }) => refused.has(exchange.id));
      const rest = another === undefined || isExplained ? [] : [another];
      return [...first, ...rest].map(({ exchange, findings: own }) => ({
        exchange,
        findings: own.some((finding) => this.#others.has(causeOf(finding))) ? own : blameOnLimit(own, refused),
      }));
    });
    return { settled, instead };
  }
}

/** Requests over the limit that got the same body with a success status, whatever they requested. */
export interface Instead {
  readonly numbers: readonly number[];
  readonly statuses: readonly number[];
}

/** Requests of several operations with the same body, which is wrong for each of them. */
function servedAlike(judged: readonly Judged[]): Instead | undefined {
  const groups = Map.groupBy(
    judged.filter(({ exchange: { answer } }) => answer !== undefined && isSuccess(answer.status)),
    ({ exchange }) => bodyOf(exchange),
  );
  for (const [body, group] of groups) {
    const operations = new Set(group.flatMap(({ findings }) => findings.flatMap(({ operation }) => operation ?? [])));
    if (body === undefined || operations.size < 2) continue;
    const statuses = [...new Set(group.flatMap(({ exchange }) => exchange.answer?.status ?? []))];
    return { numbers: group.map(({ exchange }) => exchange.id), statuses };
  }
  return undefined;
}

/** The sentence on too many admitted requests, where some of them got nothing that they requested. */
export function withInstead(finding: Finding, { numbers, statuses }: Instead): Finding {
  if (finding.rule !== 'RATE-5' || finding.verdict !== 'fail') return finding;
  const says = `${finding.says}; ${numbers.length} of them got ${statuses.join(', ')} with one and the same body, whatever they asked for`;
  return { ...finding, says };
}

function bodyOf({ answer }: Exchange): string | undefined {
  return answer?.body.kind === 'bytes' ? Buffer.from(answer.body.bytes).toString('base64') : undefined;
}

/** A response other than 429 to a caller whose limit is announced as used up. */
function isUsedUp({ answer, request }: Exchange): boolean {
  if (answer === undefined || answer.status === 429 || request.credential !== 'primary') return false;
  return headerValue(answer.headers, RATE_LIMIT_HEADERS.remaining)?.trim() === '0';
}

function causeOf({ rule, operation, fault }: Finding): string {
  return JSON.stringify([rule, operation, fault]);
}
