/** With this status the watchdog says that it could not start the program; no program that petvet runs has it. */
export const CANNOT_START = 197;
