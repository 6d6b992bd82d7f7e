import { clientRules } from '../rules/client.ts';
import type { ClientReport } from './client-report.ts';
import type { ClientRuleId } from './finding.ts';

const IDS: readonly ClientRuleId[] = ['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5', 'CLIENT-6'];

/** A report on a client with some verdicts; the other rules are satisfied. Every text that may come from outside is `text`. */
export function aClientReport(
  verdicts: Partial<Record<ClientRuleId, ClientReport['rules'][number]['verdict']>> = {},
  { text = 'node adopt.mjs', ...parts }: Partial<ClientReport> & { readonly text?: string } = {},
): ClientReport {
  return {
    schema: 'petvet/client/2',
    petvet: '0.1.0',
    outcome: 'conforming',
    command: text,
    asOf: '2026-11-27',
    startedAt: '2026-11-27T12:00:00.000Z',
    wasInterrupted: false,
    client: { exitStatus: 0, tookTooLong: false, seconds: 10.25 },
    situations: [
      {
        name: 'refusals',
        says: text,
        isMet: true,
        observed: text,
        runs: [{ exitStatus: 0, tookTooLong: false, seconds: 10.25 }],
      },
      { name: 'response-lost', says: text, isMet: false, observed: text, runs: [] },
    ],
    rules: IDS.map((id) => ({
      id,
      level: clientRules[id].level,
      verdict: verdicts[id] ?? 'pass',
      says: text,
      expected: text,
      actual: text,
      requests: [1, 2],
    })),
    requests: [
      { number: 1, request: text, credential: 'primary', arrivedAt: 100, endedAt: 120, status: 429, retryAfter: 2 },
      { number: 2, request: text, credential: 'none', arrivedAt: 620, endedAt: 640, status: 429, duringWaitOf: 1 },
    ],
    ...parts,
  };
}
