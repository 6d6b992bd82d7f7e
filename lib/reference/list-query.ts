import { isPetStatus, PAGE, type PetStatus } from '../contract/pets.ts';
import type { Pet } from './pet.ts';
import { refuse, type Refusal } from './refusal.ts';
import type { Store } from './store.ts';

/** What a list request asks for. */
export interface ListQuery {
  readonly limit: number;
  readonly status?: PetStatus | undefined;
}

/** A limit that no store reaches. */
export const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** Reads `limit` and `status`; other parameters are left aside. Source: specification, section 4.1. */
export function readListQuery(parameters: URLSearchParams): ListQuery | Refusal {
  const limits = parameters.getAll('limit');
  const statuses = parameters.getAll('status');
  const limit = readLimit(limits);
  if (limit === undefined) {
    return refuse(400, 'invalid_limit', `limit must be one whole number from ${PAGE.minimum} to ${PAGE.maximum}`);
  }
  const [status] = statuses;
  if (statuses.length > 1 || (status !== undefined && !isPetStatus(status))) {
    return refuse(400, 'invalid_status', 'status must be one of available, pending, sold');
  }
  return { limit, status };
}

/** The pets of a page: filtered first, then cut, by increasing id. */
export function listPets({ limit, status }: ListQuery, store: Store): readonly Pet[] {
  const wanted = status === undefined ? store.all : store.all.filter((pet) => pet.status === status);
  return wanted.slice(0, limit);
}

function readLimit([text, another]: readonly string[]): number | undefined {
  if (text === undefined) return PAGE.default;
  if (another !== undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const limit = Number(text);
  return limit >= PAGE.minimum && limit <= PAGE.maximum ? limit : undefined;
}
