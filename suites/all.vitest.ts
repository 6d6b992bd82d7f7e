import { join } from 'node:path';
import { suitesAsTests } from '../lib/vitest/adapter.ts';

await suitesAsTests(join(import.meta.dirname, '..'));
