import { expect, it } from 'vitest';
import { aResult } from './result.fixture.ts';
import { nameStability } from './name-stability.ts';

const DEFECT = 'limit-ignored';
const VIOLATION = { rule: 'LIST-2', operation: 'listPets', fault: 'too many items' } as const;

const seeing = (name: string, seed: number, ...inputs: readonly string[]) =>
  aResult(name, { seed, names: inputs.map((input) => ({ ...VIOLATION, input })) });

it('counts the pairs of runs of a defect in which the baseline of one knows all that the other finds', () => {
  const runs = [seeing(DEFECT, 1, 'one', 'two'), seeing(DEFECT, 2, 'two'), seeing(DEFECT, 3, 'two')];
  // The runs with seeds 2 and 3 know what each other finds, and that of seed 1 knows theirs.
  expect(nameStability(runs)).toEqual({ pairs: 6, same: 4 });
});

it('counts neither conforming services nor defects that were examined once', () => {
  expect(nameStability([seeing('conforming', 1), seeing('conforming', 2), seeing(DEFECT, 1)])).toEqual({
    pairs: 0,
    same: 0,
  });
});
