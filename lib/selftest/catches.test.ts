import { expect, it } from 'vitest';
import { KNOWN_FAULTS } from '../report/invisible.ts';
import { defects } from '../reference/defects/index.ts';

it('what is known of faults covers every defect (renew it with: npm run figures)', () => {
  expect(KNOWN_FAULTS.map(({ name }) => name).toSorted()).toEqual(Object.keys(defects).toSorted());
});

it('nearly every defect is caught by a rule that it breaks', () => {
  const caught = KNOWN_FAULTS.filter(({ name, withWrites }) => {
    const breaks: readonly string[] = defects[name]?.breaks ?? [];
    return breaks.some((rule) => withWrites.has(rule));
  });
  expect(caught.length / KNOWN_FAULTS.length).toBeGreaterThan(0.9);
});
