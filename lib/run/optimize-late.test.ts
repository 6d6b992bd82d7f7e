import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('sets what this V8 knows: it would print an error otherwise', () => {
  const file = join(import.meta.dirname, 'optimize-late.ts');
  const program = `import { optimizeLate } from ${JSON.stringify(file)}; optimizeLate();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
