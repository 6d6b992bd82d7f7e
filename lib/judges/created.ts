import type { ExactJson } from '../evidence/exact-json.ts';
import { allowedBody } from '../expectation/expectation.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { petFaults } from '../shapes/pet.ts';
import { describeBody, requestLine } from './circumstances.ts';
import type { Finding } from './finding.ts';
import { isIntegerFault } from './integers.ts';
import type { ExchangeJudge } from './judge.ts';
import { memberOf, type Reading } from './reading.ts';

type ValidNewPet = Extract<NewPetReading, { kind: 'valid' }>;

/** The largest integer that a double holds exactly. */
const SAFE_INTEGER = 2n ** 53n;

/** What the answer to one creation shows: a Pet, with the fields as sent and an id of the service's own. Source: section 4.2. */
export const createdJudge: ExchangeJudge = {
  rules: ['CREATE-1', 'CREATE-2', 'CREATE-3', 'JSON-3'],
  judge: (reading, knowledge) => [...judgeCreated(reading), ...judgeOwnId(reading, new Set(knowledge.animals.keys()))],
};

function judgeCreated(reading: Reading): Finding[] {
  const { exchange, expectation, body } = reading;
  const { newPet, caller } = expectation;
  if (exchange.answer.status !== 201 || caller !== 'valid' || newPet === undefined) return [];
  if (allowedBody(expectation, 201) === undefined || body.kind === 'truncated' || body.kind === 'not-recorded')
    return [];
  const base = { shownBy: [exchange.id], operation: 'createPet' } as const;
  if (newPet.kind === 'should-refuse') {
    const rule = newPet.what.includes('status') ? 'CREATE-6' : 'CREATE-7';
    return [
      {
        ...base,
        rule,
        verdict: 'warn',
        says: `a creation with ${newPet.what} was accepted`,
        expected: '400',
        actual: '201',
      },
    ];
  }
  if (newPet.kind !== 'valid') return [];
  if (body.kind === 'not-json')
    return [{ ...base, rule: 'CREATE-1', verdict: 'inconclusive', says: 'see JSON-1', see: 'JSON-1' }];
  const faults = body.kind === 'json' ? petFaults(body.value) : [];
  const [fault] = faults.filter((one) => !isIntegerFault(one) && !(one.field === 'status' && one.kind === 'null'));
  if (body.kind === 'none' || fault !== undefined) {
    const actual = fault?.says ?? describeBody(reading);
    return [
      {
        ...base,
        rule: 'CREATE-1',
        verdict: 'fail',
        says: `${requestLine(reading)} answered 201, but not with a Pet: ${actual}`,
        expected: 'a Pet',
        actual,
      },
    ];
  }
  if (faults.some(isIntegerFault))
    return [{ ...base, rule: 'CREATE-1', verdict: 'inconclusive', says: 'see JSON-2', see: 'JSON-2' }];
  const regular: Finding[] = [
    { ...base, rule: 'CREATE-1', verdict: 'pass', says: 'a valid NewPet gets 201 and a Pet' },
  ];
  return [
    ...regular,
    ...judgeCategory(body.value, newPet, base),
    ...judgeName(body.value, newPet, base),
    ...judgeStatusSent(body.value, newPet, base),
  ];
}

type Base = Pick<Finding, 'shownBy' | 'operation'>;

function judgeCategory(pet: ExactJson, { categoryId }: ValidNewPet, base: Base): Finding[] {
  const got = memberOf(pet, 'categoryId');
  const large = categoryId > SAFE_INTEGER || categoryId < -SAFE_INTEGER;
  if (got === categoryId) {
    const kept: Finding = {
      ...base,
      rule: 'CREATE-2',
      verdict: 'pass',
      says: 'name, categoryId and status come back as sent',
    };
    return large
      ? [kept, { ...base, rule: 'JSON-3', verdict: 'pass', says: 'integers beyond 2^53 come back exactly' }]
      : [kept];
  }
  return [
    {
      ...base,
      rule: large ? 'JSON-3' : 'CREATE-2',
      verdict: 'fail',
      says: `categoryId ${categoryId} was sent and ${String(got)} came back`,
      expected: `categoryId ${categoryId}`,
      actual: `categoryId ${String(got)}`,
    },
  ];
}

/** Trimmed blanks and normal forms are warnings; any other alteration breaks the rule. */
function judgeName(pet: ExactJson, { name, odd }: ValidNewPet, base: Base): Finding[] {
  const got = memberOf(pet, 'name');
  if (
    got === name ||
    typeof got !== 'string' ||
    !name.isWellFormed() ||
    odd.some(({ what }) => what.includes('duplicate'))
  )
    return [];
  const tidied =
    got.normalize('NFC') === name.normalize('NFC') ||
    got === name.trim() ||
    got.normalize('NFC') === name.trim().normalize('NFC');
  // oxlint-disable-next-line no-control-regex -- control characters are what may be removed
  const stripped = got === name.replace(/[\u0000-\u001f\u007f]/g, '');
  return [
    {
      ...base,
      rule: 'CREATE-2',
      verdict: tidied || stripped ? 'warn' : 'fail',
      says: `the name ${short(name)} was sent and ${short(got)} came back`,
      expected: short(name),
      actual: short(got),
    },
  ];
}

function judgeStatusSent(pet: ExactJson, { status, odd }: ValidNewPet, base: Base): Finding[] {
  const got = memberOf(pet, 'status');
  if (status === undefined || got === status || odd.some(({ what }) => what.includes('duplicate'))) return [];
  const actual = typeof got === 'string' ? `status ${short(got)}` : 'no status';
  return [
    {
      ...base,
      rule: 'CREATE-2',
      verdict: 'fail',
      says: `status "${status}" was sent and ${actual} came back`,
      expected: `status "${status}"`,
      actual,
    },
  ];
}

/** CREATE-3: an id in the request is not taken over, unless it was refused. */
function judgeOwnId({ exchange, expectation, body }: Reading, known: ReadonlySet<bigint>): Finding[] {
  const { newPet, caller } = expectation;
  const { status } = exchange.answer;
  if (
    newPet?.kind !== 'valid' ||
    caller !== 'valid' ||
    !newPet.odd.some(({ what }) => what === 'the request has an id')
  )
    return [];
  const base = { rule: 'CREATE-3', shownBy: [exchange.id], operation: 'createPet' } as const;
  const refused = status >= 400 && status < 500 && status !== 401 && status !== 429;
  if (refused) return [{ ...base, verdict: 'pass', says: 'an id in the request is not taken over' }];
  const got = body.kind === 'json' ? memberOf(body.value, 'id') : undefined;
  if (status !== 201 || typeof got !== 'bigint' || newPet.sentId === undefined) return [];
  if (got !== newPet.sentId) return [{ ...base, verdict: 'pass', says: 'an id in the request is not taken over' }];
  return [
    {
      ...base,
      verdict: 'fail',
      says: `the id ${got} of the request was taken over${known.has(got) ? ', though another animal has it' : ''}`,
      expected: 'an id that the service assigns',
      actual: `id ${got}`,
    },
  ];
}

function short(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
