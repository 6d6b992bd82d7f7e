import { faultsOf } from './exam-grade.ts';
import { subjectsOf } from './exam-subjects.ts';
import { examine } from './exam.ts';

/**
 * Examines everything, the conforming server, every defect and every variant, and prints what went wrong as it is seen and
 * a summary at the end. Takes some minutes. Arguments: the seed, then names to be examined alone.
 */
const [seed = '1', ...only] = process.argv.slice(2);
const subjects = subjectsOf(only);

let faulty = 0;
for await (const result of examine(subjects, Number(seed))) {
  const faults = faultsOf(result);
  if (faults.length > 0) faulty++;
  for (const fault of faults) process.stdout.write(`${result.name}: ${fault}\n`);
}
process.stdout.write(`${subjects.length - faulty} of ${subjects.length} as they should be\n`);
process.exit(faulty === 0 ? 0 : 1);
