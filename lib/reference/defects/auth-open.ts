import type { Operation } from '../../contract/operations.ts';
import type { Caller } from '../authentication.ts';
import { isDecodable } from '../decodable.ts';
import type { Hooks } from '../hooks.ts';
import { isRefusal } from '../refusal.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Defect } from './defect.ts';

/** Lets requests in that the service would refuse, as the first caller. */
export function letIn(isLetIn: (request: PetRequest, callers: readonly Caller[]) => boolean): Hooks {
  return {
    authenticate: (core, request, callers) =>
      core(request, callers) ?? (isLetIn(request, callers) ? callers[0] : undefined),
  };
}

/** Lets requests of one operation in that have no credentials. */
export function openTo(operation: Operation): Hooks {
  return letIn((request) => request.authorization.length === 0 && addresses(request, operation));
}

/** What needs no key. */
export const authOpenDefects: Readonly<Record<string, Defect>> = {
  'list-open': { says: 'lists need no key', breaks: ['AUTH-1', 'AUTH-7'], ...openTo('listPets') },
  'create-open': {
    says: 'adding a pet needs no key',
    breaks: ['AUTH-1', 'AUTH-4', 'AUTH-7'],
    ...openTo('createPet'),
  },
  'get-open': { says: 'fetching a pet needs no key', breaks: ['AUTH-1', 'AUTH-7'], ...openTo('getPet') },
  'filtered-list-open': {
    says: 'lists with a status need no key',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7'],
    ...letIn((request) => addresses(request, 'listPets') && request.query.has('status')),
  },
  'list-of-available-open': {
    says: 'the list of the available pets needs no key',
    breaks: ['AUTH-1', 'AUTH-7'],
    ...letIn(
      (request) =>
        request.authorization.length === 0 &&
        addresses(request, 'listPets') &&
        request.query.get('status') === 'available',
    ),
  },
  'filtered-list-for-any-key': {
    says: 'lists with a status take any key',
    breaks: ['AUTH-2', 'AUTH-7'],
    ...letIn(
      (request) => request.authorization.length > 0 && addresses(request, 'listPets') && request.query.has('status'),
    ),
  },
  'limited-list-open': {
    says: 'lists with a limit need no key',
    breaks: ['AUTH-1', 'AUTH-7'],
    ...letIn(
      (request) => request.authorization.length === 0 && addresses(request, 'listPets') && request.query.has('limit'),
    ),
  },
  'lists-of-one-open': {
    says: 'lists of one pet need no key',
    breaks: ['AUTH-1', 'AUTH-7'],
    ...letIn(
      (request) =>
        request.authorization.length === 0 && addresses(request, 'listPets') && request.query.get('limit') === '1',
    ),
  },
  'open-with-bad-limit': {
    says: 'a list with an invalid limit gets its response before the key is checked',
    breaks: ['AUTH-7'],
    authenticate: (core, request, callers) =>
      core(request, callers) ?? (addresses(request, 'listPets') && hasBadLimit(request) ? callers[0] : undefined),
    readListQuery: (core, parameters) => {
      const query = core(parameters);
      return isRefusal(query) ? core(new URLSearchParams()) : query;
    },
  },
  'open-under-another-spelling': {
    says: 'the router takes the path of the lists in other spellings, too, and those need no key',
    breaks: ['AUTH-7'],
    ...letIn((request) => addresses(request, 'listPets') && pathOf(request) !== LISTS),
    serve: (core, request, around) =>
      request.method === 'GET' && isLists(pathOf(request))
        ? core({ ...request, route: { operation: 'listPets' } }, around)
        : core(request, around),
  },
};

/** The path of the lists, as it is documented. */
const LISTS = '/v1/pets';

const pathOf = ({ target }: PetRequest): string => target.split('?')[0] ?? '';

/** Whether a path is that of the lists to a router that decodes it, cleans it and overlooks letter case. */
function isLists(path: string): boolean {
  if (!isDecodable(path)) return false;
  return decodeURIComponent(path).toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '') === LISTS;
}

function hasBadLimit({ query }: PetRequest): boolean {
  const limit = query.get('limit');
  return limit !== null && !/^([1-9]\d?|100)$/.test(limit);
}
