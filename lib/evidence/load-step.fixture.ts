import type { LoadStep } from './load-step.ts';

/** A step that kept its rate. @param parts - what differs */
export function aStep(parts: Partial<LoadStep> = {}): LoadStep {
  const { rate = 100, seconds = 10, connections = 20 } = parts;
  const sent = parts.sent ?? rate * seconds;
  return {
    rate,
    seconds,
    connections,
    sent,
    admitted: sent,
    refused: 0,
    failed: 0,
    unanswered: 0,
    dropped: 0,
    throughput: sent / seconds,
    response: 5,
    p50: 5,
    p95: 7,
    p99: 9,
    most: 20,
    bytes: 500,
    kept: true,
    confidence: 0.99,
    because: [],
    ...parts,
  };
}
