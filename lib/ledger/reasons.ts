import type { Operation } from '../contract/operations.ts';
import { getPetPhase } from '../contract/lifecycle.ts';
import { PAGE } from '../contract/pets.ts';
import { WINDOW_LEEWAY_SECONDS } from '../contract/plans.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Sightings } from '../judges/sightings.ts';
import { isOfLimit, rules, type RuleId } from '../rules/index.ts';
import type { Need } from '../rules/rule.ts';
import { counted } from '../text/counted.ts';

/** How a run ended, as far as that explains what could not be judged. */
export interface RunEnd {
  /** Why the run ended early, in one clause; absent when it did not. */
  readonly endedEarly?: string;
  /** Whether that was against the user's wish: an interrupt or a lost service, not a budget that the user set. */
  readonly aborted: boolean;
  /** Whether petvet made the traffic; foreign traffic shows what it happens to show. */
  readonly ownTraffic: boolean;
  /** What the run, or the traffic, holds. */
  readonly seen: Sightings;
  /** The rules that it violates: they may hide what would verify others. None when absent. */
  readonly violated?: ReadonlySet<RuleId>;
}

/** Why a rule does not apply to `check` at the run's date, or undefined when it does. Source: design of the verdicts; section 9. */
export function whyNotApplicable(id: RuleId, { asOf, usesDayUp }: Knowledge): string | undefined {
  const { by, needs = [] } = rules[id];
  if (by === 'load' && usesDayUp !== true) return 'judged by `petvet load daily`';
  if (by === 'client') return 'judged by `petvet client`';
  const phase = getPetPhase(asOf);
  if (needs.includes('before removal') && phase !== 'deprecated') {
    return phase === 'removed'
      ? 'getPet was removed on 5 December 2030'
      : 'within a day of the removal of getPet either response is fine';
  }
  if (needs.includes('after removal') && phase !== 'removed') {
    return phase === 'deprecated'
      ? 'getPet is removed on 5 December 2030'
      : 'within a day of the removal of getPet either response is fine';
  }
  return undefined;
}

/**
 * Why a run with this configuration cannot judge a rule, whatever the service answers; undefined when it may be able to.
 * Rules that were left out on purpose are not considered here.
 */
export function whyImpossible(id: RuleId, knowledge: Knowledge): string | undefined {
  const { needs = [] } = rules[id];
  const unmet = needs.map((need) => whyUnmet(need, knowledge)).find((why) => why !== undefined);
  return whyNotApplicable(id, knowledge) ?? unmet;
}

/** The operations on which a rule must be shown at the run's date: getPet is no longer an operation once it is removed. */
export function requiredOperations(id: RuleId, { asOf }: Knowledge): readonly Operation[] {
  const { operations = [] } = rules[id];
  return getPetPhase(asOf) === 'deprecated' ? operations : operations.filter((operation) => operation !== 'getPet');
}

/** Why a rule was not verified, or not on one operation: one clause that follows from the configuration and from what was seen. */
export function whyNotExercised(
  id: RuleId,
  operation: Operation | undefined,
  knowledge: Knowledge,
  end: RunEnd,
): string {
  const configured = whyConfigured(id, operation, knowledge, end);
  if (configured !== undefined) return configured;
  const missing = whatIsMissing(id, operation, knowledge, end.seen);
  const by = operation === undefined ? whatHides(id, knowledge, end) : undefined;
  if (by !== undefined) return `${unverified(id, end)}; the violation of ${by} may hide it`;
  if (end.endedEarly === undefined) return missing ?? unverified(id, end);
  const isReached = operation === undefined && isLimitReached(id, end.seen);
  return `${missing ?? (isReached ? unverified(id, end) : 'not reached')}; ${end.endedEarly}`;
}

/** Says that all responses that may verify a rule were received, and none did. */
function unverified(id: RuleId, { ownTraffic, seen }: RunEnd): string {
  if (isLimitReached(id, seen)) return `${reached(seen)}, but no response verifies it`;
  return `no response of this ${ownTraffic ? 'run' : 'traffic'} verifies it`;
}

/** The violation that may be the reason why nothing verifies a rule, where nothing else is missing. */
function whatHides(id: RuleId, knowledge: Knowledge, { seen, violated }: RunEnd): RuleId | undefined {
  if (violated === undefined || whatIsMissing(id, undefined, knowledge, seen) !== undefined) return undefined;
  return rules[id].hiddenBy?.find((one) => violated.has(one));
}

/** Whether a rule could have been verified had the run not ended early: its configuration does not rule it out. */
export function isCutShort(id: RuleId, knowledge: Knowledge, end: RunEnd): boolean {
  if (end.endedEarly === undefined || whyConfigured(id, undefined, knowledge, end) !== undefined) return false;
  return whatHides(id, knowledge, end) === undefined;
}

/** Whether a rule was not verified although petvet made the traffic, nothing that the rule needs was missing, and the run's end explains nothing. */
export function isUnexplained(id: RuleId, knowledge: Knowledge, end: RunEnd): boolean {
  if (!end.ownTraffic || whyConfigured(id, undefined, knowledge, end) !== undefined) return false;
  if (whatIsMissing(id, undefined, knowledge, end.seen) !== undefined) return false;
  return end.endedEarly === undefined || whatHides(id, knowledge, end) !== undefined;
}

/** Why the configuration of a run alone leaves a rule, or one operation of it, unverified. */
function whyConfigured(
  id: RuleId,
  operation: Operation | undefined,
  knowledge: Knowledge,
  { ownTraffic }: RunEnd,
): string | undefined {
  const leftOut = knowledge.leftOut[id];
  if (leftOut !== undefined || !ownTraffic) return leftOut;
  if (operation !== undefined) return operation === 'createPet' && !knowledge.writes ? WRITES_OFF : undefined;
  const { needs = [] } = rules[id];
  return needs.map((need) => whyUnmet(need, knowledge)).find((why) => why !== undefined);
}

/** Which need of a rule was not met; undefined where everything that is known to be needed was seen. */
function whatIsMissing(
  id: RuleId,
  operation: Operation | undefined,
  knowledge: Knowledge,
  seen: Sightings,
): string | undefined {
  if (seen.answered === 0) return 'no response was received';
  if (operation !== undefined)
    return seen.perOperation[operation] === 0 ? `no response to ${operation} was received` : undefined;
  const { needs = [], ofTheMinute } = rules[id];
  if (ofTheMinute === true && isOfTheDay(seen, knowledge)) return OF_THE_DAY;
  const unmet = needs.map((need) => MISSING[need]?.(seen, knowledge, id)).find((why) => why !== undefined);
  if (unmet !== undefined || !OF_PETS.test(id)) return unmet;
  return seen.pets > 0 && !seen.isIdTold ? 'no pet was returned with an integer as its id' : undefined;
}

/** Rules for which pets are distinguished by their ids. */
const OF_PETS = /^(LIST|CREATE|GET|JSON-3)/;

/** Which part of a judged rule was not tried, in one clause: its verdict covers the rest. */
export function whatWasNotTried(id: RuleId, { leftOut, leftOutInputs = [] }: Knowledge): string | undefined {
  if (id !== HOSTILE_RULE || leftOut[id] !== undefined || leftOutInputs.length === 0) return undefined;
  return `left out with --skip-input: ${leftOutInputs.join(', ')}`;
}

/** Rules that only pages of many pets show. */
const OF_MANY_PETS: readonly RuleId[] = ['LIST-3', 'LIST-4'];

/** What would have verified a rule that this run could not, in one clause. @param isOpen - no response contradicts the rule, but it was not verified */
export function whatWouldHelp(
  id: RuleId,
  isOpen: boolean,
  { populates, smoke, writes, leftOut }: Knowledge,
  { ownTraffic, aborted, seen }: RunEnd,
): string | undefined {
  const missing = PAGE.maximum + 1 - seen.pets;
  const isSeen =
    ownTraffic && !aborted && seen.pages > 0 && seen.unreadPages === undefined && populates !== true && smoke !== true;
  if (!OF_MANY_PETS.includes(id) || !isOpen || !isSeen || missing <= 0 || leftOut[id] !== undefined) return undefined;
  return `--populate${writes ? '' : ' with --writes'} would create ${counted(missing, 'pet')}`;
}

/** The rule that hostile inputs show. */
const HOSTILE_RULE: RuleId = 'ERR-7';

const WRITES_OFF = 'writes are off; --writes turns them on';

/** A need that the configuration alone shows to be unmet. */
function whyUnmet(need: Need, { writes, secondKey, limitLeft }: Knowledge): string | undefined {
  if (need === 'writes' && !writes) return WRITES_OFF;
  if (need === 'limit exhaustion' && limitLeft !== undefined) return limitLeft;
  return need === 'second key' && !secondKey ? "no second caller's key is configured" : undefined;
}

/** For each need, what was missing; undefined where nothing was, and the reason must be another one. */
const MISSING: Partial<Record<Need, (seen: Sightings, knowledge: Knowledge, id: RuleId) => string | undefined>> = {
  writes: ({ perOperation }) => (perOperation.createPet === 0 ? 'no response to createPet was received' : undefined),
  // It is sent only together with the requests that use up the limit.
  'second key': ({ ofSecondKey }, { limitLeft }) =>
    ofSecondKey === 0 ? (limitLeft ?? 'no request with the second key was answered') : undefined,
  'a listed pet': ({ pages, largestPage }) => {
    if (pages === 0) return NO_PAGE;
    return largestPage === 0 ? `no page held a pet (${counted(pages, 'page')})` : undefined;
  },
  'more than 100 pets': ({ pages, pets, oddLimits, unreadPages }) => {
    if (unreadPages !== undefined) return `${counted(unreadPages, 'page')} not received or not read to the end`;
    if (pages === 0) return NO_PAGE;
    if (oddLimits === 0) return 'no `limit` outside 1 to 100 was requested';
    return pets > PAGE.maximum ? undefined : `needs ${PAGE.maximum + 1} pets, ${pets} seen`;
  },
  'limit exhaustion': limitMissing,
  'day exhaustion': ({ admitted }, { plan: { perDay } }) =>
    perDay !== undefined && admitted < perDay
      ? `${counted(admitted, 'request')} admitted, of a daily limit of ${perDay}`
      : undefined,
};

const NO_PAGE = 'no page of pets was received';

const OF_THE_DAY = 'the X-RateLimit headers describe the daily limit only';

/**
 * Whether every Reset that was announced lies beyond what a minute needs, and the nearest within a day: it is not in another unit. A counter
 * that weighs the window before has forgotten all requests at the end of the next one.
 */
function isOfTheDay({ nearestReset = 0 }: Sightings, { windows: { minute, day } }: Knowledge): boolean {
  const isBeyondMinute = nearestReset > (2 * minute + WINDOW_LEEWAY_SECONDS) * 1_000;
  return isBeyondMinute && nearestReset <= (day + WINDOW_LEEWAY_SECONDS) * 1_000;
}

function limitMissing(seen: Sightings, knowledge: Knowledge, id: RuleId): string | undefined {
  const { refused, isAfterRetryAfter, isAfterReset, isResetTold } = seen;
  if (refused === 0) {
    if (isOfTheDay(seen, knowledge)) return `the key got no 429; ${OF_THE_DAY}`;
    return `the key got no 429${remainingWords(seen)}`;
  }
  const but = (what: string) => `${reached(seen)}, but ${what}`;
  if (id === 'RATE-8' && isAfterRetryAfter === false) return but('no request was sent after Retry-After');
  if (id === 'RATE-13' && isAfterReset === false) return but('no request was sent after X-RateLimit-Reset');
  if ((id === 'RATE-8' || id === 'RATE-9') && isAfterRetryAfter === undefined)
    return but('not every 429 has a valid Retry-After');
  if ((id === 'RATE-9' || id === 'RATE-13') && !isResetTold) return but('no response has a valid X-RateLimit-Reset');
  return undefined;
}

/** How far the quota went; where not every Remaining could be read, nobody knows how far. */
function remainingWords({ lowestRemaining, isRemainingUnread }: Sightings): string {
  if (isRemainingUnread === true) return ', and not every X-RateLimit-Remaining is a whole number';
  if (lowestRemaining === undefined) return ', and no X-RateLimit-Remaining was announced';
  const more = lowestRemaining === 0 ? '' : `: ${counted(lowestRemaining + 1, 'more request')} needed in that window`;
  return `; the lowest X-RateLimit-Remaining was ${lowestRemaining}${more}`;
}

/** Whether a rule is about a limit that was reached, and the limit was reached. */
function isLimitReached(id: RuleId, { refused }: Sightings): boolean {
  return refused > 0 && isOfLimit(id);
}

function reached({ refused }: Sightings): string {
  return `the limit was reached (${refused} × 429)`;
}
