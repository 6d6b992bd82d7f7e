import { subjectsOf } from './exam-subjects.ts';
import { examine } from './exam.ts';

/**
 * Examines the conforming server, every defect and every variant, and prints a line of JSON for each as it is done. A
 * process of its own, because vitest does not run within vitest. Arguments: the seed, then names to be examined alone.
 */
const [seed = '1', ...only] = process.argv.slice(2);
const subjects = subjectsOf(only);

/** Those of the limiter mostly wait. */
const AT_A_TIME = 6;

for await (const result of examine(subjects, Number(seed), AT_A_TIME))
  process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
