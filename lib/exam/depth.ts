/** What a run may send that goes deeper than the default one. */
export const DEEP_REQUESTS = 500;

/**
 * Defects that a run at the default depth does not meet, or only by the luck of its seed: most sit on one of the many values that
 * a property draws. They are examined with {@link DEEP_REQUESTS}.
 */
export const DEEPER: ReadonlySet<string> = new Set([
  'bad-status-stored-without-one',
  'category-clamped-below',
  'category-empty-array-is-0',
  'category-empty-is-0',
  'category-false-is-0',
  'category-of-object',
  'content-type-odd-500',
  'deep-array-500',
  'every-tenth-lost',
  'field-names-in-snake-case',
  'field-names-trimmed',
  'form-accepted',
  'id-sign-lost',
  'list-of-available-open',
  'key-at-the-end',
  'key-inherited',
  'name-array-accepted',
  'name-boolean-accepted',
  'name-breaks-escaped',
  'name-ends-at-line-feed',
  'null-as-key',
  // The limit must be used up twice.
  'one-less',
  'pet-in-a-field-accepted',
  'scheme-begins-as-bearer',
  'status-by-number',
  'status-by-number-in-text',
  'status-false-default',
  'status-first-of-array',
  'status-line-break-accepted',
  'status-of-flags',
  'status-of-tag',
  'status-pattern-not-anchored',
  'status-trimmed',
  'status-without-its-end',
  'text-id-taken-over',
  // Which of the two it is that responds, chance decides.
  'two-instances-by-chance',
]);
