import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** petvet's version, from the package that this file belongs to. */
export const PETVET_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))).version;
