import { afterEach, expect, it, vi } from 'vitest';
import { UsageError } from '../errors.ts';
import { ExamResult } from './result.ts';
import { examineApart } from './examine-apart.ts';
import { examineOne } from './exam.ts';

const SITTING = { name: 'conforming', seed: 1, writes: true };

afterEach(() => vi.unstubAllEnvs());

it('no run begins where no temporary folder can be made', async () => {
  vi.stubEnv('TMPDIR', '/nowhere');
  const onResult = vi.fn<(result: ExamResult) => void>();
  const { signal: interrupt } = new AbortController();
  const examined = examineApart([SITTING], { parallel: 1, interrupt, form: ExamResult, onResult });
  await expect(examined).rejects.toThrow(UsageError);
  expect(onResult).not.toHaveBeenCalled();
});

it('a run that gets no temporary folder is told as aborted', async () => {
  vi.stubEnv('TMPDIR', '/nowhere');
  const { aborted } = await examineOne({ name: 'conforming', options: {} }, SITTING, new AbortController().signal);
  expect(aborted).toMatch(/^no temporary folder can be made/);
});
