import { parseHttpDate } from '../contract/http-date.ts';
import { GET_PET_REMOVAL, getPetPhase, isOnRemoval } from '../contract/lifecycle.ts';
import { headerValue } from '../evidence/exchange.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import { requiredHeaders, ruleOfBody } from '../expectation/rule-expectation.ts';
import { petFaults } from '../shapes/pet.ts';
import { describeBody, requestLine } from './circumstances.ts';
import { contentOf } from './content.ts';
import { blameOn } from './blame.ts';
import { makeFinding, nameOfFault, type Finding } from './finding.ts';
import { isIntegerFault } from './integers.ts';
import type { ExchangeJudge } from './judge.ts';
import { memberOf, type Reading } from './reading.ts';
import { isWronglyStored } from './wrongly-stored.ts';

/** What one response of getPet shows: the requested Pet, announced as deprecated. Source: sections 4.3 and 9. */
export const getPetJudge: ExchangeJudge = {
  name: 'get-pet',
  neededFor: 'get-without-name',
  rules: ['GET-1', 'GET-2', 'GET-5'],
  passedByOthers: ['GET-1', 'GET-2'],
  judge: judgeGetPet,
};

function judgeGetPet(reading: Reading, knowledge: JudgeKnowledge): Finding[] {
  const { exchange, expectation } = reading;
  const { petId } = expectation;
  if (expectation.caller !== 'valid' || petId?.kind !== 'int64' || exchange.answer.status !== 200) return [];
  if (getPetPhase(knowledge.asOf) !== 'deprecated') return [];
  // The service is blamed for accepting it; showing it as it is violates nothing further.
  const shown = reading.body.kind === 'json' ? reading.body.value : undefined;
  if (isWronglyStored({ id: petId.id }, knowledge.wronglyStored) || isWronglyStored(shown, knowledge.wronglyStored))
    return judgeDeprecation(reading);
  const rule = ruleOfBody(expectation.rules, 200) === 'GET-1' ? 'GET-1' : 'GET-2';
  const findings = judgePet(reading, petId.id, rule);
  return findings.some(({ verdict }) => verdict === 'fail') ? findings : [...findings, ...judgeDeprecation(reading)];
}

/** The body is a Pet, and for an id that was never listed, that very Pet; a known pet's fields are compared over the run. */
function judgePet(reading: Reading, id: bigint, rule: 'GET-1' | 'GET-2'): Finding[] {
  const { exchange } = reading;
  const base = { rule, shownBy: [exchange.id], operation: 'getPet' } as const;
  const content = contentOf(reading, base);
  if (content.kind === 'none') return content.findings;
  const { value } = content;
  const faults = value === undefined ? [] : petFaults(value);
  const [fault] = faults.filter((one) => !isIntegerFault(one) && !(one.field === 'status' && one.kind === 'null'));
  if (value === undefined || fault !== undefined) {
    const actual = fault?.says ?? describeBody(reading);
    return [
      makeFinding(base, 'fail', `${requestLine(reading)} returned 200, but not with a Pet: ${actual}`, {
        expected: rule === 'GET-1' ? 'the Pet with that id' : '404 with an Error',
        actual,
        ...nameOfFault(fault),
      }),
    ];
  }
  if (faults.some(isIntegerFault)) return [blameOn(base, 'JSON-2')];
  if (faults.length > 0 && rule === 'GET-1')
    return [
      makeFinding(base, 'inconclusive', `the pet's status is null, which may stand for an absent one`, {
        fault: 'null',
        place: 'status',
      }),
    ];
  const member = memberOf(value, 'id');
  const answeredId = typeof member === 'bigint' ? `${member}` : 'none';
  if (rule === 'GET-2' && answeredId !== `${id}`) {
    return [
      makeFinding(base, 'fail', `${requestLine(reading)} returned 200 with another pet, id ${answeredId}`, {
        expected: '404 with an Error',
        actual: `200 with id ${answeredId}`,
        fault: 'another pet',
        place: 'id',
      }),
    ];
  }
  return [];
}

/**
 * GET-5: both headers announce the removal, Sunset with an HTTP date, which is that of the removal. Deprecation may be a word: so it was
 * before its standard.
 * Source: specification, section 9; RFC 8594, section 3.
 */
function judgeDeprecation({ exchange, expectation }: Reading): Finding[] {
  const missing = requiredHeaders(expectation.rules, 'GET-5').filter(
    (name) => headerValue(exchange.answer.headers, name) === undefined,
  );
  const base = { rule: 'GET-5', shownBy: [exchange.id] } as const;
  if (missing.length === 0) {
    const sunset = headerValue(exchange.answer.headers, 'Sunset') ?? '';
    const instant = parseHttpDate(sunset, exchange.times.endedAt);
    if (instant !== undefined && isOnRemoval(instant))
      return [makeFinding(base, 'pass', 'getPet announces its deprecation and its sunset')];
    const [fault, says] =
      instant === undefined
        ? ['no date', `the Sunset of getPet is not an HTTP date: ${JSON.stringify(sunset)}`]
        : ['another day', `getPet announces another day for its removal than ${GET_PET_REMOVAL}: Sunset is ${sunset}`];
    return [
      makeFinding(base, 'fail', says, {
        expected: `Sunset: ${new Date(GET_PET_REMOVAL).toUTCString()}`,
        actual: `Sunset: ${sunset}`,
        fault,
        place: 'Sunset',
      }),
    ];
  }
  return [
    makeFinding(base, 'fail', `getPet responses lack ${missing.join(' and ')}`, {
      expected: 'Deprecation and Sunset headers',
      actual: `no ${missing.join(', no ')}`,
      fault: 'missing',
      place: missing.join(' and '),
    }),
  ];
}
