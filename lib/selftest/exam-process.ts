import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { DEEP_REQUESTS, DEEPER } from './exam-depth.ts';
import { examine, type Subject } from './exam.ts';

/**
 * Examines the conforming server, every defect and every variant, and prints a line of JSON for each as it is done. A
 * process of its own, because vitest does not run within vitest. Arguments: the seed, then names to be examined alone.
 */
const [seed = '1', ...only] = process.argv.slice(2);
const subjects: Subject[] = [
  { name: 'conforming', options: {} },
  ...Object.keys(defects).map((defect) => ({
    name: defect,
    options: { defect },
    ...(DEEPER.has(defect) && { maxRequests: DEEP_REQUESTS }),
  })),
  ...Object.keys(variants).map((variant) => ({ name: variant, options: { variant } })),
].filter(({ name }) => only.length === 0 || only.includes(name));

for await (const result of examine(subjects, Number(seed))) process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
