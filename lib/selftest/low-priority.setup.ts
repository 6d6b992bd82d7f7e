import { constants, setPriority } from 'node:os';

// Before each file of tests that only compute: what waits for windows on the same machine goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
