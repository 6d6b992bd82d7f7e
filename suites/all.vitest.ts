import { suitesAsTests } from '../lib/vitest/adapter.ts';

await suitesAsTests(process.cwd());
