import type { SuitesWatcher } from './suites.ts';

/** Watches a run that nobody is told of. */
export const SILENT: SuitesWatcher = { onProbe: () => {}, onSent: () => {}, onWaiting: () => {} };
