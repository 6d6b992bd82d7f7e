import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStacks, ROOT } from './stacks.ts';
import { renderStacks } from './stacks-page.ts';

it('docs/stacks.md is what `npm run lab -- --write-docs` makes', () => {
  expect(readFileSync(join(ROOT, 'docs', 'stacks.md'), 'utf8')).toBe(renderStacks(readStacks()));
});

it('a reason that holds on both plans is told once', () => {
  const violated = [{ rule: 'ERR-1' as const, because: 'A 404 is HTML | text.' }];
  const none = { outcome: 'conforming' as const, violated: [] };
  const some = { outcome: 'violating' as const, violated };
  const stack = {
    name: 'some',
    folder: '/lab/some',
    title: 'Some 5 with @some/limiter',
    needs: [],
    versions: { natural: { start: 'exec true' }, mended: { start: 'exec true' } },
    expected: { natural: { free: some, business: some }, mended: { free: none, business: none } },
    mending: '**ERR-1.** Answer with JSON.',
  };
  const page = renderStacks([stack]);
  expect(page).toContain('| ERR-1 | both | A 404 is HTML \\| text. |');
  expect(page).toContain('[Some 5 with @some/limiter](#some-5-with-somelimiter)');
  expect(page).toContain('**ERR-1.** Answer with JSON.');
  expect(
    renderStacks([{ ...stack, expected: { ...stack.expected, natural: { free: none, business: none } } }]),
  ).toContain('The natural version conforms.');
});
