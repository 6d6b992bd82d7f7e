import { GET_PET_REMOVAL } from '../contract/lifecycle.ts';
import type { HeaderPair } from './answer.ts';

/** Since when getPet is deprecated; the specification shows no date. */
const DEPRECATED_SINCE = '2025-12-05';

/** What announces getPet's end: Deprecation (RFC 9745, section 2.1) and Sunset (RFC 8594, section 3). */
export const DEPRECATION_HEADERS: readonly HeaderPair[] = [
  ['Deprecation', `@${Date.parse(DEPRECATED_SINCE) / 1_000}`],
  ['Sunset', new Date(GET_PET_REMOVAL).toUTCString()],
];

/** Whether getPet is gone on a day (YYYY-MM-DD). Source: specification, section 9. */
export function isRemoved(today: string): boolean {
  return today >= GET_PET_REMOVAL;
}
