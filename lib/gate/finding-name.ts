import type { Operation } from '../contract/operations.ts';
import { PET_STATUSES } from '../contract/pets.ts';
import type { RuleId } from '../rules/index.ts';
import { withoutBound, wrongStatusOf } from '../shapes/fault-names.ts';

/**
 * What a finding is called in every run of every service: its rule, and the kind of fault. No id, no value and no sentence is in it, so
 * that another seed, other pets and reworded messages leave it as it is, while a second fault of the same rule has another name.
 */
export interface FindingName {
  readonly rule: RuleId;
  readonly operation?: Operation;
  readonly fault?: string;
  /** The field or header that shows it. */
  readonly place?: string;
  /** What is unusual about the request; absent for a plain one. */
  readonly input?: string;
}

/** The members of a name, in the order in which they are written. */
export const NAME_MEMBERS = ['rule', 'operation', 'fault', 'place', 'input'] as const;

/** What a finding is called. */
export function nameOf(rule: RuleId, { operation, fault, place, input }: Omit<LooseName, 'rule'>): FindingName {
  return bareName({
    rule,
    operation,
    fault: fault === undefined ? undefined : withoutBound(fault),
    place: place?.replace(/\d+/g, 'N'),
    input: input === undefined ? undefined : inputKind(input),
  });
}

function inputKind(input: string): string {
  const sent = AS_SENT.exec(input);
  return sent === null ? input.replace(QUOTED, inOneSpelling) : requestKind(sent[1] ?? 'GET', sent[2] ?? '');
}

/** Some judges name requests as they were sent. */
const AS_SENT = /^(?:([A-Z]+) )?(\/.*)$/s;

/** What kind of request one was: its method, its path without ids, and the names of its parameters, without drawn values. */
export function requestKind(method: string, target: string): string {
  const [path = '', query = ''] = target.split('?', 2);
  const names = [...new Set(query.split('&').map((pair) => pair.split('=', 1)[0] ?? ''))].filter((name) => name !== '');
  const named = names.length === 0 ? '' : `?${names.slice(0, MOST_PARAMETERS).toSorted().join('&')}`;
  return `${method} ${path.replace(/-?\d+/g, 'N')}${named}`.slice(0, MOST_CHARACTERS);
}

const MOST_PARAMETERS = 3;
const MOST_CHARACTERS = 100;

/** Which spelling of a value in another letter case is sent, the seed decides. */
const QUOTED = /"([^"]*)"/g;

function inOneSpelling(quoted: string, text: string): string {
  const lower = text.toLowerCase();
  return text === lower ? quoted : `"${lower}" in another letter case`;
}

/** A name, of which members that are not there may be undefined. */
type LooseName = Pick<FindingName, 'rule'> & {
  readonly [Member in Exclude<keyof FindingName, 'rule'>]?: FindingName[Member] | undefined;
};

/** A name alone, of an entry that says more. */
export function bareName({ rule, operation, fault, place, input }: LooseName): FindingName {
  return {
    rule,
    ...(operation !== undefined && { operation }),
    ...(fault !== undefined && { fault }),
    ...(place !== undefined && { place }),
    ...(input !== undefined && { input }),
  };
}

/** A name as a key: two findings have the same one where their names are the same. */
export function keyOf(name: FindingName): string {
  return JSON.stringify(NAME_MEMBERS.map((member) => name[member] ?? null));
}

/** A name for people, on one line: `LIST-2 on listPets: too many items, with limit as text`. */
export function sayName({ rule, operation, fault, place, input }: FindingName): string {
  const where = operation === undefined ? '' : ` on ${operation}`;
  const isFilter = PET_STATUSES.some((status) => status === place);
  const what = [fault, place].filter((part) => part !== undefined).join(isFilter ? ' under status=' : ' in ');
  return `${rule}${where}${what === '' ? '' : `: ${what}`}${input === undefined ? '' : ` (${input})`}`;
}

/**
 * Whether a name is about another one, too: it is the same, or it is about plain requests. What happens on plain requests happens
 * whatever the input is, and what happens on one input happens on a request that is unusual in a further way; a server error on plain requests is what rules
 * on unusual ones meet, as well.
 */
export function covers(name: FindingName, other: FindingName): boolean {
  if (other.input === undefined) return keyOf(name) === keyOf(other);
  if (name.input !== undefined)
    return (
      (other.input === name.input || inputParts(other.input).includes(name.input)) &&
      keyOf(name) === keyOf({ ...bareName(other), input: name.input })
    );
  const isServerError = name.operation !== undefined && Math.floor((wrongStatusOf(name.fault) ?? 0) / 100) === 5;
  return keyOf(name) === keyOf(bareName({ ...other, ...(isServerError && { rule: name.rule }), input: undefined }));
}

/** Each way in which one request is unusual. */
export function inputParts(input: string): string[] {
  return input.split('; ');
}
