import { errorAnswer, withBody, withHeader, withObject, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { readPetId } from '../pet-id.ts';
import { addresses } from '../request.ts';
import type { Variant } from './variant.ts';

const AFTER_REMOVAL = { today: '2031-01-15' };

/** How getPet is gone after its removal. */
function goneAs(status: number, code: string): Hooks {
  return {
    options: AFTER_REMOVAL,
    answer: (answer) =>
      answer.status === 410
        ? withBody({ ...answer, status }, errorAnswer(status, code, 'this operation was removed').body)
        : answer,
  };
}

/** An error as it comes for the nth time: with its own time, number and place of headers, in one of two languages. */
function errorOfTurn(answer: Answer, nth: number): Answer {
  if (answer.status < 400 || answer.body.length === 0) return answer;
  const id = `req-${nth.toString(16).padStart(8, '0')}`;
  const changed = withObject(answer, (error) => ({
    timestamp: new Date(Date.UTC(2026, 10, 21) + 137 * nth).toISOString(),
    ...error,
    ...(nth % 2 === 0 && { message: 'La requête est refusée' }),
    requestId: id,
  }));
  const { headers, ...rest } = withHeader(changed, 'X-Request-Id', id);
  return { ...rest, headers: nth % 2 === 0 ? headers.toReversed() : headers };
}

/** Errors, and the life of getPet. */
export const errorVariants: Readonly<Record<string, Variant>> = {
  'pet-id-400': {
    says: 'a petId that is not an int64 gets 400',
    closeTo: ['GET-3'],
    operate: (core, request, around) =>
      request.route.operation === 'getPet' && readPetId(request.route.petId) === undefined
        ? errorAnswer(400, 'invalid_id', 'petId must be an integer')
        : core(request, around),
  },
  'errors-differ-each-time': {
    says: 'each error has its own time, request id and order of headers, and every second one another language',
    closeTo: ['AUTH-8', 'ERR-1', 'ERR-4'],
    remembering: () => {
      let nth = 0;
      return { answer: (answer) => errorOfTurn(answer, ++nth) };
    },
  },
  'bare-405': {
    says: 'other methods get 405 without a body',
    closeTo: ['ERR-1'],
    answer: (answer) => (answer.status === 405 ? withBody(withHeader(answer, 'Content-Type'), '') : answer),
  },
  'other-methods-404': {
    says: 'other methods get 404',
    answer: (answer) =>
      answer.status === 405
        ? withBody({ ...answer, status: 404 }, errorAnswer(404, 'not_found', 'there is nothing here').body)
        : answer,
  },
  'codes-in-capitals': {
    says: 'codes are written in capitals',
    closeTo: ['ERR-4'],
    answer: (answer) =>
      answer.status >= 400
        ? withObject(answer, (error) => ({ ...error, code: String(error['code']).toUpperCase() }))
        : answer,
  },
  'not-announced': {
    says: 'getPet does not announce its removal',
    closeTo: ['GET-5'],
    warns: ['GET-5'],
    answer: (answer) => withHeader(withHeader(answer, 'Deprecation'), 'Sunset'),
  },
  'announced-by-date': {
    says: 'Deprecation is a date of HTTP, as in the drafts of its RFC',
    closeTo: ['GET-5'],
    answer: (answer, request) =>
      addresses(request, 'getPet') && answer.status === 200
        ? withHeader(answer, 'Deprecation', 'Fri, 05 Dec 2025 00:00:00 GMT')
        : answer,
  },
  'after-removal': { says: 'getPet was removed, and returns 410', closeTo: ['GET-4'], options: AFTER_REMOVAL },
  'after-removal-404': { says: 'getPet was removed, and returns 404', ...goneAs(404, 'not_found') },
  'after-removal-405': { says: 'getPet was removed, and returns 405', ...goneAs(405, 'method_not_allowed') },
};
