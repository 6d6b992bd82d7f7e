import type { Operation } from '../contract/operations.ts';
import type { RuleId } from '../rules/index.ts';
import { nameOfWrongStatus } from '../shapes/fault-names.ts';

/** What one judge says of one rule on some exchanges. The ledger makes the rule's verdict of all of them. */
export interface Finding {
  readonly rule: RuleId;
  /** `warn`: a standard, not the specification, asks for more. `observed`: the specification is silent; recorded only. */
  readonly verdict: 'fail' | 'inconclusive' | 'pass' | 'warn' | 'observed';
  /** The numbers of the exchanges that show it, fewest that do. */
  readonly shownBy: readonly number[];
  /** One sentence in plain words, for readers. No code goes by it. */
  readonly says: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The operation on which the rule was shown, for rules that must be shown on several. */
  readonly operation?: Operation;
  /**
   * The kind of fault, in a few words that are the same for every request that meets it, e.g. `answered 500`. Findings of
   * one rule with the same fault, operation, place and input have one cause: whoever mends it mends them all.
   */
  readonly fault?: string;
  /** The status of the response, where it is the fault. */
  readonly wrongStatus?: number;
  /** The field or header that shows it, where there is one. */
  readonly place?: string;
  /** The id of the one pet that it is about, where it is about one that may be gone. */
  readonly pet?: string;
  /** What an observation is of; `actual` is what this service does there. */
  readonly topic?: string;
  /** What is unusual about the request, in words without its values where they do not matter; absent for a plain one. */
  readonly input?: string;
  /** How large the request is, in bytes of its method, target, headers and body: the smallest of one cause is told. */
  readonly size?: number;
  /** The same fault is blamed on this more specific rule: the finding is no violation of its own. */
  readonly see?: RuleId;
  /** Inconclusive because nothing that was sent could have shown a violation: no answer is in doubt. */
  readonly unverified?: true;
  /** The name of the judge that says it: several may speak of one rule, each of another way to violate it. */
  readonly judge?: string;
}

/** What a finding is about: its rule, and what shows it. */
export type Subject = Pick<Finding, 'rule' | 'shownBy' | 'operation'>;

type Fields = Omit<Finding, keyof Subject | 'verdict' | 'says' | 'judge' | 'size'>;

/** What tells the causes of one rule apart: a kind of fault, that another rule is blamed, or that nothing could show any. */
type Cause = { readonly fault: string } | { readonly see: RuleId } | { readonly unverified: true };

/** The one way to make a finding. An exchange that shows it twice is named once. Sentences are for readers: code goes by fields. */
export function makeFinding(
  subject: Subject,
  verdict: 'fail' | 'warn' | 'inconclusive',
  says: string,
  fields: Fields & Cause,
): Finding;
export function makeFinding(
  subject: Subject,
  verdict: 'observed',
  says: string,
  fields: Fields & { readonly topic: string; readonly actual: string },
): Finding;
export function makeFinding(subject: Subject, verdict: 'pass', says: string, fields?: Fields): Finding;
export function makeFinding(
  subject: Subject,
  verdict: Finding['verdict'],
  says: string,
  fields?: Fields & Cause,
): Finding;
export function makeFinding(
  { shownBy, ...subject }: Subject,
  verdict: Finding['verdict'],
  says: string,
  fields: Fields = {},
): Finding {
  return { ...subject, verdict, shownBy: eachOnce(shownBy), says, ...fields };
}

/** What looked like a violation, or a pass, is a doubt: why stands in what it says now. */
export function toDoubt(finding: Finding, says: string, fields: Pick<Finding, 'see'> = {}): Finding {
  return { ...finding, verdict: 'inconclusive', says, ...fields };
}

/** A pass of a run under load names a million exchanges, in their order: they need no set. */
function eachOnce(numbers: readonly number[]): readonly number[] {
  const isAscending = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));
  return isAscending ? numbers : [...new Set(numbers)];
}

/** As many exchanges as are pointed to where each of many shows the same. */
export const MOST_SHOWN = 5;

/** The fault that a status is, as fields. */
export function faultOfStatus(status: number): { readonly fault: string; readonly wrongStatus: number } {
  return { fault: nameOfWrongStatus(status), wrongStatus: status };
}

/** The fault of a body that has not the shape that it must have, as fields. @param status - where several may have the shape */
export function nameOfFault(
  fault: { readonly kind: string; readonly field: string } | undefined,
  status?: number,
): { readonly fault: string; readonly place?: string } {
  const of = status === undefined ? '' : ` in a ${status}`;
  return fault === undefined ? { fault: `no body${of}` } : { fault: `${fault.kind}${of}`, place: fault.field };
}
