/** What a machine lacks, as a clause, and what to do about it, as another. */
export interface Shortage {
  readonly says: string;
  readonly hint: string;
}

const NO_SPACE: Shortage = {
  says: 'no space is left on the device',
  hint: 'make room, or choose another place with --report and TMPDIR',
};
const TOO_MANY_FILES: Shortage = {
  says: 'too many files are open for this process',
  hint: 'raise the limit, for example with ulimit -n 1024',
};
const TOO_LARGE: Shortage = {
  says: 'the system does not allow a file that large',
  hint: 'raise the limit, for example with ulimit -f unlimited',
};
const NO_MEMORY: Shortage = {
  says: 'the memory that Node may use is used up',
  hint: 'allow more, for example with NODE_OPTIONS=--max-old-space-size=1024',
};

/** By the code of the system or of Node. */
const SHORTAGES: Readonly<Record<string, Shortage>> = {
  EMFILE: TOO_MANY_FILES,
  ENFILE: { says: 'too many files are open on this machine', hint: 'end other programs, or use another machine' },
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: TOO_LARGE,
  EROFS: { says: 'the file system is read-only', hint: 'choose another place with --report and TMPDIR' },
  ENOMEM: { says: 'no memory is left', hint: 'end other programs, or use another machine' },
  ERR_WORKER_OUT_OF_MEMORY: NO_MEMORY,
  ERR_WORKER_INIT_FAILED: {
    says: 'the system does not allow another thread',
    hint: 'raise its limits, for example with ulimit -n 1024',
  },
};

/** Words of libraries that leave the code out. */
const WORDS: readonly (readonly [RegExp, Shortage])[] = [
  [/too many open files/i, TOO_MANY_FILES],
  [/no space (is )?left/i, NO_SPACE],
  [/no file grow so large/i, TOO_LARGE],
  [/memory limit|out of memory/i, NO_MEMORY],
];

/** What of the machine is used up, where an error says so. Undefined for every other error, which may be a fault of petvet's. */
export function shortageOf(error: unknown): Shortage | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const message = 'message' in error ? String(error.message) : '';
  const named = [code, ...(message.match(/\bE[A-Z_]{4,}\b/g) ?? [])].find((one) => Object.hasOwn(SHORTAGES, one));
  if (named !== undefined) return SHORTAGES[named];
  const worded = WORDS.find(([words]) => words.test(message))?.[1];
  return worded ?? ('cause' in error ? shortageOf(error.cause) : undefined);
}
