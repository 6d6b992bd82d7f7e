import { constants, setPriority } from 'node:os';
import { Attempt } from './attempt.ts';
import { runAttempt } from './run-attempt.ts';

/**
 * Runs one attempt after the other, each as a message comes with it, and answers with how it ended. A process of its own, because a
 * run may never end, or end the process. Arguments: the folder that was prepared, the folder for runs, the path of k6.
 */
const [prepared = '', runs = '', k6 = ''] = process.argv.slice(2);

// Nothing waits for an attempt; other work does not wait for it, either.
setPriority(constants.priority.PRIORITY_LOW);

// Every k6 under way watches for the end of this process.
process.setMaxListeners(0);
process.on('message', (message) => {
  void runAttempt(Attempt.parse(message), { prepared, runs, k6 }).then((ended) => process.send?.(ended));
});
