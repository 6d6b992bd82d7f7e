import type { ChecksDiff } from './checks.ts';

/** The name and version of the format. */
const SCHEMA = 'petvet/diff/1';

/** Two checks side by side as JSON: every difference by itself. */
export function renderChecksDiffJson(diff: ChecksDiff): string {
  return `${JSON.stringify({ schema: SCHEMA, ...diff }, undefined, 2)}\n`;
}
