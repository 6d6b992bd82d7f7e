import { expect, it } from 'vitest';
import { aViolation, aReport } from '../../report/report.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { printedOutcome } from './printed-outcome.ts';

const VIOLATING = aReport({
  outcome: 'violating',
  rows: (['LIST-2', 'AUTH-1'] as const).map((id) => ({
    id,
    verdict: 'fail',
    findings: [aViolation({ rule: id })],
  })),
});
const WISHES = { strict: false, requireComplete: false };
const BASELINE = { file: 'b.yaml', known: [], stale: [], expired: [], unseen: [] };

it('as JSON tells what is new from what the baseline knows', () => {
  const gate = { exitStatus: 1, because: 'a reason' };
  const printed = (baseline?: typeof BASELINE & { readonly fresh: readonly { readonly rule: 'LIST-2' }[] }) =>
    JSON.parse(
      printedOutcome(
        'json',
        { ...VIOLATING, gate: { ...gate, ...(baseline !== undefined && { baseline }) }, wishes: WISHES },
        'reports/a',
      ),
    );
  expect(printed()).toMatchObject({ violated: ['AUTH-1', 'LIST-2'], new: ['AUTH-1', 'LIST-2'], known: [] });
  const held = printed({ ...BASELINE, fresh: [{ rule: 'LIST-2' }] });
  expect(held).toMatchObject({ violated: ['AUTH-1', 'LIST-2'], new: ['LIST-2'], known: ['AUTH-1'] });
  expect(printed({ ...BASELINE, fresh: [] })).toMatchObject({ new: [], known: ['AUTH-1', 'LIST-2'] });
});

it('as JSON says why there are no verdicts, where there are none', async () => {
  const { status, out, err } = await typed(['check', '--format', 'json', '--base-url', 'ftp://pets.example/v1'], '/');
  expect(status).toBe(2);
  const { error, hint, ...told } = JSON.parse(out);
  expect(told).toEqual({ outcome: 'error', exitStatus: 2 });
  expect(err).toContain(error);
  expect(err).toContain(hint);
});

it('as one word prints nothing where there are no verdicts', async () => {
  const args = ['check', '--format', 'outcome', '--base-url', 'ftp://pets.example/v1'];
  expect(await typed(args, '/')).toMatchObject({ status: 2, out: '' });
});
