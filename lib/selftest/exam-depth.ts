/** What a run may send that goes deeper than the default one. */
export const DEEP_REQUESTS = 500;

/**
 * Defects that a run at the default depth meets only by the luck of its seed: they sit on one of the many values that a
 * property draws. They are examined with {@link DEEP_REQUESTS}.
 */
export const DEEPER: ReadonlySet<string> = new Set([]);
