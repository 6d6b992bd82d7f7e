/** Runs of petvet at a time for each core: enough that it has work while some wait, and so few that none is late for a window of a few seconds. */
export const RUNS_PER_CORE = 18;

/** Processes at a time for each core, where each run is a process of its own: another tester's, or a repeated command's. */
export const PROCESSES_PER_CORE = 4;
