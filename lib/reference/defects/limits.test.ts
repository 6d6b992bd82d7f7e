import { describe, expect, it } from 'vitest';
import { admitted, limitRun, type LimitAnswer, type LimitRun } from '../limit-run.fixture.ts';
import { NOON, withServer } from '../speak.fixture.ts';

const left = (answers: readonly LimitAnswer[]) => answers.map(({ remaining }) => remaining).join(' ');
const statuses = (answers: readonly LimitAnswer[], what: LimitAnswer['what']) =>
  answers.flatMap((answer) => (answer.what === what ? [answer.status] : []));
const [refusedStatus, retryAfter, reset, afterStatus] = [
  ({ refused }: LimitRun) => refused[0]?.status,
  ({ refused }: LimitRun) => refused[0]?.retryAfter,
  ({ refused }: LimitRun) => refused[0]?.reset,
  ({ after }: LimitRun) => after[0]?.status,
];
const letIn = ({ burst, again }: LimitRun) => [admitted(burst), admitted(again)];

type Claim = readonly [defect: string, seen: (run: LimitRun) => unknown, value: unknown];

/** What the conforming server shows where the claims below look. */
const plain: readonly Claim[] = [
  ['', letIn, [1, 11]],
  ['', ({ first }) => left(first), '11 10 9 8 7 6 5 4 3'],
  ['', ({ others }) => left(others), '11 5999 2 1'],
  ['', ({ late }) => late[0]?.status, 200],
  ['', refusedStatus, 429],
  ['', retryAfter, '56'],
  ['', reset, 60],
  ['', afterStatus, 200],
];

const admission: readonly Claim[] = [
  ['one-too-many', letIn, [2, 12]],
  ['one-too-many-aligned', letIn, [2, 12]],
  ['one-too-many-sliding-log', ({ burst }) => admitted(burst), 2],
  ['twice-as-many', letIn, [6, 23]],
  ['twice-as-many-aligned', letIn, [6, 23]],
  ['twice-as-many-sliding-log', ({ burst }) => admitted(burst), 6],
  ['twice-as-many-weighted', ({ burst }) => admitted(burst), 6],
  ['twice-as-many-bucket', letIn, [6, 24]],
  ['next-plan-kept', letIn, [6, 30]],
  ['two-thirds-more', letIn, [6, 19]],
  ['half-windows', ({ first }) => first[0]?.reset, 30],
  ['half-windows-announced-whole', ({ first }) => first[0]?.reset, 60],
  ['day-in-a-minute', ({ first }) => first[0]?.limit, '1000'],
  ['never-refuses', ({ burst, again }) => [admitted(burst), admitted(again), again[29]?.remaining], [6, 30, '0']],
  ['never-refuses-below-zero', ({ again }) => [admitted(again), again[29]?.remaining], [30, '-19']],
  ['never-refuses-unmoved', ({ first, again }) => [left(first), admitted(again)], ['11 11 11 11 11 11 11 11 11', 30]],
  ['not-atomic', (run) => [admitted(run.burst) > 1, refusedStatus(run), admitted(run.again)], [true, 429, 11]],
  ['limit-of-address', ({ others }) => left(others), '2 5999 1 0'],
  ['limit-of-everyone', ({ others }) => left(others), '2 1 0 0'],
  ['only-lists-refused', (run) => [refusedStatus(run), statuses(run.burst, 'post')], [429, [201, 201]]],
  ['only-lists-refused', ({ burst }) => statuses(burst, 'get'), [404, 404]],
  ['only-posts-refused', (run) => [refusedStatus(run), admitted(run.again)], [200, 30]],
  ['only-posts-refused', ({ burst }) => statuses(burst, 'post').includes(429), true],
  ['posts-never-refused', (run) => [refusedStatus(run), statuses(run.burst, 'post')], [429, [201, 201]]],
  ['posts-free', ({ first }) => left(first), '11 10 10 9 8 7 6 5 4'],
];

const refusing: readonly Claim[] = [
  ['refuses-at-five', ({ first }) => [first[7]?.status, first[7]?.remaining], [429, '5']],
  ['one-less', ({ refused }) => refused[0]?.remaining, '0'],
  ['one-less', letIn, [0, 10]],
  ['one-sixth-less', ({ others }) => [others[3]?.status, others[3]?.remaining], [429, '2']],
  ['every-20th-refused', ({ after }) => [after[0]?.status, after[0]?.remaining], [429, '11']],
  ['secret-ban', ({ after }) => [after[0]?.status, after[0]?.remaining, after[0]?.retryAfter], [429, '0', '60']],
  ['over-limit-403', refusedStatus, 403],
  ['over-limit-503', refusedStatus, 503],
  ['over-limit-400', refusedStatus, 400],
  ['over-limit-empty-list', refusedStatus, 200],
  ['over-limit-closes', refusedStatus, undefined],
  [
    'bare-429-of-post',
    ({ burst }) =>
      burst.every(({ what, limit, status }) => (limit === undefined) === (status === 429 && what === 'post')),
    true,
  ],
];

const remaining: readonly Claim[] = [
  ['remaining-unmoved', ({ first }) => left(first), '11 11 11 11 11 11 11 11 11'],
  ['remaining-one-high', ({ first, burst }) => [left(first), admitted(burst)], ['12 11 10 9 8 7 6 5 4', 1]],
  ['remaining-one-low', ({ first }) => left(first), '10 9 8 7 6 5 4 3 2'],
  ['remaining-by-twos', ({ first }) => left(first), '10 8 6 4 2 0 0 0 0'],
  ['remaining-without-posts', ({ first, burst }) => [left(first), admitted(burst)], ['11 10 10 9 8 7 6 5 4', 1]],
  ['remaining-random', ({ first }) => new Set(first.map((answer) => answer.remaining)).size > 4, true],
  ['remaining-random', ({ first }) => left(first) === '11 10 9 8 7 6 5 4 3', false],
  ['remaining-rises', ({ first }) => left(first), '1 2 3 4 5 6 7 8 9'],
  ['remaining-of-another', ({ others }) => left(others), '3 5999 11 11'],
];

const resets: readonly Claim[] = [
  ['reset-ignored', (run) => [retryAfter(run), reset(run), afterStatus(run)], ['116', 60, 429]],
  ['window-twice-as-long', (run) => [retryAfter(run), reset(run), afterStatus(run)], ['56', 60, 429]],
  ['retry-after-ignored', (run) => [retryAfter(run), reset(run), afterStatus(run)], ['56', 120, 429]],
  ['reset-now', reset, 5],
  ['reset-half-way', reset, 33],
  ['reset-hours-ahead', reset, 18_060],
  ['reset-hours-behind', reset, -17_940],
  ['reset-never-comes', (run) => [reset(run), afterStatus(run)], [64, 429]],
  ['reset-in-minutes', (run) => (reset(run) ?? 0) < -1_000_000_000, true],
];

const NOON_ISO = new Date(NOON + 4_500 + 56_000).toISOString();

const waits: readonly Claim[] = [
  ['retry-after-missing', retryAfter, undefined],
  ['retry-after-missing-on-get', retryAfter, '56'],
  [
    'retry-after-missing-on-get',
    ({ burst }) =>
      burst.filter(({ what, status }) => what === 'get' && status === 429).map((answer) => answer.retryAfter)[0],
    undefined,
  ],
  ['retry-after-on-200', (run) => [retryAfter(run), run.first[0]?.retryAfter], [undefined, '0']],
  ['retry-after-negative', retryAfter, '-56'],
  ['retry-after-with-unit', retryAfter, '56s'],
  ['retry-after-iso', retryAfter, NOON_ISO],
  ['retry-after-unix-time', retryAfter, '1795262481'],
  ['retry-after-1', retryAfter, '1'],
  ['retry-after-0', retryAfter, '0'],
  ['retry-after-half', retryAfter, '28'],
  ['retry-after-past', retryAfter, 'Sat, 21 Nov 2026 11:59:24 GMT'],
  ['retry-after-milliseconds', retryAfter, '56000'],
  ['retry-after-later-than-reset', retryAfter, '66'],
];

it('the conforming server does none of it', async () => {
  const run = await limitRun();
  expect(plain.map(([, seen]) => seen(run))).toEqual(plain.map(([, , value]) => value));
});

describe.each([
  ['admission', admission],
  ['refusals', refusing],
  ['Remaining', remaining],
  ['Reset', resets],
  ['Retry-After', waits],
])('defects of %s', (_of, claims) => {
  it.each(claims)('%s does what it says', async (defect, seen, value) => {
    expect(seen(await limitRun({ defect }))).toEqual(value);
  });
});

it('at-once-refused refuses some of several requests at once, and none of those that follow each other', async () => {
  await withServer({ defect: 'at-once-refused' }, async (speak) => {
    const list = { path: '/v1/pets?limit=1' };
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => speak(list)));
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (let sent = 0; sent < 5; sent++) expect((await speak(list)).status).toBe(200);
  });
});
