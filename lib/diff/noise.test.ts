import { describe, expect, it } from 'vitest';
import { compareChecks } from './checks.ts';
import { aCheck, observed, open, violated } from './diff.fixture.ts';

type Rows = Parameters<typeof aCheck>[1];

const ZERO = 'limit is "0"';

/** Compares two services of which the one before has two runs. */
function compared(before: Rows, again: Rows, after: Rows) {
  const [was, second, is] = [aCheck('a', before), aCheck('a2', again), aCheck('b', after)];
  const { outcome, differences, noise } = compareChecks(was, is, { again: second });
  return {
    outcome,
    differences: differences.map(({ weight, subject }) => `${weight} ${subject}`),
    noise: noise.map(({ subject, before: first, again: then, after: there }) => [subject, first, then, there]),
  };
}

const zero = (...did: string[]) => [observed('LIST-5', ...did.map((one) => [ZERO, one] as const))];
const codes = (...all: string[]) => [observed('ERR-6', ...all.map((code) => ['code of 400', code, 9] as const))];
const OF_ZERO = `behaviour LIST-5 ${ZERO}`;

describe('observed behaviour', () => {
  it('that the service before has twice holds', () => {
    expect(compared(zero('400'), zero('400'), zero('422'))).toEqual({
      outcome: 'changed',
      differences: [`changed ${OF_ZERO}`],
      noise: [],
    });
  });

  it.each([
    ['does in the second run', zero('400'), zero('422'), zero('422'), [OF_ZERO, '400', '422', '422']],
    [
      'does in both ways in the second run',
      zero('400'),
      zero('400', '422'),
      zero('422'),
      [OF_ZERO, '400', '400, 422', '422'],
    ],
    ['does in a third way', zero('400'), zero('404'), zero('422'), [OF_ZERO, '400', '404', '422']],
    ['did in the first run only', zero('400'), zero('422'), zero('400'), [OF_ZERO, '400', '422', undefined]],
  ])('that the service before %s is noise', (_how, before, again, after, told) => {
    expect(compared(before, again, after)).toEqual({ outcome: 'same', differences: [], noise: [told] });
  });

  it('of error codes holds where the second run met fewer conditions, and is noise where it has the other code', () => {
    const changed = ['changed behaviour ERR-6 code of 400'];
    const [was, is] = [codes('bad', 'limit'), codes('bad', 'bad_limit')];
    expect(compared(was, codes('bad'), is)).toMatchObject({ differences: changed, noise: [] });
    expect(compared(was, was, is)).toMatchObject({ differences: changed, noise: [] });
    expect(compared(was, is, is)).toMatchObject({ outcome: 'same', differences: [] });
  });

  it('that the second run did not meet holds', () => {
    expect(compared(zero('400'), [], zero('422')).differences).toEqual([`changed ${OF_ZERO}`]);
  });

  it('of a number of items is another thing than the status', () => {
    const again = [...zero('200 with 0 items'), open('LIST-4')];
    expect(compared(zero('200 with 0 items'), again, zero('200 with 20 items')).differences).toEqual([
      `changed ${OF_ZERO} (items)`,
    ]);
  });
});

describe('verdicts', () => {
  const BROKEN = [violated('LIST-2', { fault: 'too many items' })];
  const WORSE = [violated('LIST-2', { fault: 'too many items' }, { fault: 'too few items' })];

  it('hold where the second run says the same, or nothing', () => {
    const worse = { outcome: 'worse', differences: ['worse verdict LIST-2'], noise: [] };
    expect(compared([], [], BROKEN)).toEqual(worse);
    expect(compared([], [open('LIST-2')], BROKEN)).toEqual(worse);
    expect(compared(BROKEN, BROKEN, [])).toMatchObject({ differences: ['better verdict LIST-2'], noise: [] });
  });

  it('are noise where the second run has another', () => {
    expect(compared([], BROKEN, BROKEN)).toMatchObject({ outcome: 'same', differences: [] });
    expect(compared(BROKEN, [], [])).toMatchObject({ outcome: 'same', differences: [] });
  });

  it('hold for a kind of fault that the service before never had', () => {
    expect(compared(BROKEN, BROKEN, WORSE).differences).toEqual(['worse finding LIST-2 too few items']);
    expect(compared(BROKEN, [], WORSE).differences).toEqual(['worse finding LIST-2 too few items']);
    expect(compared(BROKEN, WORSE, WORSE)).toMatchObject({ outcome: 'same', differences: [] });
  });
});

it('a second run is named with its rules', () => {
  const leftOut = { 'LIST-3': 'not chosen with --rule' };
  const again = aCheck('a2', [], { knowledge: { leftOut } });
  expect(compareChecks(aCheck('a'), aCheck('b'), { again }).again?.rules).not.toContain('LIST-3');
});
