import { join } from 'node:path';

const HERE = import.meta.dirname;

/** The runs that are kept in the repository, what the judges make of them, and why that changed. */
export const SMALL = {
  archive: join(HERE, 'recordings.jsonl.zst'),
  golden: join(HERE, 'verdicts.txt'),
  changes: join(HERE, 'changes.md'),
};

/** Every run of the examination, on the machine that recorded it. */
export const WHOLE = {
  archive: join(HERE, 'whole', 'recordings.jsonl.zst'),
  golden: join(HERE, 'whole', 'verdicts.txt'),
};
