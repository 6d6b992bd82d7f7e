import { PAGE, PET_STATUSES } from '../contract/pets.ts';
import { responseOf, useOf, withoutRelations } from '../shapes/observation-names.ts';
import type { ReportedFinding, RuleRow } from './difference.ts';

/** What a service does where the specification is silent, as far as it stays the same with other pets, seeds and ids. */
export interface Behaviour {
  readonly rule: string;
  readonly topic: string;
  /** It is about the number of items; the status is compared by itself. */
  readonly isOfItems: boolean;
  /** What the service did, and how often; several where it did several things. */
  readonly did: ReadonlyMap<string, number>;
  readonly findings: readonly ReportedFinding[];
}

/** One observation, in words that can be compared with those of another run. */
interface Stable {
  readonly topic: string;
  readonly did: string;
  readonly isOfItems?: true;
}

/** What is known of the pets of a run. */
interface Pets {
  /** More than the largest page: how many items a page has is then what the service does, and not what it has. */
  readonly isMoreThanAPage: boolean;
}

type Reader = (observation: Observed, pets: Pets) => readonly Stable[];

interface Observed {
  readonly topic: string;
  readonly actual: string;
}

/**
 * How the observations of each rule are compared. A rule that is not named is not compared: what it records depends on the pets,
 * the seed or the time. RATE-9 records a time, JSON-3 categories that the seed draws.
 */
const READERS: Readonly<Record<string, Reader>> = {
  'LIST-5': readList,
  'LIST-8': readList,
  'LIST-13': readNextPage,
  'CREATE-9': readAsItIs,
  'CREATE-11': readUnusual,
  'ERR-6': readAsItIs,
  'RATE-12': readUse,
};

/** What a run observed that can be compared, by rule and topic. */
export function behavioursOf(rules: readonly RuleRow[]): ReadonlyMap<string, Behaviour> {
  const pets = { isMoreThanAPage: rules.some(({ id, verdict }) => id === 'LIST-4' && isVerified(verdict)) };
  const behaviours = new Map<string, GrowingBehaviour>();
  for (const { id, level, findings } of rules) {
    for (const finding of findings) {
      const { verdict, topic, actual, times } = finding;
      if ((level !== 'observed' && verdict !== 'observed') || topic === undefined || actual === undefined) continue;
      for (const stable of READERS[id]?.({ topic, actual }, pets) ?? []) {
        const { topic: of, isOfItems = false } = stable;
        const key = JSON.stringify([id, of, isOfItems]);
        const none: GrowingBehaviour = { rule: id, topic: of, isOfItems, did: new Map(), findings: [] };
        const known = behaviours.get(key) ?? none;
        behaviours.set(key, known);
        known.did.set(stable.did, (known.did.get(stable.did) ?? 0) + times);
        known.findings.push(finding);
      }
    }
  }
  return behaviours;
}

interface GrowingBehaviour extends Behaviour {
  readonly did: Map<string, number>;
  readonly findings: ReportedFinding[];
}

/** LIST-4 is verified only on a service with more pets than a page holds. */
function isVerified(verdict: RuleRow['verdict']): boolean {
  return verdict === 'pass' || verdict === 'fail';
}

/** The same words stand for several requests: which of the values counts, or which name it is, the seed draws. */
const SEVERAL_VALUES = /is given \d+ times$/;

/** A service may read these as a filter: how many items come depends on the pets, also whether any do. */
const NEAR_A_STATUS = new RegExp(PET_STATUSES.join('|'), 'i');

/** The sizes of a page that say what a service makes of a parameter; others are what a filter beside it leaves of the pets. */
const SIZES: readonly number[] = [0, PAGE.minimum, PAGE.default, PAGE.maximum];

/** LIST-5 and LIST-8: the status, and how many items where that does not depend on the pets. */
function readList({ topic, actual }: Observed, { isMoreThanAPage }: Pets): Stable[] {
  if (SEVERAL_VALUES.test(topic)) return [];
  const response = responseOf(actual);
  if (response === undefined) return [{ topic, did: actual }];
  const { status, items } = response;
  const told = items > PAGE.maximum ? `more than ${PAGE.maximum}` : SIZES.find((size) => size === items);
  const isTelling = isMoreThanAPage && !NEAR_A_STATUS.test(topic) && told !== undefined;
  return [
    { topic, did: `${status}` },
    ...(isTelling
      ? [{ topic, did: `${status} with ${told} ${told === 1 ? 'item' : 'items'}`, isOfItems: true as const }]
      : []),
  ];
}

function readAsItIs({ topic, actual }: Observed): Stable[] {
  return [{ topic, did: actual }];
}

/**
 * LIST-13: the headers that may lead to a following page. What they say depends on the page, and without more pets than a page
 * holds there may be no following one.
 */
function readNextPage({ topic, actual }: Observed, { isMoreThanAPage }: Pets): Stable[] {
  return isMoreThanAPage ? [{ topic, did: withoutRelations(actual).toLowerCase() }] : [];
}

/** Topics of CREATE-11 that stand for one and the same request; the names and fields of others are drawn. */
const SAME_REQUEST = /^(?:the request has an id|Content-Type is .*|status is null|a byte order mark before the JSON)$/s;

function readUnusual({ topic, actual }: Observed): Stable[] {
  return SAME_REQUEST.test(topic) ? [{ topic, did: actual }] : [];
}

/**
 * RATE-12: which responses use up the window. The kind of limiter is compared as the limiter; the length of the window depends on
 * when requests were sent, and so does what is sent over the limit.
 */
function readUse({ topic, actual }: Observed): Stable[] {
  const use = topic === 'use of the window' ? useOf(actual) : undefined;
  if (use === undefined) return [];
  return [
    { topic: `requests that get ${use.status}`, did: use.isCounted ? 'use up the window' : 'do not use up the window' },
  ];
}
