import type { Operation } from '../contract/operations.ts';
import type { RuleId } from '../rules/index.ts';
import { nameOfWrongStatus } from '../shapes/fault-names.ts';

/** What one judge says about one rule for some exchanges. The ledger derives the rule's verdict from all of them. */
export interface Finding {
  readonly rule: RuleId;
  /** `warn`: a standard, not the specification, requires more. `observed`: the specification is silent; recorded only. */
  readonly verdict: 'fail' | 'inconclusive' | 'pass' | 'warn' | 'observed';
  /** The numbers of the exchanges that show it, as few as possible. */
  readonly shownBy: readonly number[];
  /** One sentence in plain words, for readers. No code depends on it. */
  readonly says: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The operation on which the rule was verified, for rules that must be verified on several. */
  readonly operation?: Operation;
  /**
   * The kind of fault, in a few words that are the same for every request that meets it, e.g. `answered 500`. Findings of
   * one rule with the same fault, operation, place and input have one cause: fixing it fixes them all.
   */
  readonly fault?: string;
  /** The status of the response, where it is the fault. */
  readonly wrongStatus?: number;
  /** The field or header that shows it, where there is one. */
  readonly place?: string;
  /** The id of the one pet that it is about, where it is about one that may be gone. */
  readonly pet?: string;
  /** The topic of an observation; `actual` is what this service does there. */
  readonly topic?: string;
  /** What is unusual about the request, in words without its values where they do not matter; absent for a plain one. */
  readonly input?: string;
  /** How large the request is, in bytes of its method, target, headers and body: the smallest of one cause is reported. */
  readonly size?: number;
  /** The same fault is blamed on this more specific rule: the finding is not a separate violation. */
  readonly see?: RuleId;
  /** Inconclusive because nothing that was sent could have shown a violation: no answer is in doubt. */
  readonly unverified?: true;
  /** The name of its judge: several may judge one rule, each another way to violate it. */
  readonly judge?: string;
}

/** What a finding is about: its rule, and what shows it. */
export type Subject = Pick<Finding, 'rule' | 'shownBy' | 'operation'>;

type Fields = Omit<Finding, keyof Subject | 'verdict' | 'says' | 'judge' | 'size'>;

/** What distinguishes the causes of one rule: a kind of fault, that another rule is blamed, or that nothing could be verified. */
type Cause = { readonly fault: string } | { readonly see: RuleId } | { readonly unverified: true };

/** The one way to make a finding. An exchange that shows it twice is named once. Sentences are for readers: code uses the fields. */
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

/** Turns a violation, or a pass, into a doubt. @param says - with the reason */
export function toDoubt(finding: Finding, says: string, fields: Pick<Finding, 'see'> = {}): Finding {
  return { ...finding, verdict: 'inconclusive', says, ...fields };
}

/** A pass of a load run names a million exchanges, in ascending order: they need no set. */
function eachOnce(numbers: readonly number[]): readonly number[] {
  const isAscending = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));
  return isAscending ? numbers : [...new Set(numbers)];
}

/** The most exchanges that a finding names where each of many shows the same. */
export const MOST_SHOWN = 5;

/** The fields of a finding whose fault is the status. */
export function faultOfStatus(status: number): { readonly fault: string; readonly wrongStatus: number } {
  return { fault: nameOfWrongStatus(status), wrongStatus: status };
}

/** The fields of a finding whose fault is the shape of a body. @param status - where several may have the shape */
export function nameOfFault(
  fault: { readonly kind: string; readonly field: string } | undefined,
  status?: number,
): { readonly fault: string; readonly place?: string } {
  const of = status === undefined ? '' : ` in a ${status}`;
  return fault === undefined ? { fault: `no body${of}` } : { fault: `${fault.kind}${of}`, place: fault.field };
}
