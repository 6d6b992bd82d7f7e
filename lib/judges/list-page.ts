import { PAGE, isPetStatus } from '../contract/pets.ts';
import { isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import type { JudgeKnowledge, PageExpectation } from '../expectation/expectation.ts';
import { petFaults, type PetFault } from '../shapes/pet.ts';
import { otherBeside, areDifferentPets } from './shared-ids.ts';
import { readPet } from './caller-log.ts';
import { describeBody, requestLine } from './circumstances.ts';
import { contentOf } from './content.ts';
import { blameOn } from './blame.ts';
import { mayBeRounded } from './double-rounding.ts';
import { makeFinding, nameOfFault, type Finding } from './finding.ts';
import type { RuleId } from '../rules/index.ts';
import { isIntegerFault } from './integers.ts';
import { itemCount } from '../shapes/observation-names.ts';
import type { ExchangeJudge } from './judge.ts';
import { listedItems, memberOf, type Reading } from './reading.ts';
import { findingsOnStranger } from './strangers.ts';
import { isWronglyStored } from './wrongly-stored.ts';

/**
 * What one page of the list shows by itself: its shape, how many items, which ones. That a page could have violated the
 * rules on its size and its filter, and did not, is judged in page-limits.ts. Source: specification, section 4.1.
 */
export const listPageJudge: ExchangeJudge = {
  name: 'list-page',
  neededFor: 'list-in-envelope',
  rules: ['LIST-1', 'LIST-2', 'LIST-3', 'LIST-4', 'LIST-6', 'LIST-9', 'LIST-10'],
  passedByOthers: ['LIST-2', 'LIST-3', 'LIST-4', 'LIST-6', 'LIST-9'],
  judge: judgeListPage,
};

function judgeListPage(reading: Reading, knowledge: JudgeKnowledge): Finding[] {
  const { exchange, expectation, body } = reading;
  const { page } = expectation;
  const keyless = expectation.caller === 'missing' || expectation.caller === 'invalid';
  if (page === undefined || exchange.answer.status !== 200 || keyless) return [];
  const base = { rule: 'LIST-1', shownBy: [exchange.id], operation: 'listPets' } as const;
  const content = contentOf(reading, base);
  if (content.kind === 'none') {
    const count = body.kind === 'passed-over' ? body.items : undefined;
    return [...content.findings, ...(count === undefined ? [] : judgeCount(reading, count, page))];
  }
  const items = listedItems(reading);
  if (items === undefined) {
    return [
      makeFinding(base, 'fail', `${requestLine(reading)} returned 200 with ${describeBody(reading)}`, {
        expected: 'an array of Pet',
        actual: describeBody(reading),
        fault: 'not an array',
      }),
    ];
  }
  return [
    ...judgeItems(reading, items, knowledge),
    ...judgeCount(reading, items.length, page),
    ...judgeFilter(reading, items, page, knowledge),
    ...judgeDuplicates(reading, items, knowledge),
  ];
}

/** LIST-1: every item is a Pet; how its integers are written is JSON-2's. */
function judgeItems(reading: Reading, items: readonly ExactJson[], { wronglyStored }: JudgeKnowledge): Finding[] {
  const judged = items.flatMap((item, index) =>
    isWronglyStored(item, wronglyStored) ? [] : [{ place: index + 1, faults: petFaults(item) }],
  );
  const faulty = judged.flatMap(({ place, faults }) => faults.map((fault) => ({ place, fault })));
  const [first] = faulty;
  if (first === undefined) {
    return judged.length === 0
      ? []
      : [makeFinding(subject(reading, 'LIST-1'), 'pass', 'lists are arrays in which every item is a Pet')];
  }
  const wrong = faulty.find(({ fault }) => isShapeFault(fault));
  if (wrong !== undefined) {
    const { place, fault } = wrong;
    return [
      makeFinding(
        subject(reading, 'LIST-1'),
        'fail',
        `${requestLine(reading)}: item ${place} is not a Pet: ${fault.says}`,
        {
          expected: 'every item has id, categoryId and name; a status, when present, is one of the three',
          actual: fault.says,
          ...nameOfFault(fault),
        },
      ),
    ];
  }
  if (faulty.some(({ fault }) => isIntegerFault(fault))) return [blameOn(subject(reading, 'LIST-1'), 'JSON-2')];
  const says = `${requestLine(reading)}: the status of item ${first.place} is null, which may stand for an absent one`;
  return [makeFinding(subject(reading, 'LIST-1'), 'inconclusive', says, { fault: 'null', place: 'status' })];
}

function isShapeFault(fault: PetFault): boolean {
  return !isIntegerFault(fault) && !(fault.field === 'status' && fault.kind === 'null');
}

/** LIST-2, LIST-3 and LIST-4: how many items a page may hold; the most specific of them is blamed. */
function judgeCount(reading: Reading, count: number, page: PageExpectation): Finding[] {
  const { limit, plain, atMost, status } = page;
  if (count > atMost) {
    const rule = limit !== undefined ? 'LIST-2' : plain ? 'LIST-3' : 'LIST-4';
    const findings: Finding[] = [
      makeFinding(subject(reading, rule), 'fail', `${requestLine(reading)} returned ${itemCount(count)}`, {
        expected: `at most ${itemCount(atMost)}`,
        actual: itemCount(count),
        fault: 'too many items',
      }),
    ];
    if (count > PAGE.maximum && rule !== 'LIST-4') findings.push(blameOn(subject(reading, 'LIST-4'), rule));
    if (limit !== undefined && status !== undefined) findings.push(blameOn(subject(reading, 'LIST-9'), 'LIST-2'));
    return findings;
  }
  return [];
}

/**
 * LIST-6 and LIST-9: the filter lets nothing else through, alone and together with a limit. A few pets of another status may have been
 * edited since the filter chose them, so other pages decide (strangers.ts); many have not. Which status those have that show none,
 * other responses show (hidden-statuses.ts).
 */
function judgeFilter(
  reading: Reading,
  items: readonly ExactJson[],
  page: PageExpectation,
  { pets: known, wronglyStored }: JudgeKnowledge,
): Finding[] {
  const { status, limit } = page;
  if (status === undefined || items.length === 0) return [];
  const others = items.filter((item) => memberOf(item, 'status') !== status && !isWronglyStored(item, wronglyStored));
  const strangers = others.flatMap((item) => {
    const shown = memberOf(item, 'status');
    return isPetStatus(shown) ? [{ item, shown: { id: printId(item), status: shown } }] : [];
  });
  const [stranger] = strangers;
  if (stranger !== undefined) {
    const unexplained = strangers.filter(({ item }) => {
      const id = memberOf(item, 'id');
      const pet = typeof id === 'bigint' ? known.get(id) : undefined;
      return pet === undefined || (pet.status !== status && !pet.formerStatuses?.includes(status));
    });
    if (!areMany(unexplained.length, items.length)) return [];
    const request = { number: reading.exchange.id, line: requestLine(reading), asked: status };
    return findingsOnStranger({ ...request, hasLimit: limit !== undefined }, stranger.shown);
  }
  if (others.some((item) => !isExactObject(item) || petFaults(item).some(isNoStatus)))
    return [blameOn(subject(reading, 'LIST-6'), 'LIST-1')];
  return [];
}

function isNoStatus({ field, kind }: PetFault): boolean {
  return field === 'status' && kind !== 'null';
}

/** This many pets of another status were not all edited within a lag, however long the page is; nor were half of those on a shorter one. */
const MANY_STRANGERS = 8;
const SOME_STRANGERS = 4;

function areMany(strangers: number, items: number): boolean {
  return strangers >= MANY_STRANGERS || (strangers >= SOME_STRANGERS && 2 * strangers >= items);
}

/**
 * LIST-10: ids on a page are unique. Where creations were answered with the id of another pet, that is CREATE-4's, and CREATE-3's where
 * their requests brought it along.
 */
function judgeDuplicates(reading: Reading, items: readonly ExactJson[], knowledge: JudgeKnowledge): Finding[] {
  const { collidedIds, takenOverIds } = knowledge;
  const byId = Map.groupBy(
    items.filter((item) => printId(item) !== 'none'),
    printId,
  );
  const twice = [...byId].filter(([, sharing]) => sharing.length > 1);
  const taken = twice.filter(([id, sharing]) => takenOverIds?.has(id) === true && mayDiffer(sharing));
  const first = twice.find(
    (one) => !taken.includes(one) && !haveCollided(one[1], collidedIds) && !areBesideCreated(one[1], knowledge),
  );
  if (first !== undefined) {
    const [id] = first;
    return [
      makeFinding(subject(reading, 'LIST-10'), 'fail', `${requestLine(reading)} returned id ${id} twice`, {
        expected: 'every id once',
        actual: `id ${id} twice`,
        fault: 'an id twice',
      }),
    ];
  }
  if (twice.length > 0)
    return [blameOn(subject(reading, 'LIST-10'), taken.length === twice.length ? 'CREATE-3' : 'CREATE-4')];
  return byId.size > 1
    ? [makeFinding(subject(reading, 'LIST-10'), 'pass', 'pages of two or more pets hold no id twice')]
    : [];
}

function haveCollided(sharing: readonly ExactJson[], collided: JudgeKnowledge['collidedIds']): boolean {
  const id = memberOf(sharing[0], 'id');
  return typeof id === 'bigint' && collided?.has(id) === true && areDifferentPets(sharing);
}

/** Whether one of several items with one id is the pet that a creation made under it, and another is not. */
function areBesideCreated(sharing: readonly ExactJson[], { createdUnder, createdNames }: JudgeKnowledge): boolean {
  const id = memberOf(sharing[0], 'id');
  if (typeof id !== 'bigint' || mayBeRounded(id)) return false;
  const pets = sharing.flatMap((item) => readPet(item) ?? []);
  return otherBeside(pets, { name: createdUnder?.get(id), names: createdNames }) !== undefined;
}

/** Whether items of one id are different pets, or may be: one whose id is a string is not read further. */
function mayDiffer(sharing: readonly ExactJson[]): boolean {
  return areDifferentPets(sharing) || sharing.some((item) => typeof memberOf(item, 'id') === 'string');
}

function printId(item: ExactJson): string {
  const id = memberOf(item, 'id');
  return typeof id === 'bigint' || typeof id === 'string' ? `${id}` : 'none';
}

function subject<R extends RuleId>(reading: Reading, rule: R) {
  return { rule, shownBy: [reading.exchange.id], operation: 'listPets' } as const;
}
