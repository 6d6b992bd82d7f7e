import { KNOWN_FAULTS } from '../report/invisible.ts';

/**
 * Prints the kill curve: how many of the known defects a run has caught after so many requests, from the examination whose
 * results `lib/report/catches.ts` keeps.
 */
const MARKS = [10, 25, 50, 100, 120];
const first = KNOWN_FAULTS.map(({ withWrites }) => Math.min(...withWrites.values()));
for (const mark of MARKS) {
  const caught = first.filter((requests) => requests <= mark).length;
  process.stdout.write(
    `${String(mark).padStart(4)} requests  ${String(caught).padStart(4)} of ${KNOWN_FAULTS.length} defects\n`,
  );
}
