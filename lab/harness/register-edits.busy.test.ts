import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { predicateIn } from '../../lib/certificate/certificate.fixture.ts';
import {
  anOwnedRegister,
  certificateIn,
  FRESH,
  IN_GRACE,
  PLACES,
  rankOf,
  STALE,
  statesOf,
  write,
} from './owned-register.fixture.ts';
import { edit, EVERYTHING, signAsOwner, someEdits, spareUntouched, SUBMISSIONS } from './register-edits.fixture.ts';

/** Some hundred registers are checked, on a machine that may be busy. */
const PATIENCE = 600_000;

const RUNS = 100;

const DAYS = [FRESH, IN_GRACE, STALE];

let owned: Awaited<ReturnType<typeof anOwnedRegister>>;

/** What is said of each submission before anybody edits, by the day. */
const before = new Map<string, ReadonlyMap<string, string>>();

beforeAll(async () => {
  owned = await anOwnedRegister();
  for (const day of DAYS) before.set(day, await statesOf(owned.register, day));
}, PATIENCE);

afterAll(() => owned[Symbol.asyncDispose]());

const statesOn = (day: string) => before.get(day) ?? new Map<string, string>();

/** A copy of the register, for one edit. */
async function edited<T>(act: (register: string) => void, then: (register: string) => Promise<T>) {
  const copy = mkdtempSync(join(owned.place, 'edited-'));
  try {
    cpSync(owned.register, copy, { recursive: true });
    act(copy);
    return await then(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The submissions of which something better is said than before. */
function betterOf(after: ReadonlyMap<string, string>, worst: (place: string) => number): string[] {
  return [...after]
    .filter(([place, state]) => rankOf(state) < worst(place))
    .map(([place, state]) => `${place}: ${state}`);
}

const withOwner = (register: string, day: string) => statesOf(register, day, '--owner-key', owned.ownerKey);

/** The run that a certificate is of, whoever signed it. */
function runAt(register: string, place: string): string | undefined {
  try {
    return predicateIn(readFileSync(certificateIn(register, place), 'utf8')).evidence.sha256;
  } catch {
    return undefined;
  }
}

it('the register has a submission in each state, and its owner signed it', async () => {
  const fresh = {
    [PLACES.sound]: 'conformant',
    [PLACES.upheld]: 'withdrawn',
    [PLACES.withdrawn]: 'withdrawn',
    [PLACES.disputed]: 'disputed',
    [PLACES.violating]: 'refused',
    [PLACES.foreign]: 'refused',
  };
  expect(Object.fromEntries(statesOn(FRESH))).toEqual(fresh);
  expect(Object.fromEntries(statesOn(IN_GRACE))).toEqual({ ...fresh, [PLACES.sound]: 'grace' });
  expect(statesOn(STALE).get(PLACES.sound)).toBe('stale');
  expect(Object.fromEntries(await withOwner(owned.register, FRESH))).toEqual(fresh);
});

const yaml = (register: string, file: string, change: (value: Record<string, unknown>) => object) =>
  write(join(register, file), stringify(change(parse(readFileSync(join(register, file), 'utf8')))));

const disputeOf = (place: string) => `disputes/${place}/${FRESH}-LIST-2/dispute.yaml`;

const without =
  (member: string) =>
  ({ [member]: _member, ...rest }: Record<string, unknown>) =>
    rest;

const EXCLUDED = ['CREATE-1', 'LIST-1', 'AUTH-1', 'GET-1'].map((rule, nth) => ({
  id: `E${nth}`,
  rule,
  catalogues: ['1.0.0'],
  from: '2020-01-01',
  does: 'excludes',
  says: 'it is wrong',
}));

/** Edits that each make a state better where nobody vouches for what the owner writes. */
const ATTACKS: readonly (readonly [says: string, day: string, act: (register: string) => void])[] = [
  ['a dispute is removed', FRESH, (register) => rmSync(join(register, 'disputes'), { recursive: true })],
  ['a decision is removed', FRESH, (register) => yaml(register, disputeOf(PLACES.upheld), without('decision'))],
  [
    'a dispute is about another certificate',
    FRESH,
    (register) =>
      yaml(register, disputeOf(PLACES.disputed), (one) => ({ ...without('run')(one), certificate: 'c'.repeat(64) })),
  ],
  [
    'an erratum excludes the rule of a dispute',
    FRESH,
    (register) =>
      write(
        join(register, 'errata.yaml'),
        stringify({ schema: 'petvet/errata/1', errata: [{ ...EXCLUDED[0], rule: 'LIST-2' }] }),
      ),
  ],
  [
    'the rules of the register have more days',
    IN_GRACE,
    (register) => yaml(register, 'register.yaml', (one) => ({ ...one, freshDays: 90 })),
  ],
  ['the rules of the register are removed', STALE, (register) => rmSync(join(register, 'register.yaml'))],
  [
    'the key is that of another implementation',
    FRESH,
    (register) => {
      edit(register, [{ kind: 'signAgain', what: 0, where: 0, how: 1 }], EVERYTHING);
    },
  ],
  [
    'a withdrawal is taken back',
    FRESH,
    (register) => yaml(register, `${PLACES.withdrawn}/product.yaml`, without('withdrawn')),
  ],
  [
    'a certificate is put into the folder of a version that is refused',
    FRESH,
    (register) => {
      for (const file of ['certificate.intoto.jsonl', 'evidence.jsonl.gz'])
        cpSync(join(register, PLACES.sound, file), join(register, PLACES.upheld, file));
    },
  ],
  [
    'a certificate is put into the folder of a new version',
    FRESH,
    (register) => {
      cpSync(join(register, PLACES.sound), join(register, 'pets-koa/9.0.0'), { recursive: true });
      yaml(register, 'pets-koa/9.0.0/product.yaml', (one) => ({ ...one, version: '9.0.0' }));
    },
  ],
];

/** Any edit of anything, and that no state is better after it. */
const anyEdit = (statesAfter: typeof withOwner) =>
  fc.asyncProperty(someEdits, fc.constantFrom(...DAYS), async (edits, day) => {
    const after = await edited(
      (register) => {
        edit(register, edits, EVERYTHING);
        spareUntouched(register, owned.register);
      },
      (register) => statesAfter(register, day),
    );
    expect(betterOf(after, (place) => rankOf(statesOn(day).get(place)))).toEqual([]);
  });

describe('somebody without the key of the owner', () => {
  it.each(ATTACKS)(
    'makes no state better, though without that key one is: %s',
    async (_says, day, act) => {
      const worst = (place: string) => rankOf(statesOn(day).get(place));
      const { alone, checked, forged } = await edited(act, async (register) => {
        const states = { alone: await statesOf(register, day), checked: await withOwner(register, day) };
        await signAsOwner(register);
        return { ...states, forged: await withOwner(register, day) };
      });
      expect(betterOf(alone, worst)).not.toEqual([]);
      expect(betterOf(checked, worst)).toEqual([]);
      expect(forged.size).toBe(0);
    },
    PATIENCE,
  );

  it(
    'makes no state better by any edit',
    async () => {
      const { failed, counterexample, errorInstance } = await fc.check(anyEdit(withOwner), { numRuns: RUNS, seed: 1 });
      expect({ failed, counterexample, errorInstance }).toMatchObject({ failed: false });
    },
    PATIENCE,
  );

  it(
    'does so by some of these edits where nobody vouches for the register',
    async () => {
      const { failed } = await fc.check(anyEdit(statesOf), { numRuns: RUNS, seed: 1, endOnFailure: true });
      expect(failed).toBe(true);
    },
    PATIENCE,
  );
});

/** A vendor may take back what it withdrew itself. */
const worstOf = (day: string) => (place: string) => (place === PLACES.withdrawn ? 0 : rankOf(statesOn(day).get(place)));

/** A certificate names no version: in which folder it is, reviewers decide. It never counts for more than it did. */
const worstAt = (register: string, day: string) => {
  const ofRun = new Map<string, number>();
  for (const place of statesOn(day).keys()) {
    const run = runAt(owned.register, place) ?? '';
    ofRun.set(run, Math.min(ofRun.get(run) ?? Number.POSITIVE_INFINITY, worstOf(day)(place)));
  }
  return (place: string) =>
    Math.min(worstOf(day)(place), ofRun.get(runAt(register, place) ?? '') ?? Number.POSITIVE_INFINITY);
};

describe('a submitter without a key, where nobody vouches for the register', () => {
  it(
    'makes no certificate count for more by any edit of submissions',
    async () => {
      await fc.assert(
        fc.asyncProperty(someEdits, fc.constantFrom(...DAYS), async (edits, day) => {
          const better = await edited(
            (register) => {
              edit(register, edits, SUBMISSIONS);
              spareUntouched(register, owned.register);
            },
            async (register) => betterOf(await statesOf(register, day), worstAt(register, day)),
          );
          expect(better).toEqual([]);
        }),
        { numRuns: RUNS, seed: 1 },
      );
    },
    PATIENCE,
  );

  it('takes no dispute away by moving its certificate', async () => {
    const place = `${dirname(PLACES.upheld)}/1.1.1`;
    const after = await edited(
      (register) => {
        renameSync(join(register, PLACES.upheld), join(register, place));
        yaml(register, `${place}/product.yaml`, (one) => ({ ...one, version: '1.1.1' }));
      },
      (register) => statesOf(register, FRESH),
    );
    expect(after.get(place)).toBe('withdrawn');
  });
});
