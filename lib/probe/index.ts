/** What suites are written with. */
export { lookAgain, lookAgainSoon, populate, useUpLimit } from './acts.ts';
export { coverMore } from './cover-more.ts';
export { forAll, type ProbeRun } from './for-all.ts';
export type { Service } from './service.ts';
export { suite } from './suite.ts';
