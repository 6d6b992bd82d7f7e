import { DIFF_SCHEMA, type ChecksDiff } from './diff-document.ts';

/** Two checks side by side as JSON, in the format that `diff.schema.json` describes: every difference by itself. */
export function renderChecksDiffJson(diff: ChecksDiff): string {
  return `${JSON.stringify({ schema: DIFF_SCHEMA, ...diff }, undefined, 2)}\n`;
}
