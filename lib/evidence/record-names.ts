/** The names under which requests over the limit, and those of the second caller beside them, are recorded. */
export const BURST = 'limits/burst';
export const SECOND_CALLER = 'limits/second-caller';
