import type { ExactJson } from '../evidence/exact-json.ts';
import { allowedBody, type JudgeKnowledge } from '../expectation/expectation.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { petFaults } from '../shapes/pet.ts';
import { describeBody, requestLine } from './circumstances.ts';
import { contentOf } from './content.ts';
import { isNarrowed, losesDigits } from './double-rounding.ts';
import { blameOn } from './blame.ts';
import { shortened, whereTheyDiffer } from './differing-texts.ts';
import { faultOfStatus, makeFinding, nameOfFault, type Finding } from './finding.ts';
import { isIntegerFault } from './integers.ts';
import type { ExchangeJudge } from './judge.ts';
import { isUnread, memberOf, type Reading, showsCreated } from './reading.ts';

type ValidNewPet = Extract<NewPetReading, { kind: 'valid' }>;

/** What the answer to one creation shows: a Pet, with the fields as sent and an id of the service's own. Source: section 4.2. */
export const createdJudge: ExchangeJudge = {
  name: 'created',
  neededFor: 'create-empty-body',
  rules: ['CREATE-1', 'CREATE-2', 'CREATE-3', 'CREATE-6', 'CREATE-7', 'JSON-3'],
  passedByOthers: ['CREATE-6', 'CREATE-7'],
  judge: (reading, { pets }) => [...judgeCreated(reading), ...judgeOwnId(reading, pets)],
};

function judgeCreated(reading: Reading): Finding[] {
  const { exchange, expectation, body } = reading;
  const { newPet, caller } = expectation;
  if (!showsCreated(reading) || caller !== 'valid' || newPet === undefined) return [];
  if (allowedBody(expectation, 201) === undefined || isUnread(body)) return [];
  const base = { shownBy: [exchange.id], operation: 'createPet' } as const;
  if (newPet.kind === 'should-refuse') {
    const rule = newPet.field === 'status' ? 'CREATE-6' : 'CREATE-7';
    return [
      makeFinding({ ...base, rule }, 'warn', `a creation with ${newPet.what} was accepted`, {
        expected: '400',
        actual: '201',
        ...faultOfStatus(201),
      }),
    ];
  }
  if (newPet.kind !== 'valid') return [];
  const content = contentOf(reading, { ...base, rule: 'CREATE-1' });
  if (content.kind === 'none') return content.findings;
  const { value } = content;
  const faults = value === undefined ? [] : petFaults(value);
  // The wrong status is reported already; a body that is a Pet still shows which pet it is.
  const isTold = exchange.answer.status !== 201;
  if (isTold && (value === undefined || faults.length > 0)) return [];
  const [fault] = faults.filter((one) => !isIntegerFault(one) && !(one.field === 'status' && one.kind === 'null'));
  if (value === undefined || fault !== undefined) {
    const actual = fault?.says ?? describeBody(reading);
    return [
      makeFinding(
        { ...base, rule: 'CREATE-1' },
        'fail',
        `${requestLine(reading)} returned 201, but not with a Pet: ${actual}`,
        { expected: 'a Pet', actual, ...nameOfFault(fault) },
      ),
    ];
  }
  const altered = [
    ...judgeCategory(value, newPet, base),
    ...judgeName(value, newPet, base),
    ...judgeStatusSent(value, newPet, base),
  ];
  if (faults.some(isIntegerFault)) {
    const shape = blameOn({ ...base, rule: 'CREATE-1' }, reading.takenOver?.isText === true ? 'CREATE-3' : 'JSON-2');
    // How an id is written says nothing about the other members.
    return [
      shape,
      ...altered,
      ...(faults.every(({ field }) => field === 'id') ? keptRules(newPet, value, altered, base) : []),
    ];
  }
  const isNull = faults.some(({ field }) => field === 'status');
  const shape: Finding = isNull
    ? makeFinding({ ...base, rule: 'CREATE-1' }, 'inconclusive', 'a created pet has the status null', {
        fault: 'null',
        place: 'status',
      })
    : makeFinding({ ...base, rule: 'CREATE-1' }, 'pass', 'a valid NewPet gets 201 with a Pet');
  return [...(isTold ? [] : [shape]), ...altered, ...keptRules(newPet, value, altered, base)];
}

type Base = Pick<Finding, 'shownBy' | 'operation'>;

function keptRules({ categoryId }: ValidNewPet, pet: ExactJson, altered: readonly Finding[], base: Base): Finding[] {
  const kept: Finding[] = [];
  if (altered.length === 0)
    kept.push(
      makeFinding({ ...base, rule: 'CREATE-2' }, 'pass', 'createPet returns name, categoryId and status as sent'),
    );
  if (losesDigits(categoryId) && memberOf(pet, 'categoryId') === categoryId)
    kept.push(makeFinding({ ...base, rule: 'JSON-3' }, 'pass', 'createPet returns integers beyond 2^53 exactly'));
  return kept;
}

function judgeCategory(pet: ExactJson, { categoryId }: ValidNewPet, base: Base): Finding[] {
  const got = memberOf(pet, 'categoryId');
  if (got === categoryId || typeof got !== 'bigint') return [];
  return [
    makeFinding(
      { ...base, rule: isNarrowed(got, categoryId) || isNear(got, categoryId) ? 'JSON-3' : 'CREATE-2' },
      'fail',
      `createPet returned categoryId ${got} instead of ${categoryId}`,
      {
        expected: `categoryId ${categoryId}`,
        actual: `categoryId ${got}`,
        fault: 'another value',
        place: 'categoryId',
      },
    ),
  ];
}

/** No number format in use is less precise than six digits. */
const NARROWEST = 100_000n;

/** Whether only digits at the end of a large integer were lost. */
function isNear(got: bigint, sent: bigint): boolean {
  const off = got > sent ? got - sent : sent - got;
  return losesDigits(sent) && off * NARROWEST <= (sent < 0n ? -sent : sent);
}

/** Trimmed and collapsed blanks, normal forms and removed control characters are warnings; any other alteration violates the rule. */
function judgeName(pet: ExactJson, { name }: ValidNewPet, base: Base): Finding[] {
  const got = memberOf(pet, 'name');
  if (got === name || typeof got !== 'string' || !name.isWellFormed()) return [];
  const subject = { ...base, rule: 'CREATE-2' } as const;
  const fault = { fault: 'another value', place: 'name' } as const;
  if (got.length >= LEAST_KEPT && got.length < name.length && name.startsWith(got) && !tidied(name).has(got)) {
    const [sent, kept] = [name, got].map((text) => Array.from(text).length);
    const says = `createPet truncated the name: ${sent} characters were sent, ${kept} returned`;
    return [
      makeFinding(subject, 'fail', says, { expected: `${sent} characters`, actual: `${kept} characters`, ...fault }),
    ];
  }
  const [expected, actual] = whereTheyDiffer(name, got);
  const says = `createPet returned the name ${actual} instead of ${expected}`;
  return [makeFinding(subject, tidied(name).has(got) ? 'warn' : 'fail', says, { expected, actual, ...fault })];
}

/** The rest of a truncated name has at least this many characters: with fewer it may be anything. */
const LEAST_KEPT = 6;

/** A name with each tab replaced by 2, 4 or 8 blanks, or with the line breaks of another platform. */
function otherWhiteSpace(name: string): string[] {
  const tabs = [2, 4, 8].map((width) => name.replaceAll('\t', ' '.repeat(width)));
  return [name, ...tabs].flatMap((text) => [text, text.replace(/\r?\n/g, '\r\n')]);
}

/** A name in every form that only tidies it. */
function tidied(name: string): Set<string> {
  // oxlint-disable-next-line no-control-regex -- control characters are what may be removed
  const control = /[\u0000-\u001f\u007f]/g;
  return new Set(
    [name, name.replace(control, ''), name.replace(control, ' '), ...otherWhiteSpace(name)]
      .flatMap((text) => [text, text.replace(/\s+/g, ' ')])
      .flatMap((text) => [text, text.trim(), text.trimStart(), text.trimEnd()])
      .flatMap((text) => [text, ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => text.normalize(form))]),
  );
}

function judgeStatusSent(pet: ExactJson, { status }: ValidNewPet, base: Base): Finding[] {
  const got = memberOf(pet, 'status');
  if (status === undefined || got === status) return [];
  const actual = typeof got === 'string' ? `status ${shortened(got)}` : 'no status';
  return [
    makeFinding({ ...base, rule: 'CREATE-2' }, 'fail', `createPet returned ${actual} instead of "${status}"`, {
      expected: `status "${status}"`,
      actual,
      fault: 'another value',
      place: 'status',
    }),
  ];
}

/** How far beyond a known id the service's own counter may be. */
const NEAR = 1_000n;

/** CREATE-3: an id in the request is not used, unless the request was refused. */
function judgeOwnId(reading: Reading, known: JudgeKnowledge['pets']): Finding[] {
  const { exchange, expectation, body, takenOver } = reading;
  const { newPet, caller } = expectation;
  const { status } = exchange.answer;
  if (newPet?.kind !== 'valid' || caller !== 'valid' || newPet.sentId === undefined) return [];
  const { sentId } = newPet;
  const base = { rule: 'CREATE-3', shownBy: [exchange.id], operation: 'createPet' } as const;
  const pass: Finding = makeFinding(base, 'pass', 'an id in the request is not used');
  if (status >= 400 && status < 500 && ![401, 403, 429].includes(status)) return [pass];
  const text = takenOver?.isText === true ? takenOver.id : undefined;
  const shown = body.kind === 'json' ? memberOf(body.value, 'id') : undefined;
  const got = text === undefined ? shown : sentId;
  if (!showsCreated(reading) || typeof got !== 'bigint') return [];
  if (got !== sentId) return [pass];
  // What happened to the pet that has it is judged from the log of the run.
  if (text === undefined && known.has(got)) return [];
  const next = text === undefined && [0n, ...known.keys()].some((id) => got >= id && got - id <= NEAR);
  const doubt = next ? ', or was the next one of the service' : '';
  const id = text === undefined ? `${got}` : JSON.stringify(text);
  return [
    makeFinding(base, next ? 'inconclusive' : 'fail', `the service used the id ${id} of the request${doubt}`, {
      expected: 'an id that the service assigns',
      actual: `id ${id}`,
      fault: `taken over${doubt}`,
      place: 'id',
    }),
  ];
}
