import type { BaselineUse } from '../../gate/baseline.ts';
import type { GateReport } from '../../gate/gate-report.ts';
import { endFacts } from '../../evidence/early-end.ts';
import { RULE_IDS, type RuleId } from '../../rules/index.ts';
import { SOME_COVERAGE } from '../coverage.fixture.ts';
import { anXray } from '../limiter.fixture.ts';
import { aReport, anExchange, aViolation, READ_ONLY_PROFILE, type ReportParts } from '../report.fixture.ts';
import type { RunReport } from '../run-report.ts';

const notExercised = (id: RuleId, says: string, isCutShort = false) => ({
  id,
  verdict: 'not-exercised' as const,
  says,
  evidence: [],
  evidenceCount: 0,
  ...(isCutShort && { isCutShort: true as const }),
});

const noted = { shownBy: [1], times: 1 } as const;

/** A run with rows of every verdict, and with each kind of finding. */
const ONE_OF_EACH: ReportParts = {
  outcome: 'violating',
  rows: [
    {
      id: 'JSON-1',
      findings: [{ ...noted, rule: 'JSON-1', verdict: 'warn', says: 'text/json' }],
    },
    {
      id: 'LIST-2',
      verdict: 'fail',
      says: '100% too many',
      evidenceCount: 7,
      findings: [
        aViolation({ rule: 'LIST-2', shownBy: [1, 3, 4, 5, 6, 7, 8], times: 9 }),
        aViolation({ rule: 'LIST-2', says: 'it was let in', input: 'limit as text', actual: '200', shownBy: [2] }),
        aViolation({ rule: 'LIST-2', says: 'seven pets came', actual: '7 pets', operation: 'listPets' }),
      ],
    },
    { id: 'LIST-1', verdict: 'fail', says: 'see LIST-2', findings: [aViolation({ rule: 'LIST-1', see: 'LIST-2' })] },
    { id: 'VER-1', verdict: 'fail', says: 'the base address does not end with /v1', evidence: [], evidenceCount: 0 },
    {
      id: 'LIST-6',
      verdict: 'inconclusive',
      says: 'kept on one page only',
      findings: [aViolation({ rule: 'LIST-6', verdict: 'inconclusive', says: 'others write', input: 'a limit of 0' })],
    },
    {
      id: 'LIST-9',
      verdict: 'inconclusive',
      says: 'see LIST-2',
      findings: [4, 7].map((id) => ({
        rule: 'LIST-9' as const,
        verdict: 'inconclusive' as const,
        says: 'see LIST-2',
        see: 'LIST-2' as const,
        shownBy: [id],
        times: 2,
      })),
    },
    ...(['AUTH-1', 'AUTH-2'] as const).map((id) => ({
      id,
      verdict: 'inconclusive' as const,
      says: 'verified on listPets, not verified on createPet',
    })),
    {
      id: 'RATE-9',
      verdict: 'warn',
      says: 'Retry-After is off',
      findings: [aViolation({ rule: 'RATE-9', says: 'Retry-After is off by 3 s' })],
    },
    {
      id: 'CREATE-2',
      findings: [
        { ...noted, rule: 'CREATE-2', verdict: 'warn', says: 'createPet returned the name "a b" instead of "a  b"' },
        {
          ...noted,
          rule: 'CREATE-2',
          verdict: 'observed',
          says: 'names: up to 300',
          topic: 'names',
          actual: 'up to 300',
        },
      ],
    },
    {
      id: 'LIST-5',
      verdict: 'observed',
      says: 'limit=0 gets 400',
      findings: [{ ...noted, rule: 'LIST-5', verdict: 'observed', says: 'limit is 0: 400', times: 3 }],
    },
    {
      id: 'ERR-3',
      findings: [
        { ...noted, rule: 'ERR-3', verdict: 'observed', says: '4 requests met 502', topic: 'interruptions' },
        { ...noted, rule: 'ERR-3', verdict: 'observed', says: 'another build responds', topic: 'deployments' },
      ],
    },
    notExercised('RATE-10', 'no second key'),
    ...(['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5', 'CLIENT-6'] as const).map((id) => ({
      ...notExercised(id, 'judged on clients'),
      verdict: 'not-applicable' as const,
    })),
  ],
  exchanges: [
    anExchange(),
    anExchange({ id: 2, request: { method: 'POST', target: '/pets', body: { kind: 'not-recorded' } } }),
  ],
  xrays: [anXray(), anXray({ period: 'day', quota: { perWindow: 1_000, windowMs: 86_400_000 }, kinds: [] })],
  run: {
    created: ['9007199254740993', '7', '8', '9', '10'],
    runsLeft: 3,
    counterexamples: [1, 2, 3].map((limit) => ({
      probe: 'pages',
      rules: ['LIST-2'],
      seed: 7,
      path: `${limit}`,
      smallest: `limit=${limit}`,
    })),
  },
};

const NAME = { rule: 'LIST-2', operation: 'listPets', fault: 'too many items' } as const;
const ENTRY = { ...NAME, reason: 'fixed in 2.1', owner: 'team-adoption', expires: '2027-01-31' };
const OTHER = { ...NAME, rule: 'LIST-6' } as const;
const OF_A_BASELINE: BaselineUse = { file: 'b.yaml', known: [], fresh: [], stale: [], expired: [], unseen: [] };

/** A run that violates LIST-2, and whatever else is named, under a gate. */
function gated(gate: Partial<GateReport>, names: readonly Parameters<typeof aViolation>[0][] = [NAME]): RunReport {
  const rows = [...Map.groupBy(names, ({ rule }) => rule)].map(([id, all]) => ({
    id,
    verdict: 'fail' as const,
    says: `${id} is off`,
    findings: all.map((name) => aViolation(name)),
  }));
  return { ...aReport({ outcome: 'violating', rows }), gate: { exitStatus: 0, because: 'x', isAsked: true, ...gate } };
}

const under = (use: Partial<BaselineUse>) => ({ ...OF_A_BASELINE, ...use });

const WITHOUT_WRITES: ReportParts = { outcome: 'incomplete', rows: [notExercised('CREATE-1', 'writes are off')] };

const LEFT_OUT = RULE_IDS.filter((id) => /^(?:JSON|AUTH)-/.test(id));

const EARLY = { why: 'the run ended at the violation of LIST-2 (--fail-fast)', detail: 'with a detail' };
const BEHIND = (['AUTH-1', 'AUTH-2', 'AUTH-5', 'GET-1', 'GET-2', 'GET-3'] as const).map((id) =>
  notExercised(id, `not reached; ${EARLY.why}`, true),
);

/** Runs of every kind, by what is particular about each. */
export const SITUATIONS: Readonly<Record<string, RunReport>> = {
  'a conforming run': aReport(),
  'one of each': { ...aReport(ONE_OF_EACH), coverage: SOME_COVERAGE, medianMilliseconds: 12.5 },
  'a run that was lost': aReport({ outcome: 'aborted', run: { aborted: 'the service is gone' } }),
  'a run that ended early, far from its end': aReport({
    outcome: 'incomplete',
    rows: [...BEHIND, notExercised('RATE-10', 'no second key'), notExercised('CREATE-1', `lost; ${EARLY.why}`, true)],
    run: endFacts({ endedEarly: EARLY }),
  }),
  'a run that ended early, near to its end': aReport({ outcome: 'incomplete', rows: BEHIND.slice(0, 3) }),
  'writes off, hostile inputs left out, a test installation after the removal': aReport({
    ...WITHOUT_WRITES,
    knowledge: {
      asOf: '2030-12-07',
      writes: false,
      leftOutInputs: ['range', 'chunked'],
      windows: { minute: 10, day: 60, testInstallation: true },
    },
    xrays: [anXray({ quota: { perWindow: 60, windowMs: 10_000 } })],
    run: { created: [], createdWithoutId: 12 },
  }),
  'all violations known': gated({
    baseline: under({ known: [ENTRY], unseen: [{ entry: { ...ENTRY, ...OTHER }, why: 'writes were off' }] }),
  }),
  'a new violation beside a known one': gated(
    {
      exitStatus: 1,
      because: '1 violation is not in b.yaml: LIST-6',
      baseline: under({ known: [ENTRY], fresh: [OTHER] }),
    },
    [NAME, OTHER],
  ),
  'a new fault of a known rule': gated(
    {
      exitStatus: 1,
      because: 'new',
      baseline: under({ known: [ENTRY], fresh: [{ ...NAME, fault: 'too few items' }] }),
    },
    [NAME, { ...NAME, fault: 'too few items' }],
  ),
  'an entry that expired, and one that is stale': gated({
    exitStatus: 1,
    because: 'an entry expired',
    baseline: under({ expired: [ENTRY], stale: [{ ...ENTRY, ...OTHER }] }),
  }),
  'a rule outside --fail-on': gated({ allowed: ['LIST-2'] }),
  'an incomplete run under a gate': {
    ...aReport({ outcome: 'incomplete' }),
    gate: { exitStatus: 3, because: 'RATE-5 could not be verified', isAsked: true },
  },
  'a should that fails the gate': {
    ...aReport({
      rows: [{ id: 'RATE-9', verdict: 'warn', says: 'Retry-After is off', evidence: [], evidenceCount: 0 }],
    }),
    gate: { exitStatus: 1, because: 'RATE-9 is violated', failing: ['RATE-9'], isAsked: true },
  },
  'a should that the baseline knows': {
    ...aReport({
      rows: [{ id: 'RATE-9', verdict: 'warn', says: 'Retry-After is off', evidence: [], evidenceCount: 0 }],
    }),
    gate: {
      exitStatus: 0,
      because: 'x',
      failing: ['RATE-9'],
      isAsked: true,
      baseline: under({ known: [{ ...ENTRY, rule: 'RATE-9' }] }),
    },
  },
  'a read-only run that keeps its promise': aReport({ ...WITHOUT_WRITES, profile: READ_ONLY_PROFILE }),
  'a read-only run that does not': aReport({
    ...WITHOUT_WRITES,
    profile: {
      ...READ_ONLY_PROFILE,
      covered: 18,
      isComplete: false,
      open: [{ rule: 'GET-1', why: 'no page held a pet' }],
    },
  }),
  'a read-only run that leaves as many rules open as are named': aReport({
    ...WITHOUT_WRITES,
    profile: {
      ...READ_ONLY_PROFILE,
      isComplete: false,
      open: RULE_IDS.slice(0, 6).map((rule) => ({ rule, why: 'lost' })),
    },
  }),
  'a run without two areas': aReport({
    outcome: 'incomplete',
    knowledge: { leftOut: Object.fromEntries(LEFT_OUT.map((id) => [id, 'not chosen with --rule'])) },
    rows: LEFT_OUT.map((id) => notExercised(id, 'not chosen with --rule')),
  }),
  'a run without one rule': aReport({
    knowledge: { leftOut: { 'LIST-4': 'left out with --skip' } },
    rows: [notExercised('LIST-4', 'left out with --skip')],
  }),
  'a load': aReport({ shortfalls: [] }),
  'a load that falls short': aReport({ shortfalls: ['31 requests could not be sent'] }),
};
