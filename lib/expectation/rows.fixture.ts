import { CREATION_ROWS } from './creation-rows.fixture.ts';
import { GET_ROWS } from './get-rows.fixture.ts';
import { LIST_ROWS } from './list-rows.fixture.ts';
import type { Row } from './row.fixture.ts';

/** The specification, request by request. */
export const ROWS: Record<string, Row> = { ...LIST_ROWS, ...CREATION_ROWS, ...GET_ROWS };
