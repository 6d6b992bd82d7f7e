import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap stay small. V8 doubles the part in which new objects are made with time, and lets the other grow to four times of what is
 * alive: to some hundred megabytes, though judging a million exchanges makes many objects and keeps few. It is collected more often then,
 * which takes little longer. Of no effect on what is alive, and on a heap that has grown already.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}
