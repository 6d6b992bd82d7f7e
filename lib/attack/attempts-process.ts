import { Attempt } from './attempt.ts';
import { runAttempt } from './run-attempt.ts';

/**
 * Runs one attempt after the other, each as a message comes with it, and answers with how it ended. A process of its own, because a
 * run may never end, or end the process. Arguments: the folder that was prepared, the folder for runs, the path of k6.
 */
const [prepared = '', runs = '', k6 = ''] = process.argv.slice(2);

// Every k6 under way watches for the end of this process.
process.setMaxListeners(0);
process.on('message', (message) => {
  void runAttempt(Attempt.parse(message), { prepared, runs, k6 }).then((ended) => process.send?.(ended));
});
