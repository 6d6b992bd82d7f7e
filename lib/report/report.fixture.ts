import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { aRun } from '../evidence/knowledge.fixture.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { JudgedProfile } from '../gate/profile-judge.ts';
import type { Xray } from '../judges/limiter/index.ts';
import type { CountedFinding, LedgerRow, Outcome } from '../ledger/ledger.ts';
import { RULE_IDS, rules } from '../rules/index.ts';
import type { RunReport } from './run-report.ts';

/** What a test says of a run; the rest is that of an ordinary conforming one. */
export interface ReportParts {
  readonly outcome?: Outcome;
  /** Rows that differ from a pass shown by exchange 1. */
  readonly rows?: readonly (Partial<LedgerRow> & Pick<LedgerRow, 'id'>)[];
  readonly exchanges?: readonly Exchange[];
  readonly run?: Partial<RunFacts>;
  readonly knowledge?: Partial<Knowledge>;
  /** None when absent. */
  readonly xrays?: readonly Xray[];
  readonly profile?: JudgedProfile;
  /** Of a load run. */
  readonly shortfalls?: readonly string[];
}

/** A report of a run of every rule. */
export function aReport(parts: ReportParts = {}): RunReport {
  const special = new Map(parts.rows?.map((row) => [row.id, row]));
  return {
    ledger: {
      outcome: parts.outcome ?? 'conforming',
      rows: RULE_IDS.map((id) => ({
        id,
        level: rules[id].level,
        verdict: 'pass',
        says: 'kept',
        evidence: [1],
        evidenceCount: 1,
        findings: [],
        ...special.get(id),
      })),
    },
    knowledge: aRun({ target: 'staging', ...parts.knowledge }),
    run: {
      runId: 'r1',
      startedAt: Date.UTC(2026, 10, 21, 12),
      endedAt: Date.UTC(2026, 10, 21, 12, 1, 3, 250),
      seed: 42,
      sent: 118,
      refused: 1,
      waitedSeconds: 61,
      interrupted: false,
      created: [],
      counterexamples: [],
      ...parts.run,
    },
    exchanges: new Map((parts.exchanges ?? [anExchange()]).map((exchange) => [exchange.id, exchange])),
    xrays: parts.xrays ?? [],
    ...(parts.shortfalls !== undefined && { shortfalls: parts.shortfalls }),
    ...(parts.profile !== undefined && { profile: parts.profile }),
    versions: { petvet: '0.1.0', catalogue: '1.0.0', specification: '1.0.0', node: 'v24.0.0' },
  };
}

/** A finding of a violation shown by exchange 1. */
export function aViolation(parts: Partial<CountedFinding> & Pick<CountedFinding, 'rule'>): CountedFinding {
  return {
    verdict: 'fail',
    says: 'six pets came for a limit of five',
    expected: 'at most 5 pets',
    actual: '6 pets',
    shownBy: [1],
    times: 1,
    ...parts,
  };
}

/** `GET /pets?limit=5` by the primary caller, answered 200 with a short text. */
export function anExchange({
  request,
  answer,
  ...parts
}: Partial<Omit<Exchange, 'request' | 'answer'>> & {
  request?: Partial<Exchange['request']>;
  answer?: Partial<NonNullable<Exchange['answer']>>;
} = {}): Exchange {
  return {
    id: 1,
    request: {
      method: 'GET',
      target: '/pets?limit=5',
      headers: [
        ['Host', '127.0.0.1:8080'],
        ['Authorization', 'Bearer {primary}'],
        ['Accept', 'application/json'],
        ['User-Agent', 'petvet/0.1.0 r1'],
      ],
      body: { kind: 'none' },
      credential: 'primary',
      ...request,
    },
    answer: {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-RateLimit-Remaining', '12'],
        ['X-Powered-By', 'luck'],
      ],
      body: bytes('[{"id":9007199254740993}]'),
      ...answer,
    },
    times: { startedAt: 0, endedAt: 4 },
    probe: 'a page holds at most limit pets',
    ...parts,
  };
}

/** A recorded body. */
export function bytes(text: string | Uint8Array): { kind: 'bytes'; bytes: Uint8Array } {
  return { kind: 'bytes', bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text };
}

/** A run without writes and without a used-up limit that keeps what its profile promises. */
export const READ_ONLY_PROFILE: JudgedProfile = {
  name: 'read-only',
  total: 44,
  covered: 19,
  violated: 0,
  inPart: [{ rule: 'AUTH-1', why: 'verified on listPets' }],
  notCovered: [{ rule: 'CREATE-1', why: 'it needs writes' }],
  open: [],
  isComplete: true,
};

/** A run with a rule of each verdict; whatever is not named is kept. */
export const VIOLATING: ReportParts = {
  outcome: 'violating',
  rows: [
    { id: 'LIST-2', verdict: 'fail', says: 'six came for five', findings: [aViolation({ rule: 'LIST-2' })] },
    { id: 'LIST-6', verdict: 'inconclusive', says: 'kept on one page only' },
    { id: 'RATE-9', verdict: 'warn', says: 'Retry-After is off' },
    { id: 'LIST-5', verdict: 'observed', says: 'limit=0 gets 400' },
    { id: 'RATE-10', verdict: 'not-exercised', says: 'no second key', evidence: [], evidenceCount: 0 },
    { id: 'CLIENT-1', verdict: 'not-applicable', says: 'judged on clients', evidence: [], evidenceCount: 0 },
  ],
};
