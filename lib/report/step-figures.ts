import { lagOf } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import type { LoadFigures } from './load-figures.ts';
import { lossesOf } from './load-losses.ts';

/**
 * What the steps of a breakpoint come to: each is a window and a part of the course. They count all requests, of which few are written
 * down.
 *
 * @param samples - those that were
 */
export function figuresOfSteps(steps: readonly LoadStep[], samples: readonly LoadSample[]): LoadFigures {
  return {
    windows: steps.map(({ rate, seconds, sent, admitted, refused, failed, unanswered, p50, p95, p99 }, window) => ({
      window,
      caller: 'primary',
      sent,
      admitted,
      refused,
      other: failed + unanswered,
      span: 1_000 * seconds,
      p50,
      p95,
      p99,
      rateError: 100 * Math.abs(sent / Math.max(1, Math.round(rate * seconds)) - 1),
    })),
    latencies: steps.map(({ rate, admitted, p50, p95, p99, most }) => ({
      of: `${rate.toFixed(1)}/s`,
      count: admitted,
      p50,
      p95,
      p99,
      most,
    })),
    objectives: [],
    lag: lagOf(samples.filter(({ window }) => window >= 0)),
    course: {
      partSeconds: Math.max(1, steps[0]?.seconds ?? 1),
      asked: steps.map(({ rate }) => rate),
      sent: steps.map(({ sent, seconds }) => sent / seconds),
      admitted: steps.map(({ admitted, seconds }) => admitted / seconds),
      refused: steps.map(({ refused, seconds }) => refused / seconds),
    },
    drift: [],
    losses: lossesOf(samples),
  };
}
