import type { RuleId } from '../rules/index.ts';
import { aReport, anExchange, aViolation, bytes } from './report.fixture.ts';
import type { RunReport } from './run-report.ts';

const VERDICTS = { 'LIST-2': 'fail', 'LIST-6': 'inconclusive', 'RATE-9': 'warn', 'LIST-5': 'observed' } as const;

/** A run in which every text of the service, and every other one that may hold such, is this one. */
export function aHostileReport(text: string): RunReport {
  const rowOf = (id: Exclude<keyof typeof VERDICTS, 'never'> & RuleId) => ({
    id,
    verdict: VERDICTS[id],
    says: text,
    findings: [aViolation({ rule: id, verdict: VERDICTS[id], says: text, expected: text, actual: text })],
  });
  return aReport({
    outcome: 'violating',
    rows: [
      rowOf('LIST-2'),
      rowOf('LIST-6'),
      rowOf('RATE-9'),
      rowOf('LIST-5'),
      { id: 'RATE-10', verdict: 'not-exercised', says: text, evidence: [], evidenceCount: 0 },
    ],
    exchanges: [
      anExchange({
        request: { target: `/pets?name=${text}`, headers: [['X-Odd', text]], body: bytes(text) },
        answer: {
          headers: [
            ['Content-Type', text],
            ['X-RateLimit-Odd', text],
          ],
          body: bytes(text),
        },
        probe: text,
      }),
    ],
    run: {
      aborted: text,
      runId: text,
      counterexamples: [{ probe: text, rules: ['LIST-2'], seed: 1, path: '0', smallest: text }],
    },
  });
}
